/** What the bar over a list of entries takes, on the drafts and in a release. */
import type { Entry } from '../../api/types.ts';

export interface BulkBarProperties {
  readonly selected: ReadonlySet<string>;
  readonly entries: readonly Entry[];
  readonly clear: () => void;
  /** Takes what was done, in words. */
  readonly tell: (words: string) => void;
}
