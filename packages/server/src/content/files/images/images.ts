/**
 * Images: their properties when uploaded, and each requested size and format. Invariant: a result is only made once at a time,
 * however many requests are waiting for it, and no image is ever decoded in this process.
 */
import { type FileHandle, rm } from 'node:fs/promises';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { steadyClock } from '../../../platform/kit/clock.ts';
import { diskFull } from '../spool.ts';
import { type ImageOptions, type ImagePlan, planImage } from './image-plan.ts';
import { ImageQueue } from './image-queue.ts';
import type { DrawingFacts, ImageFacts, ImageLimits } from './jobs.ts';
import { ResultFiles } from './result-files.ts';

/** Types whose pixels are read. */
const DECODED = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif', 'image/tiff']);
/** How long a failed result is not retried. */
const REFUSED_MS = 60_000;
const REFUSED_MAX = 1_000;

export interface ImagesOptions extends ImageLimits {
  /** Folder of results; created with the first one. */
  readonly folder: string;
  /** Maximum bytes of stored results. */
  readonly keptBytesMax: number;
  /** Whether the disk has space for results. */
  readonly hasRoom?: () => boolean;
}

/** Provides the content of the original when it is needed. */
export interface OriginalSource {
  /** Returns the path of a local file, and a function to release it. */
  open(): Promise<{ readonly path: string; release(): Promise<void> }>;
}

/** A request for a result that is not stored. */
interface ResultRequest {
  readonly original: OriginalSource;
  readonly address: string;
}

/** A file of an upload. */
interface UploadedImage {
  readonly spaceId: string;
  readonly path: string;
}

/** An opened result; the caller closes the file. */
export interface ImageResult {
  readonly file: FileHandle;
  /** Bytes. */
  readonly size: number;
}

export class Images {
  readonly #limits: ImageLimits;
  readonly #queue: ImageQueue;
  readonly #results: ResultFiles;
  readonly #hasRoom: () => boolean;
  readonly #making = new Map<string, Promise<void>>();
  readonly #refused = new Map<string, { error: DomainError; until: number }>();

  constructor(options: ImagesOptions) {
    const { pixelsMax, memoryBytes, hasRoom = () => true } = options;
    this.#hasRoom = hasRoom;
    this.#limits = { pixelsMax, memoryBytes };
    this.#queue = new ImageQueue({ memoryBytes });
    this.#results = new ResultFiles({ folder: options.folder, bytesMax: options.keptBytesMax });
  }

  /**
   * The properties of the image at a path.
   * @returns null if its type is not decoded
   * @throws `validation_failed` if it is damaged or too large, `unavailable` if too many are waiting
   */
  async inspect({ spaceId, path, mimeType }: UploadedImage & { mimeType: string }): Promise<ImageFacts | null> {
    if (!DECODED.has(mimeType)) return null;
    return await this.#queue.run({ purpose: 'upload', spaceId }, () => ({
      kind: 'inspect',
      path,
      limits: this.#limits,
    }));
  }

  /**
   * Writes a cleaned copy of the SVG at a path to a new file at `target`.
   * @throws `validation_failed` if it is not a valid SVG; then nothing is left at `target`
   */
  async cleanSvg({ spaceId, path, target }: UploadedImage & { target: string }): Promise<DrawingFacts> {
    try {
      return await this.#queue.run({ purpose: 'upload', spaceId }, () => ({ kind: 'clean', path, target }));
    } catch (error) {
      await rm(target, { force: true });
      throw error;
    }
  }

  /**
   * Writes a copy of the image at a path without its metadata to a new file at `target`.
   * @throws `validation_failed` if its structure is not understood; then nothing is left at `target`
   */
  async strip({
    spaceId,
    path,
    target,
    mimeType,
  }: UploadedImage & { target: string; mimeType: string }): Promise<void> {
    const limits = this.#limits;
    await this.#queue.run({ purpose: 'upload', spaceId }, () => ({ kind: 'strip', path, target, mimeType, limits }));
  }

  /** Determines the result for a URL; see `planImage`. */
  plan(options: ImageOptions): ImagePlan | null {
    return planImage(options);
  }

  /**
   * Returns a result. Makes it first if it is not stored.
   * @param original only called if the result has to be made
   * @param address client address of the request
   * @throws `unavailable` or `api_quota_exceeded` if too many are waiting, `validation_failed` if the image cannot be processed
   */
  async render(plan: ImagePlan, original: OriginalSource, address: string): Promise<ImageResult> {
    const name = `${plan.file.hash}-${plan.key}.${plan.format}`;
    const kept = await this.#results.open(name);
    if (kept !== undefined) return kept;
    this.#throwWhereRefused(name);
    if (!this.#hasRoom()) throw diskFull();
    const making = this.#making.get(name) ?? this.#begin(name, plan, { original, address });
    await making;
    const made = await this.#results.open(name);
    if (made === undefined) throw new DomainError('unavailable', 'The image was just deleted; try again.');
    return made;
  }

  /** Ends all running jobs. */
  async close(): Promise<void> {
    this.#queue.close();
    await Promise.allSettled(this.#making.values());
    await this.#results.close();
  }

  #begin(name: string, plan: ImagePlan, request: ResultRequest): Promise<void> {
    const making = this.#make(name, plan, request).finally(() => this.#making.delete(name));
    this.#making.set(name, making);
    return making;
  }

  async #make(name: string, { file, rendering }: ImagePlan, { original, address }: ResultRequest): Promise<void> {
    const target = await this.#results.newPath();
    let release = async () => {};
    try {
      // An original stored elsewhere is fetched when the job starts, not while it waits.
      await this.#queue.run({ purpose: 'result', spaceId: file.spaceId, file: file.hash, address }, async () => {
        const opened = await original.open();
        release = () => opened.release();
        return { kind: 'render', path: opened.path, target, limits: this.#limits, rendering };
      });
      await this.#results.keep(target, name);
    } catch (error) {
      this.#noteRefused(name, error);
      throw error;
    } finally {
      await rm(target, { force: true });
      await release();
    }
  }

  #throwWhereRefused(name: string): void {
    const refused = this.#refused.get(name);
    if (refused === undefined) return;
    if (refused.until > steadyClock()) throw refused.error;
    this.#refused.delete(name);
  }

  #noteRefused(name: string, error: unknown): void {
    if (!(error instanceof DomainError) || error.code !== 'validation_failed') return;
    const [oldest] = this.#refused.keys();
    if (this.#refused.size >= REFUSED_MAX && oldest !== undefined) this.#refused.delete(oldest);
    this.#refused.set(name, { error, until: steadyClock() + REFUSED_MS });
  }
}
