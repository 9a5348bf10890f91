/** The context of converting a value. */
import type { Notes } from '../../notes.ts';

export interface ValueContext {
  /** The subject of notes, such as `article abc "Title", body (en)`. */
  readonly about: string;
  readonly notes: Notes;
  /** The key of the asset for an image embedded in a text; null if it is not in the file. */
  readonly assetOf: (image: Readonly<Record<string, unknown>>) => string | null;
}
