/**
 * Accepts an uploaded file: detects its type from its content alone, cleans an SVG, measures an image, removes its metadata if the
 * space is configured to, then stores it. The upload is always removed afterwards.
 */
import type { Files, KeptFile } from '../files/files.ts';
import type { Images } from '../files/images/images.ts';
import { recogniseFile } from '../files/media-types/recognise.ts';
import { isStripped } from '../files/metadata/strip-metadata.ts';
import type { Spool, SpooledFile } from '../files/spool.ts';

const SVG = 'image/svg+xml';

/** A file as uploaded. */
export interface UploadedFile extends SpooledFile {
  readonly fileName: string;
}

/** A stored file with its properties. */
export interface AssetFile {
  readonly kept: KeptFile;
  readonly fileName: string;
  readonly mimeType: string;
  /** Pixels; null if not an image. */
  readonly width: number | null;
  readonly height: number | null;
  readonly dominantColor: string | null;
  readonly placeholder: string | null;
}

type Facts = Pick<AssetFile, 'width' | 'height' | 'dominantColor' | 'placeholder'>;

const NO_FACTS: Facts = { width: null, height: null, dominantColor: null, placeholder: null };

export interface IntakeParts {
  readonly spool: Spool;
  readonly files: Files;
  readonly images: Pick<Images, 'inspect' | 'cleanSvg' | 'strip'>;
  /** Whether a space keeps images without their metadata. */
  readonly stripsMetadata: (spaceId: string) => Promise<boolean>;
}

export class Intake {
  readonly #parts: IntakeParts;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  /**
   * Stores a file for a space.
   * @throws `validation_failed` with the path `file` if its content is not allowed, `unavailable` if it cannot be
   * stored
   */
  async admit(spaceId: string, uploaded: UploadedFile): Promise<AssetFile> {
    const { spool, files } = this.#parts;
    const { mimeType } = await recogniseFile(uploaded);
    const { file, facts } = await this.#look(spaceId, uploaded, mimeType);
    try {
      const kept = await files.keep(spaceId, { ...file, mimeType });
      return { kept, fileName: uploaded.fileName, mimeType, ...facts };
    } finally {
      await spool.remove(file.path);
    }
  }

  async #look(spaceId: string, uploaded: SpooledFile, mimeType: string): Promise<{ file: SpooledFile; facts: Facts }> {
    const { images, stripsMetadata } = this.#parts;
    const { path } = uploaded;
    if (mimeType === SVG) {
      const { file, result } = await this.#rewritten((target) => images.cleanSvg({ spaceId, path, target }));
      return { file, facts: { ...result, dominantColor: null, placeholder: null } };
    }
    const facts = (await images.inspect({ spaceId, path, mimeType })) ?? NO_FACTS;
    if (!isStripped(mimeType) || !(await stripsMetadata(spaceId))) return { file: uploaded, facts };
    const { file } = await this.#rewritten((target) => images.strip({ spaceId, path, target, mimeType }));
    return { file, facts };
  }

  /** Writes a new file from an upload. */
  async #rewritten<Result>(write: (target: string) => Promise<Result>): Promise<{ file: SpooledFile; result: Result }> {
    const { spool } = this.#parts;
    const target = await spool.newPath();
    try {
      const result = await write(target);
      return { file: await spool.measure(target), result };
    } catch (error) {
      await spool.remove(target);
      throw error;
    }
  }
}
