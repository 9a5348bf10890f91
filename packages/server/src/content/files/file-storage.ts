/**
 * Where files are stored: the common interface of the data folder and S3-compatible stores. The name of a file is never reused for
 * other content, so a file is either complete or missing, and never changes.
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

/** A file to store. */
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
  /** Resolves once the file is durably stored. Replaces an existing file of that name atomically. */
  put(file: NewFile): Promise<void>;
  /** Reads a file, or a part of it; undefined if it does not exist. The caller must read or destroy the stream. */
  open(name: string, range?: ByteRange): Promise<Readable | undefined>;
  /** Properties of a file; undefined if it does not exist. */
  stat(name: string): Promise<StoredFile | undefined>;
  /** Path of a file on this machine; undefined if files are stored elsewhere. */
  localPath(name: string): string | undefined;
  /** Removes a file; it is not an error if the file is missing. */
  delete(name: string): Promise<void>;
  /** Lists the files in a folder such as `files/`, in any order; without a folder, all files. */
  list(folder?: string): AsyncIterable<StoredFile>;
  /** Removes what aborted uploads left inside the storage before `time` (milliseconds). */
  removeUnfinished(time: number): Promise<void>;
  close(): Promise<void>;
}
