/** Updates the search texts of entries after a model change: for `search/indexing.ts`, in steps of one write. */
import { yieldToReads } from '../../platform/database/savepoint.ts';
import { inPieces } from '../../platform/kit/pieces.ts';
import { TEXTS_KEY } from '../../reading/search/texts.ts';
import type { EntryWork, StoredEntry } from './entry.ts';
import { indexOf, updateIndex } from './index-rows.ts';
import { selectKeysOfType, selectStateSizes } from './store.ts';
import { loadEntry, typedWork } from './stored-entry.ts';

const ENTRIES_AT_ONCE = 50;
/** A step ends after reading this many bytes of documents, because the words of their texts stay in memory until then. */
const STEP_BYTES = 4_194_304;

/**
 * Recomputes the texts of some entries of a type.
 * @param after row id after which to continue
 * @returns the last row id it read; null if there is none after it
 */
export async function indexTexts(work: EntryWork, contentType: number, after: number): Promise<number | null> {
  const { environment } = work;
  const place = { environment: environment.number, contentType, after, chunk: ENTRIES_AT_ONCE };
  const some = await selectKeysOfType(work.writer, place);
  const ids = some.map(({ id }) => id);
  const sizes = new Map<number, number>();
  for (const { id, bytes } of await selectStateSizes(work.writer, ids)) sizes.set(id, (sizes.get(id) ?? 0) + bytes);
  const [first = []] = inPieces(some, ({ id }) => sizes.get(id) ?? 0, STEP_BYTES);
  for (const { key } of first) {
    const entry = await loadEntry(work.writer, environment, key);
    if (entry === undefined || !(await rewriteTexts(work, entry))) continue;
    const { id, content_type } = entry.row;
    work.change.item({
      environment,
      event: null,
      kind: 'entry',
      key,
      resource: id,
      contentType: content_type,
      published: entry.published !== null,
    });
    await yieldToReads();
  }
  const isLast = first.length === some.length && some.length < ENTRIES_AT_ONCE;
  return isLast ? null : (first.at(-1)?.id ?? null);
}

/** Returns false if the texts are up to date. */
function rewriteTexts(work: EntryWork, { row, draft, published }: StoredEntry): Promise<boolean> {
  const { id, version } = row;
  return updateIndex(work.writer, { id, version, draft, published }, async (document, held) => {
    const values = await indexOf(typedWork(work, row), document);
    return textsIn(values) === textsIn(held) ? null : values;
  });
}

function textsIn(values: string): string {
  return JSON.stringify((JSON.parse(values) as Record<string, unknown>)[TEXTS_KEY] ?? null);
}
