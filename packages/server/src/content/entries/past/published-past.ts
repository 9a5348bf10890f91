/**
 * The past of entries as readers saw them: with each change of what is published, what it was before. Invariant: what delivery showed
 * of an entry at a revision is the first row of `published_states` behind that revision, or what it shows now if there is none. The
 * documents are those of published versions, which are never pruned.
 */
import type { TypedWork } from '../entry.ts';
import { publishedSavedAt } from '../state-rows.ts';
import { insertPublishedState } from '../store.ts';
import type { EntryRow, PublishedStateRow } from '../tables.ts';

/** Keeps what readers saw of an entry until this write, if it changes that. @param before null if it is new @param after null if it is deleted */
export function keepPublished(
  { change }: Pick<TypedWork, 'change'>,
  before: EntryRow | null,
  after: EntryRow | null,
): void {
  const row = before ?? after;
  if (row === null || JSON.stringify(shownOf(before)) === JSON.stringify(shownOf(after))) return;
  const { id: entry, environment, key, content_type, created_at, created_by } = row;
  const state = { environment, entry, key, content_type, created_at, created_by, ...(shownOf(before) ?? NOTHING) };
  change.atRevision(environment, async (writer, revision) => {
    await insertPublishedState(writer, { ...state, until: revision });
  });
}

const NOTHING = { version: null, saved_at: null, published_at: null, first_published_at: null };

/** What readers see of an entry beside its document, as far as it changes; null if nothing is published. */
function shownOf(row: EntryRow | null): Pick<PublishedStateRow, 'created_at' | keyof typeof NOTHING> | null {
  if (row === null || row.published_version === null) return null;
  const { created_at, published_version: version, published_at, first_published_at } = row;
  return { created_at, version, saved_at: publishedSavedAt(row), published_at, first_published_at };
}
