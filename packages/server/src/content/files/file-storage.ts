/**
 * Where files are stored: the one interface over the data folder and S3-compatible stores. The name of a file is never
 * reused for other content, so that a file is complete or missing, and never changes.
 */
import type { Readable } from 'node:stream';

/** Bytes `start` to `end` of a file, both inclusive, from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A stored file. */
export interface StoredFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** When it was stored, in milliseconds. */
  readonly storedAt: number;
}

/** A file to be stored. */
export interface NewFile {
  /** Segments of letters, digits, `_`, `-` and `.`, with `/` between them. */
  readonly name: string;
  /** Path of a local file with the content; the storage may move it away. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly mimeType: string;
}

export interface FileStorage {
  /** Stores a file durably before it resolves; replaces a file of that name as a whole. */
  put(file: NewFile): Promise<void>;
  /** Reads a file, or a part of it; undefined if there is none. The caller reads or destroys the stream. */
  open(name: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Properties of a file; undefined if there is none. */
  stat(name: string): Promise<StoredFile | undefined>;
  /** Path of a file on this machine; undefined if files are stored elsewhere. */
  localPath(name: string): string | undefined;
  /** Removes a file; a missing one is not an error. */
  delete(name: string): Promise<void>;
  /** Every file with a name in a folder such as `files/`, in any order; without a folder, every file. */
  list(folder?: string): AsyncIterable<StoredFile>;
  /** Removes what uploads aborted before `time` (milliseconds) left inside the storage. */
  removeUnfinished(time: number): Promise<void>;
  close(): Promise<void>;
}
