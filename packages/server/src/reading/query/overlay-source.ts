/**
 * What lies over an environment for those who ask for it: entries that a request sees in place of those that are stored. It is how
 * change sets are read before they go out, and moments of the past. `reading` knows nothing of either: whoever does makes a source
 * for a request, and the engine makes small tables of its rows (`overlay.ts`), which queries see in place of the stored rows with
 * the same keys. Documents are read when an entry is shown, as others are.
 */
import type { Model } from '../../model/content-types/model.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { TextIn } from '../search/texts.ts';
import type { IndexRow } from './index-row.ts';
import type { QueryState } from './query.ts';

/** An entry of an overlay as queries see it: its values are those of its index row, but for the ids of its texts. */
export interface OverlaidRow extends IndexRow {
  readonly firstPublishedAt: number | null;
  /** Names everything that its document was made of: two with the same basis have the same document. */
  readonly basis: string;
}

/** What an overlay shows, as of one snapshot. */
export interface OverlayContent {
  /** The name that a source has which is made now: the same as that of the source, unless something moved since. */
  readonly name: string;
  /** Each key at most once. */
  readonly rows: readonly OverlaidRow[];
  /** Keys of stored entries that are not seen, beside those of the rows. */
  readonly gone: readonly string[];
  /** Keys of the entries whose changes may change it; null where those of any entry may. */
  readonly restsOn: ReadonlySet<string> | null;
}

/** The document of an entry of an overlay. */
export interface OverlaidDocument {
  readonly basis: string;
  /** JSON, as documents are stored. */
  readonly text: string;
}

/** Is told of each row with the texts that it is found by. */
export type SeeTexts = (row: OverlaidRow, textIn: TextIn) => void;

export interface OverlaySource {
  /** Decides what it shows, with what is stored of the environment: part of ETags and of the keys of caches. */
  readonly name: string;
  /** The state whose entries it lies over. */
  readonly state: QueryState;
  /** Whether it is read with a model of its own, which is not that of the environment. */
  readonly isOfThen?: boolean;

  /**
   * Reads what it shows.
   * @param reader a snapshot
   * @param model of the environment, as of the snapshot; or of then
   * @param see given where words are to be searched for
   * @throws `not_found` if it is gone
   */
  read(reader: Reader, model: Model, see?: SeeTexts): Promise<OverlayContent>;

  /** Reads documents by key, as they are now; entries that it no longer shows are missing. */
  documents(reader: Reader, model: Model, keys: readonly string[]): Promise<ReadonlyMap<string, OverlaidDocument>>;
}
