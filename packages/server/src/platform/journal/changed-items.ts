/** The changes of an environment in journal order, for code that follows them to copy or export the environment. */
import type { Reader } from '../database/database.ts';

/** An ordinal after every item of a revision. */
export const BEHIND_ITEMS = Number.MAX_SAFE_INTEGER;

/** A range of an environment's journal: after an item, up to and including a revision. */
export interface JournalStretch {
  readonly environment: number;
  readonly revision: number;
  readonly ordinal: number;
  readonly until: number;
}

/** An item of the journal. */
export interface ChangedItem {
  readonly revision: number;
  readonly ordinal: number;
  readonly kind: string;
  readonly key: string;
  /** Row id of the resource. */
  readonly resource: number;
}

/** The next items of a range, in order. */
export async function changedItems(db: Reader, stretch: JournalStretch, limit: number): Promise<ChangedItem[]> {
  const { environment, revision, ordinal, until } = stretch;
  return db
    .selectFrom('journal_items')
    .select(['revision', 'ordinal', 'kind', 'key', 'resource'])
    .where('environment', '=', environment)
    .where('revision', '>=', revision)
    .where('revision', '<=', until)
    .where((eb) => eb.or([eb('revision', '>', revision), eb('ordinal', '>', ordinal)]))
    .orderBy('revision')
    .orderBy('ordinal')
    .limit(limit)
    .execute();
}

/** Some of the entries that delivery saw change after a revision, up to another; once for each change. */
export function publishedMoves(
  db: Reader,
  { environment, revision, until }: Omit<JournalStretch, 'ordinal'>,
  limit: number,
): Promise<Pick<ChangedItem, 'key' | 'resource'>[]> {
  return db
    .selectFrom('journal_items')
    .select(['key', 'resource'])
    .where('environment', '=', environment)
    .where('revision', '>', revision)
    .where('revision', '<=', until)
    .where('kind', '=', 'entry')
    .where('published', '=', 1)
    .limit(limit)
    .execute();
}

/** Whether content types or locales changed after one revision, up to another. */
export async function hasModelChange(
  db: Reader,
  { environment, revision, until }: Omit<JournalStretch, 'ordinal'>,
): Promise<boolean> {
  const item = await db
    .selectFrom('journal_items')
    .select('revision')
    .where('environment', '=', environment)
    .where('revision', '>', revision)
    .where('revision', '<=', until)
    .where('kind', 'in', ['content_type', 'locale'])
    .limit(1)
    .executeTakeFirst();
  return item !== undefined;
}
