/**
 * Takes an uploaded file in: what it is, by its bytes alone; an SVG is cleaned, an image measured; then it is kept.
 * What arrived is removed whatever comes of it.
 */
import type { Files, KeptFile } from '../files/files.ts';
import type { Images } from '../files/images/images.ts';
import { recogniseFile } from '../files/media-types/recognise.ts';
import type { Spool, SpooledFile } from '../files/spool.ts';

const SVG = 'image/svg+xml';

/** A file as it arrived. */
export interface UploadedFile extends SpooledFile {
  readonly fileName: string;
}

/** A file that is kept, with what is known of it. */
export interface AssetFile {
  readonly kept: KeptFile;
  readonly fileName: string;
  readonly mimeType: string;
  /** Pixels; null where it has none. */
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
   * Keeps a file for a space.
   * @throws `validation_failed` with the path `file` where its bytes must not be kept, `unavailable` where they cannot
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
