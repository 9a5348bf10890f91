/**
 * The links of entries, as rows for finding what links to a resource: one for each target of an entry, with the states that link to
 * it.
 */
import type { ContentType } from '../../../model/content-types/content-type.ts';
import type { DocumentModel } from '../../../model/fields/document/own-values.ts';
import type { Link } from '../../../model/fields/field.ts';
import { IN_DRAFT, IN_PUBLISHED, type StoredEntry, type TypedWork } from '../entry.ts';
import { factsOf } from '../facts.ts';
import { deleteLink, selectLinksFrom, upsertLink } from './store.ts';

interface LinkedRow {
  readonly link: Link;
  readonly states: number;
}

/** What storing link rows requires. */
type LinkWork = Pick<TypedWork, 'writer' | 'environment' | 'type' | 'model'>;

/**
 * Updates the link rows of an entry to match its states.
 * @param isNew whether the entry has no rows yet
 * @returns whether any row changed
 */
export async function keepLinks(
  work: LinkWork,
  entry: number,
  { states, isNew }: { states: Pick<StoredEntry, 'draft' | 'published'> | null; isNew: boolean },
): Promise<boolean> {
  const has = linkRows(states, work.type, work.model);
  const rows = isNew ? [] : await selectLinksFrom(work.writer, { source: entry });
  const environment = work.environment.number;
  const had = new Map<string, number>();
  let changed = false;
  for (const { target_kind: kind, target_key: key, states } of rows) {
    const name = `${kind} ${key}`;
    if (has.has(name)) had.set(name, states);
    else {
      await deleteLink(work.writer, { environment, kind, key, source: entry });
      changed = true;
    }
  }
  for (const [name, { link, states }] of has) {
    if (had.get(name) === states) continue;
    await upsertLink(work.writer, { environment, kind: link.kind, key: link.key, source: entry, states });
    changed = true;
  }
  return changed;
}

function linkRows(
  states: Pick<StoredEntry, 'draft' | 'published'> | null,
  type: ContentType,
  model: DocumentModel,
): Map<string, LinkedRow> {
  const rows = new Map<string, LinkedRow>();
  if (states === null) return rows;
  for (const link of factsOf(states.draft, type, model).links) rows.set(nameOf(link), { link, states: IN_DRAFT });
  if (states.published === null) return rows;
  for (const link of factsOf(states.published, type, model).links) {
    rows.set(nameOf(link), { link, states: (rows.get(nameOf(link))?.states ?? 0) | IN_PUBLISHED });
  }
  return rows;
}

function nameOf({ kind, key }: Link): string {
  return `${kind} ${key}`;
}

/** The link rows that the states of an entry imply, as `<kind> <key> <states>`. */
export function expectedLinks(
  states: Pick<StoredEntry, 'draft' | 'published'>,
  type: ContentType,
  model: DocumentModel,
): string[] {
  return [...linkRows(states, type, model)].map(([name, row]) => `${name} ${row.states}`);
}
