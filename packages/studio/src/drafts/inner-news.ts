/** What others did inside of a value with components in it, as the screens see it. */
import type { PlaceChange } from '../../../contract/src/blocks-changes.ts';

/** What others put in the place of something. */
export interface Replacement {
  /** What was shown before; undefined if nothing. A rich text with what the person has written since. */
  readonly before: unknown;
  /** What is there now; undefined if nothing. */
  readonly now: unknown;
  /** Whether this tab had saved what was there before; of a rich text, a block of it that is there no more. */
  readonly isMine: boolean;
}

/** A place inside of a value with components that others changed: a value, or a block or component as a whole. */
export interface InnerNews extends Replacement, Pick<PlaceChange, 'kind' | 'at' | 'from'> {
  /** As the server writes it, but for the locale of a field that has none. */
  readonly path: string;
  /** What was there before; of a rich text, what is there now with the blocks that this tab had saved. */
  readonly restored: unknown;
}

/** A block that this side removed and the other one changed. It is out of the list until somebody decides. */
export interface Removal {
  readonly id: string;
  /** As it was removed. */
  readonly before: unknown;
  /** As the other side has it. */
  readonly theirs: unknown;
  /** How many blocks of the list stand before it. */
  readonly at: number;
}
