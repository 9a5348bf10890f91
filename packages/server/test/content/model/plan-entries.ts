/** What saving entries and acting on them means: creation, replacement, change, and every transition. */
import { defaultLocale, typeOf } from '../../../../testing/src/oracle/content.ts';
import { type ACTIONS, type Chosen, type Operation, type Piece, pick, SLUGS, WORDS } from './operations.ts';
import type { Plan } from './planned.ts';
import { type Doc, type EntryState, idOf, publishable, type State, slugsMeet, type TypeState } from './rules.ts';
import { applyChanges, writes } from './writes.ts';

export function planSave(state: State, operation: Extract<Operation, { kind: 'create' | 'put' }>, base: string): Plan {
  const entryKey = `k${operation.key}`;
  const standing = state.entries[entryKey];
  const put = operation.kind === 'put';
  const type = standing !== undefined && put ? typeOf(state, standing.type) : pick(state.types, operation.type);
  const { fields, changes } = writes(state, type, titled(type, operation), { slugs: false });
  const next = structuredClone(state);
  const draft: Doc = {};
  if (put && standing !== undefined) carryHidden(state, type, standing.draft, draft);
  applyChanges(draft, changes);
  const refusals: string[] = [];
  if (standing !== undefined && !put) refusals.push('conflict');
  if (standing?.status === 'archived' && put) refusals.push('invalid_transition');
  const slug = operation.slug === null ? undefined : pick(SLUGS, operation.slug);
  refusals.push(...applySlug(state, type, draft, slug));
  next.entries[entryKey] = saved(standing, { key: entryKey, type: type.apiId, draft });
  const body = { content_type_id: type.apiId, fields, ...(slug === undefined ? {} : { slug }) };
  return settled(next, refusals, {
    method: put ? 'PUT' : 'POST',
    path: put ? `${base}/entries/${entryKey}` : `${base}/entries`,
    body: put ? body : { ...body, key: entryKey },
    entry: entryKey,
  });
}

export function planPatch(state: State, operation: Extract<Operation, { kind: 'patch' }>): Plan {
  const entryKey = keyOf(state, operation);
  const path = `/entries/${idOf(state, entryKey)}`;
  const standing = state.entries[entryKey];
  if (standing === undefined)
    return { method: 'PATCH', path, body: { fields: {} }, next: null, refusals: ['not_found'] };
  const type = typeOf(state, standing.type);
  const { fields, changes } = writes(state, type, operation.pieces, { slugs: operation.slug === null });
  const draft = structuredClone(standing.draft);
  applyChanges(draft, changes);
  const slug = operation.slug === null ? undefined : pick(SLUGS, operation.slug);
  const refusals = applySlug(state, type, draft, slug);
  if (standing.status === 'archived') refusals.push('invalid_transition');
  const next = structuredClone(state);
  next.entries[entryKey] = saved(standing, { key: entryKey, type: type.apiId, draft });
  const body = { fields, ...(slug === undefined ? {} : { slug }) };
  return settled(next, refusals, { method: 'PATCH', path, body, entry: entryKey });
}

/** The pieces with the title before them, so that most entries can be published. */
function titled(
  type: TypeState,
  operation: { readonly title: number; readonly pieces: readonly Piece[] },
): readonly Piece[] {
  if (operation.title >= WORDS.length) return operation.pieces;
  const open = type.fields.filter((field) => field.number !== type.slug);
  const field = open.findIndex((candidate) => candidate.number === type.display);
  return [{ field, locale: 0, value: operation.title, none: false }, ...operation.pieces];
}

function saved(standing: EntryState | undefined, now: { key: string; type: string; draft: Doc }): EntryState {
  if (standing === undefined) return { ...now, status: 'draft', published: null, publishedAt: null, version: 0 };
  return { ...structuredClone(standing), draft: now.draft };
}

function keyOf(state: State, chosen: Chosen): string {
  const keys = Object.keys(state.entries);
  return chosen.stray || keys.length === 0 ? `k${chosen.key}` : pick(keys, chosen.key);
}

export function planAction(state: State, chosen: Chosen, action: (typeof ACTIONS)[number]): Plan {
  const entryKey = keyOf(state, chosen);
  const id = idOf(state, entryKey);
  const plan =
    action === 'delete'
      ? ({ method: 'DELETE', path: `/entries/${id}` } as const)
      : ({ method: 'POST', path: `/entries/${id}/${action}` } as const);
  const standing = state.entries[entryKey];
  if (standing === undefined) return { ...plan, next: null, refusals: ['not_found'] };
  const next = structuredClone(state);
  const entry = next.entries[entryKey];
  if (entry === undefined) throw new Error('A clone without its entry.');
  if (action === 'delete') {
    delete next.entries[entryKey];
    return { ...plan, next, refusals: [] };
  }
  const allowed = {
    publish: ['draft', 'published', 'changed'],
    unpublish: ['published', 'changed'],
    archive: ['draft', 'published', 'changed', 'archived'],
    unarchive: ['archived'],
  }[action];
  if (!allowed.includes(standing.status)) return { ...plan, next: null, refusals: ['invalid_transition'] };
  if (action === 'publish' && !publishable(state, typeOf(state, standing.type), standing)) {
    const unchanged = standing.status === 'published' ? next : null;
    return { ...plan, next: unchanged, refusals: ['validation_failed'], entry: entryKey };
  }
  if (action === 'publish') {
    entry.published = structuredClone(entry.draft);
    entry.status = 'published';
  } else {
    entry.published = null;
    entry.publishedAt = null;
    entry.status = action === 'archive' ? 'archived' : 'draft';
  }
  return { ...plan, next, refusals: [], entry: entryKey };
}

/** A save succeeds unless something speaks against it; two entries with one slug do. */
function settled(
  next: State,
  refusals: string[],
  request: Pick<Plan, 'method' | 'path' | 'entry'> & { body: Record<string, unknown> },
): Plan {
  const all = slugsMeet(next) ? [...refusals, 'slug_conflict'] : refusals;
  return { ...request, next: all.length > 0 ? null : next, refusals: all };
}

function applySlug(state: State, type: TypeState, draft: Doc, slug: string | undefined): string[] {
  if (slug === undefined) return [];
  if (type.slug === null) return ['validation_failed'];
  draft[type.slug] = { ...draft[type.slug], [defaultLocale(state).number]: slug };
  return [];
}

/** What a replacing save leaves as it is: what nobody sees today, and the slug in the default locale. */
function carryHidden(state: State, type: TypeState, from: Doc, to: Doc): void {
  const base = defaultLocale(state).number;
  for (const [number, values] of Object.entries(from)) {
    const field = type.fields.find((candidate) => candidate.number === Number(number));
    const seen = field?.localized === true ? state.locales.map((locale) => locale.number) : [base];
    const kept = Object.entries(values).filter(([locale]) => {
      const isSlug = field?.number === type.slug && Number(locale) === base;
      return field === undefined || isSlug || !seen.includes(Number(locale));
    });
    if (kept.length > 0) to[Number(number)] = Object.fromEntries(kept);
  }
}
