/**
 * Accepts an uploaded file: detects its type from its content alone, cleans an SVG, measures an image, then stores it.
 * The upload is removed in any case.
 */
import type { Files, KeptFile } from '../files/files.ts';
import type { Images } from '../files/images/images.ts';
import { recogniseFile } from '../files/media-types/recognise.ts';
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

export interface IntakeParts {
  readonly spool: Spool;
  readonly files: Files;
  readonly images: Pick<Images, 'inspect' | 'cleanSvg'>;
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
    const { file, facts } = await this.#look(uploaded, mimeType);
    try {
      const kept = await files.keep(spaceId, { ...file, mimeType });
      return { kept, fileName: uploaded.fileName, mimeType, ...facts };
    } finally {
      await spool.remove(file.path);
    }
  }

  async #look(uploaded: SpooledFile, mimeType: string): Promise<{ file: SpooledFile; facts: Facts }> {
    const { images } = this.#parts;
    if (mimeType === SVG) return this.#clean(uploaded);
    const facts = await images.inspect({ path: uploaded.path, mimeType });
    return { file: uploaded, facts: facts ?? { width: null, height: null, dominantColor: null, placeholder: null } };
  }

  async #clean({ path }: SpooledFile): Promise<{ file: SpooledFile; facts: Facts }> {
    const { spool, images } = this.#parts;
    const target = await spool.newPath();
    try {
      const size = await images.cleanSvg({ path, target });
      return { file: await spool.measure(target), facts: { ...size, dominantColor: null, placeholder: null } };
    } catch (error) {
      await spool.remove(target);
      throw error;
    }
  }
}
