/** What the conversion of a value asks and tells. */
import type { Notes } from '../../notes.ts';

export interface ValueContext {
  /** The subject of notes, such as `article abc "Title", body (en)`. */
  readonly about: string;
  readonly notes: Notes;
  /** The key of the asset that a picture inside of a text is; null if it is not in the file. */
  readonly assetOf: (image: Readonly<Record<string, unknown>>) => string | null;
}
