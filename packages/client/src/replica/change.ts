/** What those who follow an environment are told. */

/** What has changed. */
export interface Change {
  /** The state of the content from which on it is so, for `atLeast`. */
  revision: number;
  /** Ids and content types of entries; of one that was removed the type may be '', where it was told without a stream. */
  entries: [id: string, type: string, op: 'put' | 'remove'][];
  /** Ids of assets. */
  assets: [id: string, op: 'put' | 'remove'][];
  /** Whether content types or locales have changed. */
  model: boolean;
  /** What it made stale, as `tags` of pages have it. */
  tags: string[];
  /** Whether anything may have changed: then nothing is named. */
  all: boolean;
}

/** Says that anything may have changed. */
export function anyChange(revision: number): Change {
  return { revision, entries: [], assets: [], model: true, tags: [], all: true };
}
