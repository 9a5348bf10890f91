/**
 * Undoes a merge inside an open write: everything that it changed is restored with its times, and so is the common ancestor, so
 * that the source's changes can be merged again. If anything has changed since, that is a conflict, and nothing is undone.
 */

import { componentsOf } from '../../../../contract/src/fields.ts';
import { releaseClaims } from '../../content/entries/claims/claims.ts';
import type { EntryWork, StoredEntry } from '../../content/entries/entry.ts';
import {
  type EarlierEntry,
  lockEntries,
  readKeptVersions,
  readVersions,
  restoreEntry,
} from '../../content/entries/merged-entry.ts';
import { removeEntry } from '../../content/entries/save.ts';
import { typedWork } from '../../content/entries/stored-entry.ts';
import type { EntryRow } from '../../content/entries/tables.ts';
import { type ValueKind, valueKinds } from '../../content/kinds/kinds.ts';
import type { ValueRow } from '../../content/kinds/value-merge.ts';
import { takeMigrationsBack } from '../../content/migrations/migration-copy.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import type { ContentTypes } from '../../model/content-types/content-types.ts';
import { lockTypes, readTypes, restoreType } from '../../model/content-types/merged-type.ts';
import type { Models } from '../../model/content-types/models.ts';
import type { StoredContent } from '../../model/content-types/stored-content.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Reader } from '../../platform/database/database.ts';
import { DomainError, notFound } from '../../platform/errors/domain-error.ts';
import { Pace } from '../../platform/kit/pace.ts';
import type { MergeWrite } from './apply.ts';
import { restoreBases } from './bases.ts';
import { type Growth, growthOfUndone } from './growth.ts';
import { type Changed, type MergeBefore, unpacked } from './record.ts';
import { findLaterMerge, findMerge, markUndone, placeOfPair } from './store.ts';
import type { MergeRow } from './tables.ts';

const WORK_MAX_MS = 60_000;
const NONE_RESTORED: Restored = new Map();

export interface UndoParts {
  readonly contentTypes: ContentTypes;
  readonly models: Models;
  readonly stored: StoredContent;
  readonly versionsKept: number;
}

/** A resource that changed since the merge. */
interface ChangedSince {
  readonly path: string;
  readonly rule: 'changed_since' | 'data_loss';
}

/** The versions of what later parts of the same merge have restored, by path. */
export type Restored = Map<string, number | null>;

/**
 * @param what.id the part to undo
 * @param what.merge the merge that it belongs to
 * @throws `not_found`, or `conflict` with `conflicts`
 */
export async function undoMerge(
  write: MergeWrite,
  what: { target: Environment; id: string; merge: string; restored: Restored },
  parts: UndoParts,
): Promise<void> {
  const { writer, change, actor } = write;
  const { target, id, merge, restored } = what;
  const row = await findMerge(writer, target.number, id);
  if (row === undefined) throw notFound('merge');
  await rejectLater(writer, row);
  if (!(await markUndone(writer, id, { at: change.at, by: actor.id })))
    throw new DomainError('conflict', 'There is nothing to undo; the merge was already undone.');
  const before = unpacked<MergeBefore>(row.before);
  const types = new Map((await lockTypes({ writer, environment: target })).map((type) => [type.apiId, type]));
  const entries = await lockEntries(
    writer,
    target.number,
    before.entries.map(({ key }) => key),
  );
  const values: UndoneValues[] = [];
  for (const kind of valueKinds) {
    const changed = before[kind.merge.plural] ?? [];
    const keys = changed.map(({ key }) => key);
    values.push({ kind, changed, now: await kind.merge.lock(writer, target.number, keys) });
  }
  rejectChanged([
    ...changedIn('content_types', before.types, restored, (key) => types.get(key)?.version),
    ...changedIn('entries', before.entries, restored, (key) => entries.get(key)?.row.version),
    ...values.flatMap(({ kind, changed, now }) =>
      changedIn(kind.merge.plural, changed, restored, (key) => now.get(key)?.version),
    ),
  ]);
  await restoreTypes({ ...write, target }, before.types, { types, ...parts });
  const work: EntryWork = { ...write, environment: target, model: await parts.models.forWrite(writer, target) };
  await restoreEntries(work, before.entries, { entries, versionsKept: parts.versionsKept, restored });
  for (const ofKind of values) await restoreValues(work, ofKind, restored);
  await removeTypes({ ...write, target }, before.types, { types, since: row.created_at, ...parts });
  await takeMigrationsBack(writer, target.number, merge);
  await restoreBases(writer, placeOfPair(row.environment, row.source), before);
  change.record({
    action: 'merge.undo',
    target: { type: 'merge', id: merge },
    spaceId: target.spaceId,
    environment: target.name,
    changes: { after: { undone: true } },
  });
}

/**
 * Rejects undoing some parts of a merge if anything of them has changed since, before the first of them is undone.
 * @param parts the last one first
 * @returns what undoing each of them adds
 */
export async function rejectChangedParts(
  reader: Reader,
  { number }: Environment,
  parts: readonly MergeRow[],
): Promise<Growth[]> {
  const [last] = parts;
  if (last !== undefined) await rejectLater(reader, last);
  const seen = new Set<string>();
  const growth: Growth[] = [];
  const pace = new Pace(WORK_MAX_MS);
  const types = new Map((await readTypes(reader, number)).map((type) => [type.apiId, type]));
  for (const part of parts) {
    const before = unpacked<MergeBefore>(part.before);
    const entries = await readVersions(
      reader,
      number,
      before.entries.map(({ key }) => key),
    );
    const changed = changedIn('content_types', before.types, NONE_RESTORED, (key) => types.get(key)?.version);
    changed.push(...changedIn('entries', before.entries, NONE_RESTORED, (key) => entries.get(key)));
    for (const { merge } of valueKinds) {
      const ofKind = before[merge.plural] ?? [];
      const keys = ofKind.map(({ key }) => key);
      const now = keys.length === 0 ? undefined : await merge.read(reader, number, keys);
      changed.push(...changedIn(merge.plural, ofKind, NONE_RESTORED, (key) => now?.get(key)?.version));
    }
    rejectChanged(changed.filter(({ path }) => !seen.has(path)));
    for (const path of pathsOf(before)) seen.add(path);
    growth.push(growthOfUndone(before));
    await pace.restIfDue();
  }
  return growth;
}

/** The paths of all resources that a part changed. */
function pathsOf(before: MergeBefore): string[] {
  return [
    ...before.types.map(({ key }) => `content_types.${key}`),
    ...before.entries.map(({ key }) => `entries.${key}`),
    ...valueKinds.flatMap(({ merge }) => (before[merge.plural] ?? []).map(({ key }) => `${merge.plural}.${key}`)),
  ];
}

/** Rejects undoing if a later merge of the two environments built on this one. */
async function rejectLater(db: Reader, row: Parameters<typeof findLaterMerge>[1]): Promise<void> {
  const later = await findLaterMerge(db, row);
  if (later === undefined) return;
  const conflicts = [{ path: `merges.${later.id}`, rule: 'changed_since' }];
  throw new DomainError(
    'conflict',
    `Undo the merge ${later.id} first; it is a later merge of the same two environments.`,
    {
      conflicts,
    },
  );
}

function changedIn(
  name: string,
  changed: readonly { readonly key: string; readonly version: number | null }[],
  restored: Restored,
  versionOf: (key: string) => number | undefined,
): ChangedSince[] {
  const expected = (key: string, version: number | null) => {
    const own = restored.get(`${name}.${key}`);
    return own === undefined ? version : own;
  };
  return changed
    .filter(({ key, version }) => (versionOf(key) ?? null) !== expected(key, version))
    .map(({ key }) => ({ path: `${name}.${key}`, rule: 'changed_since' }));
}

function rejectChanged(conflicts: readonly ChangedSince[]): void {
  const [first] = conflicts;
  if (first === undefined) return;
  const rest = conflicts.length === 1 ? '' : ` and ${conflicts.length - 1} more`;
  const message = `Change it back by hand; ${first.path}${rest} changed since the merge.`;
  throw new DomainError('conflict', message, { conflicts });
}

type TypeChange = MergeBefore['types'][number];

interface TypeUndo extends UndoParts {
  /** Current content types, by `api_id`. */
  readonly types: ReadonlyMap<string, ContentType>;
}

async function restoreTypes(
  { writer, change, actor, target: environment }: MergeWrite & { target: Environment },
  changed: readonly TypeChange[],
  { types, stored, models }: TypeUndo,
): Promise<void> {
  for (const { key, before: was } of changed) {
    if (was === null) continue;
    await restoreType(
      { writer, change, actor, environment },
      { before: types.get(key) ?? null, was },
      { stored, models },
    );
    change.endPart();
  }
}

/**
 * Deletes content types that the merge created, and checks that no other entries have values in fields that it added, or blocks of
 * components that fields take since.
 */
async function removeTypes(
  { writer, change, actor, target: environment }: MergeWrite & { target: Environment },
  changed: readonly TypeChange[],
  { types, since, stored, models, contentTypes }: TypeUndo & { readonly since: number },
): Promise<void> {
  const model = await models.forWrite(writer, environment);
  // What has components inside goes before these.
  for (const { key, before: was } of changed.toReversed()) {
    const merged = types.get(key);
    if (merged === undefined) continue;
    if (was === null) {
      const used =
        merged.kind === 'component'
          ? await stored.countWithComponent(writer, model, merged.number)
          : await stored.countOfType(writer, environment.number, merged.number);
      rejectInUse(used, `content_types.${key}`);
      await contentTypes.deleteIn({ writer, change, actor, environment }, key);
      change.endPart();
      continue;
    }
    const known = new Set([...was.fields, ...was.hiddenFields].map(({ number }) => number));
    for (const { number: field, id } of merged.fields.filter(({ number }) => !known.has(number))) {
      const place = { environment: environment.number, contentType: merged.number, field };
      rejectInUse((await stored.countWithField(writer, model, place)).entries, `content_types.${key}.fields.${id}`);
    }
    for (const field of was.fields) {
      const added = componentsOf(merged.fields.find(({ number }) => number === field.number) ?? field);
      const components = added
        .filter((name) => !componentsOf(field).includes(name))
        .flatMap((name) => model.componentByApiId(name)?.number ?? []);
      if (components.length === 0) continue;
      // Blocks that were hidden when the merge let the field take them again are hidden as before.
      const where = { environment: environment.number, contentType: merged.number, field: field.number };
      const place = { ...where, components, savedSince: since };
      rejectInUse(
        (await stored.countWithComponents(writer, model, place)).entries,
        `content_types.${key}.fields.${field.id}`,
      );
    }
  }
}

function rejectInUse(entries: number, path: string): void {
  if (entries === 0) return;
  const message = `Change it back by hand; the merge added ${path}, and ${entries} entries have used it since.`;
  throw new DomainError('conflict', message, { conflicts: [{ path, rule: 'data_loss' }] });
}

async function restoreEntries(
  work: EntryWork,
  changed: MergeBefore['entries'],
  {
    entries,
    versionsKept,
    restored,
  }: { entries: ReadonlyMap<string, StoredEntry>; versionsKept: number; restored: Restored },
): Promise<void> {
  const pace = new Pace(WORK_MAX_MS);
  const earlier = await earlierEntries(work, changed);
  for (const { key } of changed) {
    const [now, was] = [entries.get(key), earlier.get(key)];
    if (now === undefined) continue;
    const typed = typedWork(work, now.row);
    await releaseClaims(typed, now.row.id, { before: now, after: was ?? null });
    if (was === undefined) {
      await removeEntry(typed, now);
      restored.set(`entries.${key}`, null);
      work.change.endPart();
    }
    await pace.restIfDue();
  }
  for (const [key, was] of earlier) {
    const { row } = await restoreEntry(typedWork(work, was.row), entries.get(key) ?? null, was, versionsKept);
    restored.set(`entries.${key}`, row.version);
    work.change.endPart();
    await pace.restIfDue();
  }
}

/** The entries in their previous state, by key. */
async function earlierEntries(
  { writer }: EntryWork,
  changed: MergeBefore['entries'],
): Promise<Map<string, EarlierEntry>> {
  const rows = changed.map(({ before }) => before).filter((row): row is EntryRow => row !== null);
  const refs = rows.flatMap(({ id, version, published_version: published }) => [
    { id, version },
    ...(published === null ? [] : [{ id, version: published }]),
  ]);
  const versions = await readKeptVersions(writer, refs);
  const documentOf = (id: number, version: number) => {
    const kept = versions.get(`${id} ${version}`);
    if (kept === undefined) throw new Error(`Version ${version} of entry ${id} was not kept for undoing a merge.`);
    return kept.document;
  };
  return new Map(
    rows.map((row) => {
      const draft = documentOf(row.id, row.version);
      const { published_version: version } = row;
      const published = version === null ? null : version === row.version ? draft : documentOf(row.id, version);
      return [row.key, { row, draft, published }];
    }),
  );
}

/** A merge's changes to one kind of plain values, and the current rows, by key. */
interface UndoneValues {
  readonly kind: ValueKind;
  readonly changed: readonly Changed<ValueRow>[];
  readonly now: ReadonlyMap<string, ValueRow>;
}

async function restoreValues(work: EntryWork, { kind, changed, now }: UndoneValues, restored: Restored): Promise<void> {
  const pace = new Pace(WORK_MAX_MS);
  for (const { key, before: was } of changed) {
    const before = now.get(key) ?? null;
    const path = `${kind.merge.plural}.${key}`;
    restored.set(path, was === null ? null : (await kind.merge.restore(work, before, was)).version);
    if (was === null && before !== null) await kind.merge.remove(work, before);
    work.change.endPart();
    await pace.restIfDue();
  }
}
