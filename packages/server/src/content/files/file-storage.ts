/**
 * Where files are kept: the one interface over the data folder and S3-compatible stores. A file has a name that nobody
 * ever uses again for other bytes, so that a file is there whole or not at all, and never changes.
 */
import type { Readable } from 'node:stream';

/** Bytes `start` to `end` of a file, both inclusive, from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A file that is kept. */
export interface StoredFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** When it was put there, in milliseconds. */
  readonly storedAt: number;
}

/** A file on its way into the storage. */
export interface NewFile {
  /** Segments of letters, digits, `_`, `-` and `.`, with `/` between them. */
  readonly name: string;
  /** Path of a local file with the bytes; the storage may move it away. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly mimeType: string;
}

export interface FileStorage {
  /** Keeps a file durably before it resolves; a file of that name is replaced as a whole. */
  put(file: NewFile): Promise<void>;
  /** Reads a file, or a part of it; undefined where there is none. Whoever takes the stream reads or destroys it. */
  open(name: string, range?: ByteRange): Promise<Readable | undefined>;
  /** What is known of a file; undefined where there is none. */
  stat(name: string): Promise<StoredFile | undefined>;
  /** Path of a file that lies on this machine; undefined where files lie elsewhere. */
  localPath(name: string): string | undefined;
  /** Removes a file; one that is not there is no error. */
  delete(name: string): Promise<void>;
  /** Every file in a folder of names, such as `files/`, in any order; every one of all where none is given. */
  list(folder?: string): AsyncIterable<StoredFile>;
  /** Removes what uploads that broke off before `time` (milliseconds) have left inside the storage. */
  removeUnfinished(time: number): Promise<void>;
  close(): Promise<void>;
}
