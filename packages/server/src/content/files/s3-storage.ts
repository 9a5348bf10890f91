/**
 * Files in a bucket of an S3-compatible store. Small files are uploaded in one request, large ones in parts; a store
 * only shows complete objects. Invariant: the metadata of an object (media type, disposition) is ours, never the
 * client's. This module loads the SDK, so only installations with a bucket import it.
 */
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { ConfigurationError } from '../../platform/config/configuration-error.ts';
import { EVERYBODY, FairTurns } from '../../platform/kit/fair-turns.ts';
import type { ByteRange, FileStorage, NewFile, StoredFile } from './file-storage.ts';

/** Files up to this size are sent in one request, streamed from disk. */
const PART_BYTES = 5 * 1_048_576;
const PARTS_MAX = 10_000;
/** Concurrent parts of one file; each is held in memory. */
const PARTS_AT_ONCE = 2;
/** Concurrent multipart uploads. */
const LARGE_UPLOADS_AT_ONCE = 4;
const CONNECT_TIMEOUT_MS = 5_000;
/** A request fails if the store sends no byte for this long. */
const IDLE_TIMEOUT_MS = 30_000;
const ATTEMPTS_MAX = 4;
/** How long startup waits for a store that does not respond; without it, the service still serves content. */
const CHECK_TIMEOUT_MS = 3_000;
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** How to reach the bucket. */
export interface S3Settings {
  /** URL of the store; null for AWS itself. */
  readonly endpoint: string | null;
  readonly bucket: string;
  readonly region: string;
  /** Null if the environment provides them, as on AWS machines. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null;
}

/** Store errors that mean a wrong setting, so that retrying is useless, and how to fix each one. */
const WRONG_SETTINGS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'The store has no such bucket; create it, or set LECTERN_S3_BUCKET to another.',
  InvalidAccessKeyId: 'The store does not know the access key; set LECTERN_S3_ACCESS_KEY_ID to one of its keys.',
  SignatureDoesNotMatch:
    'The store rejects the signature; set LECTERN_S3_SECRET_ACCESS_KEY to the secret of LECTERN_S3_ACCESS_KEY_ID.',
  AuthorizationHeaderMalformed: 'The bucket is in another region; set LECTERN_S3_REGION to it.',
};

export class S3Storage implements FileStorage {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #largeUploads = new FairTurns({ total: LARGE_UPLOADS_AT_ONCE });

  constructor({ endpoint, bucket, region, credentials }: S3Settings) {
    this.#bucket = bucket;
    this.#client = new S3Client({
      region,
      // Stores other than AWS usually have no host name per bucket.
      ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
      // The SDK modifies the object that it is given.
      ...(credentials === null ? {} : { credentials: { ...credentials } }),
      maxAttempts: ATTEMPTS_MAX,
      // Checksums that only AWS supports break streamed uploads to other stores.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: IDLE_TIMEOUT_MS },
    });
  }

  /**
   * Requests one name from the store, so that a wrong setting is reported at startup and not at the first upload.
   * @throws ConfigurationError if the store reports a wrong setting; not if it is unavailable
   */
  async checkSettings(): Promise<void> {
    const command = new ListObjectsV2Command({ Bucket: this.#bucket, MaxKeys: 1 });
    try {
      await this.#client.send(command, { abortSignal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
    } catch (error) {
      const problem = error instanceof Error ? WRONG_SETTINGS[error.name] : undefined;
      if (problem !== undefined) throw new ConfigurationError([problem]);
    }
  }

  async put(file: NewFile): Promise<void> {
    if (file.size <= PART_BYTES) await this.#putWhole(file);
    else await this.#largeUploads.run(EVERYBODY, () => this.#putInParts(file));
  }

  async open(name: string, range?: ByteRange): Promise<Readable | undefined> {
    const { start, end } = range ?? {};
    const part = range === undefined ? {} : { Range: `bytes=${start}-${end}` };
    const command = new GetObjectCommand({ Bucket: this.#bucket, Key: name, ...part });
    const response = await unlessMissing(this.#client.send(command));
    return response?.Body as Readable | undefined;
  }

  async stat(name: string): Promise<StoredFile | undefined> {
    const command = new HeadObjectCommand({ Bucket: this.#bucket, Key: name });
    const response = await unlessMissing(this.#client.send(command));
    if (response === undefined) return undefined;
    return { name, size: response.ContentLength ?? 0, storedAt: response.LastModified?.getTime() ?? 0 };
  }

  localPath(): undefined {
    return undefined;
  }

  async delete(name: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: name }));
  }

  async *list(folder = ''): AsyncGenerator<StoredFile> {
    let after: string | undefined;
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({
          Bucket: this.#bucket,
          Prefix: folder,
          ...(after === undefined ? {} : { ContinuationToken: after }),
        }),
      );
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (Key !== undefined) yield { name: Key, size: Size ?? 0, storedAt: LastModified?.getTime() ?? 0 };
      }
      after = page.NextContinuationToken;
    } while (after !== undefined);
  }

  /** The parts of an upload whose process was killed stay in the bucket, invisible but billed. */
  async removeUnfinished(time: number): Promise<void> {
    const { Uploads = [] } = await this.#client.send(new ListMultipartUploadsCommand({ Bucket: this.#bucket }));
    for (const { Key, UploadId, Initiated } of Uploads) {
      if (Initiated === undefined || Initiated.getTime() >= time) continue;
      await unlessMissing(this.#client.send(new AbortMultipartUploadCommand({ Bucket: this.#bucket, Key, UploadId })));
    }
  }

  async close(): Promise<void> {
    this.#client.destroy();
  }

  async #putWhole(file: NewFile): Promise<void> {
    const body = createReadStream(file.path);
    try {
      await this.#client.send(new PutObjectCommand({ ...this.#objectOf(file, body), ContentLength: file.size }));
    } finally {
      body.destroy();
    }
  }

  async #putInParts(file: NewFile): Promise<void> {
    const body = createReadStream(file.path);
    try {
      await new Upload({
        client: this.#client,
        params: this.#objectOf(file, body),
        partSize: Math.max(PART_BYTES, Math.ceil(file.size / PARTS_MAX)),
        queueSize: PARTS_AT_ONCE,
      }).done();
    } finally {
      body.destroy();
    }
  }

  #objectOf({ name, mimeType }: NewFile, body: Readable): PutObjectCommandInput {
    return { Bucket: this.#bucket, Key: name, Body: body, ContentType: mimeType, CacheControl: IMMUTABLE };
  }
}

/** Undefined if the store says that there is no such object or upload. */
async function unlessMissing<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}

function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } } | null)?.$metadata?.httpStatusCode;
}
