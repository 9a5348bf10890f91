/**
 * Applies a plan inside an open write. First checks what the plan was based on: if the target has changed since, the plan is
 * outdated and nothing is written. Order: content types, then entries (deletions first), then resources of plain values, then
 * deleted content types. Links of published entries are checked at the end.
 */

import { releaseClaims } from '../../content/entries/claims/claims.ts';
import { checkPublishable } from '../../content/entries/draft.ts';
import type { EntryWork, StoredEntry } from '../../content/entries/entry.ts';
import { lockEntries, protectVersions } from '../../content/entries/merged-entry.ts';
import { applyState, removeEntry } from '../../content/entries/save.ts';
import { from, fromNothing, typedWork } from '../../content/entries/stored-entry.ts';
import { publishedAfter, type TargetState } from '../../content/entries/transitions.ts';
import { type ValueKind, valueKinds } from '../../content/kinds/kinds.ts';
import type { ValueRow } from '../../content/kinds/value-merge.ts';
import type { ContentTypes } from '../../model/content-types/content-types.ts';
import { lockTypes } from '../../model/content-types/merged-type.ts';
import type { Models } from '../../model/content-types/models.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { advanceBases } from './bases.ts';
import { mergedStates } from './merged-states.ts';
import { byPlural, type PlannedEntry, type PlanPart } from './plan.ts';
import type { MergeBefore } from './record.ts';
import { keptAfter } from './states.ts';

/** Maximum event-loop time for one merge. */
const WORK_MAX_MS = 60_000;

export interface ApplyParts {
  readonly contentTypes: ContentTypes;
  readonly models: Models;
  readonly versionsKept: number;
  /** The revision of the target's model that the part was planned for. */
  readonly modelRevision: number;
}

/** The open write. */
export interface MergeWrite {
  readonly writer: Writer;
  readonly change: Change;
  readonly actor: Actor;
}

/** The state that the plan was based on has changed. */
export class PlanOutdated extends Error {
  /** `<kind> <key>` of what has changed; empty if that is not known, or if it is the model. */
  readonly resources: ReadonlySet<string>;

  constructor(resources: ReadonlySet<string> = new Set()) {
    super('The environments have changed since the merge was planned.');
    this.name = 'PlanOutdatedError';
    this.resources = resources;
  }
}

/**
 * @param ids row ids for new entries
 * @throws PlanOutdated, or whatever the rules of content types, entries and assets reject
 */
export async function applyMerge(
  write: MergeWrite,
  plan: PlanPart,
  { ids, ...parts }: ApplyParts & { readonly ids: readonly number[] },
): Promise<MergeBefore> {
  const pace = new Pace(WORK_MAX_MS);
  const { writer, change, actor } = write;
  const types = await mergeTypes(write, plan, parts);
  const work = await workAfterTypes(write, plan, parts);
  const stored = await lockPlanned(work, plan);
  const kept = [...plan.keeps, ...[...stored.entries.values()].flatMap(versionsOf)];
  if (!(await protectVersions(writer, kept))) throw new PlanOutdated();
  await release(work, plan, { stored: stored.entries, pace });
  const entries = await mergeEntries(work, plan, {
    stored: stored.entries,
    ids,
    versionsKept: parts.versionsKept,
    pace,
  });
  const values = await mergeValues(work, plan, { stored: stored.values, pace });
  for (const { key, outcome } of plan.entries) {
    const entry = outcome.published === null ? undefined : entries.get(key);
    if (entry?.published != null) {
      const typed = typedWork(work, entry.row);
      await checkPublishable({ ...typed, coming: plan.coming }, entry.published);
    }
    await pace.restIfDue();
  }
  // What has components inside goes before these.
  for (const [apiId, { outcome }] of [...plan.types].toReversed()) {
    if (outcome.action !== 'delete') continue;
    await parts.contentTypes.deleteIn({ writer, change, actor, environment: work.environment }, apiId);
    change.endPart();
  }
  const bases = await advanceBases(writer, plan, await parts.models.forWrite(writer, work.environment));
  return {
    types,
    entries: plan.entries.map(({ key }) => ({
      key,
      before: stored.entries.get(key)?.row ?? null,
      version: entries.get(key)?.row.version ?? null,
    })),
    ...byPlural((kind) =>
      keysOf(plan, kind).map((key) => ({
        key,
        before: stored.values.get(kind.name)?.get(key) ?? null,
        version: values.get(nameOf(kind, key)) ?? null,
      })),
    ),
    ...bases,
  };
}

/** The versions needed to restore an entry. */
function versionsOf({ row: { id, version, published_version } }: StoredEntry) {
  const draft = { id, version };
  return published_version === null || published_version === version
    ? [draft]
    : [draft, { id, version: published_version }];
}

async function mergeTypes(
  { writer, change, actor }: MergeWrite,
  { relation, types }: PlanPart,
  { contentTypes, models, modelRevision }: Omit<ApplyParts, 'versionsKept'>,
): Promise<MergeBefore['types'][number][]> {
  const { environment } = relation.target;
  const changing = [...types].filter(([, { outcome }]) => outcome.action !== 'none');
  if (changing.length === 0) return [];
  const work = { writer, change, actor, environment };
  const locked = new Map((await lockTypes(work)).map((type) => [type.apiId, type]));
  if ((await models.forWrite(writer, environment)).revision !== modelRevision) throw new PlanOutdated();
  const before: MergeBefore['types'][number][] = [];
  for (const [apiId, { outcome, requests }] of changing) {
    let version: number | null = null;
    for (const input of requests) {
      version = (await contentTypes.putIn(work, apiId, { input, confirmDataLoss: outcome.hides })).type.version;
      change.endPart();
    }
    before.push({ key: apiId, before: locked.get(apiId) ?? null, version });
  }
  return before;
}

/** The work on entries and assets, with the model after the content types have changed. */
async function workAfterTypes(
  write: MergeWrite,
  { relation, types }: PlanPart,
  { models, modelRevision }: Pick<ApplyParts, 'models' | 'modelRevision'>,
): Promise<EntryWork> {
  const { environment } = relation.target;
  const model = await models.forWrite(write.writer, environment, 'all');
  const isChanged = [...types.values()].some(({ outcome }) => outcome.action !== 'none');
  if (!isChanged && model.revision !== modelRevision) throw new PlanOutdated();
  return { ...write, environment, model };
}

interface Stored {
  readonly entries: ReadonlyMap<string, StoredEntry>;
  /** By kind, then by key. */
  readonly values: ReadonlyMap<string, ReadonlyMap<string, ValueRow>>;
}

/** Locks and returns what the merge changes. @throws PlanOutdated if it differs from what the plan expects */
async function lockPlanned({ writer, environment: { number } }: EntryWork, plan: PlanPart): Promise<Stored> {
  const entryKeys = plan.entries.map(({ key }) => key);
  const entries = await lockEntries(writer, number, entryKeys);
  const values = new Map<string, ReadonlyMap<string, ValueRow>>();
  for (const kind of valueKinds) values.set(kind.name, await kind.merge.lock(writer, number, keysOf(plan, kind)));
  const changed = new Set<string>();
  for (const { key, target } of plan.entries)
    if (entries.get(key)?.row.version !== target?.row.version) changed.add(`entry ${key}`);
  for (const { kind, key, target } of plan.values)
    if (values.get(kind.name)?.get(key)?.version !== target?.version) changed.add(nameOf(kind, key));
  if (changed.size > 0) throw new PlanOutdated(changed);
  return { entries, values };
}

/** The keys of the resources of a kind that a plan changes. */
function keysOf({ values }: PlanPart, { name }: ValueKind): string[] {
  return values.filter(({ kind }) => kind.name === name).map(({ key }) => key);
}

/** Deletes the entries to be deleted, and releases slugs and unique values for others. */
async function release(
  work: EntryWork,
  plan: PlanPart,
  { stored, pace }: { stored: ReadonlyMap<string, StoredEntry>; pace: Pace },
): Promise<void> {
  for (const planned of plan.entries) {
    const before = stored.get(planned.key);
    if (before === undefined) continue;
    const typed = typedWork(work, before.row);
    if (planned.outcome.action === 'delete') {
      await removeEntry(typed, before);
      work.change.endPart();
    } else {
      const state = stateOf(work, plan, { planned, before });
      const after = { draft: state.draft, published: publishedAfter(before, state) };
      await releaseClaims(typed, before.row.id, { before, after });
    }
    await pace.restIfDue();
  }
}

async function mergeEntries(
  work: EntryWork,
  plan: PlanPart,
  context: {
    readonly stored: ReadonlyMap<string, StoredEntry>;
    readonly ids: readonly number[];
    readonly versionsKept: number;
    readonly pace: Pace;
  },
): Promise<Map<string, StoredEntry>> {
  const { stored, ids, versionsKept, pace } = context;
  const merged = new Map<string, StoredEntry>();
  const unused = [...ids];
  for (const planned of plan.entries) {
    const { key, outcome, type: apiId } = planned;
    const type = work.model.typeByApiId(apiId);
    if (outcome.action === 'delete' || type === undefined) continue;
    const before = stored.get(key) ?? null;
    const state = stateOf(work, plan, { planned, before });
    const typed = { ...work, type };
    const origin = before === null ? await fromNothing(typed, { id: unused.shift() as number, key }) : from(before);
    merged.set(key, await applyState(typed, origin, state, { action: 'merge', versionsKept }));
    work.change.endPart();
    await pace.restIfDue();
  }
  return merged;
}

function stateOf(
  { model }: EntryWork,
  { types }: PlanPart,
  { planned, before }: { planned: PlannedEntry; before: StoredEntry | null },
): TargetState {
  const { outcome, type: apiId } = planned;
  const type = model.typeByApiId(apiId);
  const mergedOf = (one: string) => types.get(one)?.outcome.type;
  if (type === undefined || mergedOf(apiId) === undefined) throw new PlanOutdated();
  return mergedStates(before, outcome, { type, model, mergedOf });
}

/** @returns the resulting versions, by kind and key; without deleted resources */
async function mergeValues(
  work: EntryWork,
  { values }: PlanPart,
  { stored, pace }: { stored: Stored['values']; pace: Pace },
): Promise<Map<string, number>> {
  const merged = new Map<string, number>();
  for (const { kind, key, outcome } of values) {
    const before = stored.get(kind.name)?.get(key);
    if (outcome.action !== 'delete') {
      const kept = keptAfter(kind, before, outcome.values);
      merged.set(nameOf(kind, key), (await kind.merge.save(work, before ?? null, key, kept)).version);
    } else if (before !== undefined) await kind.merge.remove(work, before);
    work.change.endPart();
    await pace.restIfDue();
  }
  return merged;
}

function nameOf({ name }: ValueKind, key: string): string {
  return `${name} ${key}`;
}
