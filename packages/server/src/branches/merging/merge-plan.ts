/**
 * Plans a merge against the common ancestor: first content types, then entries, then resources of plain values. Then finds what the
 * rules of saving and publishing would reject. Reads inside one snapshot and writes nothing.
 */

import { componentsOf } from '../../../../contract/src/fields.ts';
import type { Violation } from '../../../../contract/src/violations.ts';
import type { VersionRef } from '../../content/entries/merged-entry.ts';
import { valueKinds } from '../../content/kinds/kinds.ts';
import type { StoredContent } from '../../model/content-types/stored-content.ts';
import type { Reader } from '../../platform/database/database.ts';
import { type DomainError, invalid, validationFailed } from '../../platform/errors/domain-error.ts';
import { checkPlanned } from './checks.ts';
import { type PartSizes, partsOf } from './parts.ts';
import type { MergeInput, MergePlan, PlannedEntry, PlannedType, PlannedValues } from './plan.ts';
import { sizeOf, visibleChanges } from './plan.ts';
import { Decisions } from './planning/decisions.ts';
import { mergeValues } from './planning/entry-merge.ts';
import type { Shapes } from './planning/shapes.ts';
import { sameType, shownType } from './planning/type-state.ts';
import { sameState, shownState } from './planning/values-state.ts';
import type { Relation } from './relation.ts';
import { ByteCounter, changedOfKind, FILTERS, type Scope, scopeOf, tooMuch } from './scope.ts';
import { shapesOf, type TypeSides, typeSides, valuePlaces } from './states.ts';
import type { MergeBaseRow } from './tables.ts';
import { planTypes } from './type-planning.ts';
import {
  type EntrySides,
  eachEntry,
  eachOfKind,
  linksFrom,
  nextEntryBase,
  nextValueBase,
  noEntryBase,
  noteLinks,
  pictureFrom,
  placesOfEntry,
} from './value-planning.ts';

/** Maximum number of resources that one merge changes. */
const RESOURCES_MAX = 10_000;
/** Maximum number of values that one merge makes visible. */
const VISIBLE_MAX = 100_000;
/** Maximum number of conflicts that one plan lists. */
const CONFLICTS_MAX = 1_000;

interface Planning {
  readonly relation: Relation;
  readonly input: MergeInput;
  readonly scope: Scope;
  readonly types: ReadonlyMap<string, TypeSides>;
  readonly decisions: Decisions;
  readonly errors: Violation[];
  readonly held: ByteCounter;
}

/** With how values are held by the planned types. */
interface PlanningEntries extends Planning {
  readonly shapes: Shapes;
}

/** The planned changes to entries, and the resulting ancestor states. */
interface PlannedEntries {
  readonly planned: PlannedEntry[];
  readonly bases: MergeBaseRow[];
  readonly keeps: VersionRef[];
  /** The links of the source's entries. */
  readonly linked: Map<string, Set<string>>;
}

export interface PlanMergeOptions {
  readonly input: MergeInput;
  readonly stored: StoredContent;
  readonly at: number;
  readonly sizes: PartSizes;
  /** Whether parts of the merge were written already, so that resolutions may name what is no longer different. */
  readonly isContinued: boolean;
}

/**
 * @param reader sees a single state of both environments
 * @throws `validation_failed` if a filter or resolution names something that does not exist, or if the merge is too large
 */
export async function planMerge(
  reader: Reader,
  relation: Relation,
  { input, stored, at, sizes, isContinued }: PlanMergeOptions,
): Promise<MergePlan> {
  const types = typeSides(relation);
  const scope = await scopeOf(reader, relation, { types, filters: input, root: '' });
  const decisions = new Decisions(input.resolutions ?? []);
  const planning: Planning = { relation, input, scope, types, decisions, errors: [], held: new ByteCounter('') };
  const named = scope.namesEntries ? await typesOfEntries(reader, planning) : scope.types;
  const meant = named && withComponents(named, types);
  const given = [...types.values()].map((sides) => ({ sides, isMeant: meant?.has(sides.apiId) ?? true }));
  for (const { sides, isMeant } of given) if (isMeant) decisions.regard(`content_types.${sides.apiId}`);
  const plannedTypes = await planTypes(reader, given, { target: relation.target, stored, ...planning, at });
  const { locales } = relation.target.model;
  const shapes = shapesOf(types, (apiId) => plannedTypes.get(apiId)?.outcome.type, locales);
  const entries = await planEntries(reader, { ...planning, shapes }, plannedTypes);
  for (const { sides, isMeant } of given) if (isMeant) noteLinks(entries.linked, pictureFrom(sides));
  const values = await planValues(reader, planning, entries.linked);
  await addTypeInUseConflicts(reader, planning, { plannedTypes, entries: entries.planned, stored });
  const plan = { relation, shapes, types: plannedTypes, entries: entries.planned, values: values.planned };
  if (sizeOf(plan) > RESOURCES_MAX) throw tooLarge();
  if (visibleChanges(plan).length > VISIBLE_MAX)
    throw tooLarge('would become visible in one merge', VISIBLE_MAX, 'values');
  const order = { ...(await checkPlanned(reader, plan, planning)), shownAgain: scope.shownAgain };
  if (!isContinued) rejectUnknown(input, decisions);
  const whole = {
    ...plan,
    conflicts: decisions.conflicts,
    errors: planning.errors,
    bases: [...entries.bases, ...values.bases],
    rebasedTypes: given.filter(({ sides, isMeant }) => isMeant && movedType(sides)).map(({ sides }) => sides.apiId),
    keeps: entries.keeps,
  };
  const parts = partsOf(whole, order, isContinued ? { ...sizes, whole: sizes.part } : sizes);
  if (parts.some((part) => sizeOf(part) > sizes.whole)) throw tooLarge('have to change in one write', sizes.whole);
  return { ...whole, parts };
}

/** The content types of the named entries on either side. */
async function typesOfEntries(reader: Reader, { relation, types, scope }: Planning): Promise<Set<string>> {
  const found = new Set<string>();
  const stateIn = (apiId: string) => types.get(apiId)?.three.target;
  const shapes = shapesOf(types, stateIn, relation.target.model.locales);
  await eachEntry(reader, { relation, types, shapes }, scope.entries, ({ three }) => {
    for (const state of [three.target, three.source])
      if (state?.type !== undefined && scope.types?.has(state.type) !== false) found.add(state.type);
  });
  return found;
}

async function planEntries(
  reader: Reader,
  planning: PlanningEntries,
  plannedTypes: ReadonlyMap<string, PlannedType>,
): Promise<PlannedEntries> {
  const { relation, types, shapes, scope, input, decisions } = planning;
  const values: PlannedEntries = { planned: [], bases: [], keeps: [], linked: new Map() };
  const publishes = input.publish === 'as_source';
  const onGone = (key: string) => values.bases.push(noEntryBase(relation, key));
  await eachEntry(reader, { relation, types, shapes, planned: plannedTypes, onGone }, scope.entries, (sides) => {
    const { three } = sides;
    const names = [three.source?.type, three.target?.type].filter((name) => name !== undefined);
    if (scope.types !== undefined && !names.some((name) => scope.types?.has(name))) return;
    decisions.regard(`entries.${sides.key}`);
    noteLinks(values.linked, linksFrom(sides, relation));
    const base = nextEntryBase(sides, relation, { publishes });
    if (base !== undefined) values.bases.push(base.row);
    values.keeps.push(...(base?.keeps ?? []));
    const known = decisions.count;
    const planned = planEntry(sides, planning, plannedTypes.get(sides.type.apiId));
    if (planned !== undefined || decisions.count > known) planning.held.add(sides.bytes);
    if (planned !== undefined) values.planned.push(planned);
    if (values.planned.length > RESOURCES_MAX) throw tooLarge();
    rejectManyConflicts(decisions);
  });
  return values;
}

/** Plans the change to an entry; undefined if it does not change. */
function planEntry(
  sides: EntrySides,
  { relation, shapes, input, decisions }: PlanningEntries,
  plannedType: PlannedType | undefined,
): PlannedEntry | undefined {
  const { key, three, type, target } = sides;
  const merged = plannedType?.outcome.type;
  if (merged === undefined && three.source !== undefined) {
    if (three.base === undefined || !sameState(three.base, three.source)) addMissingTypeConflict(type, decisions);
    return undefined;
  }
  const placeOf = placesOfEntry(type, relation, shapes);
  const published = input.publish === 'as_source' ? sides.published : undefined;
  const merge = { path: `entries.${key}`, three, published, placeOf, show: shownState(placeOf) };
  const outcome = mergeValues(merge, decisions);
  if (outcome.action === 'none') return undefined;
  const paths = outcome.published === null ? outcome.paths : [...outcome.paths, 'status'];
  const apiId = (three.target?.type ?? three.source?.type) as string;
  return { key, type: apiId, outcome: { ...outcome, paths }, target, three };
}

/** Adds a conflict if the target has deleted a content type that has new or changed entries in the source. */
function addMissingTypeConflict({ apiId, three }: TypeSides, decisions: Decisions): void {
  const path = `content_types.${apiId}`;
  if (decisions.resolutionOf(path) !== 'target') decisions.addConflict(path, 'deleted', three, shownType);
}

async function planValues(reader: Reader, planning: Planning, linked: PlannedEntries['linked']) {
  const { relation, scope, decisions } = planning;
  const planned: PlannedValues[] = [];
  const bases: MergeBaseRow[] = [];
  for (const kind of valueKinds) {
    const placeOf = valuePlaces(kind, relation.target.model.locales);
    const show = shownState(placeOf);
    const keys = await changedOfKind(reader, relation, { kind: kind.name, isWhole: scope.isWhole, linked, root: '' });
    await eachOfKind(reader, relation, { kind, keys }, (sides) => {
      const { key, three, target, bytes } = sides;
      const path = `${kind.merge.plural}.${key}`;
      decisions.regard(path);
      const base = nextValueBase(kind, sides, relation);
      if (base !== undefined) bases.push(base);
      const outcome = mergeValues({ path, three, placeOf, show }, decisions);
      planning.held.add(bytes);
      if (outcome.action !== 'none') planned.push({ kind, key, outcome, target });
      if (planned.length > RESOURCES_MAX) throw tooLarge();
      rejectManyConflicts(decisions);
    });
  }
  return { planned, bases };
}

/** Adds a conflict for a content type to be deleted that still has entries. */
async function addTypeInUseConflicts(
  reader: Reader,
  { relation, decisions }: Planning,
  {
    plannedTypes,
    entries,
    stored,
  }: { plannedTypes: Map<string, PlannedType>; entries: readonly PlannedEntry[]; stored: StoredContent },
): Promise<void> {
  for (const [apiId, one] of plannedTypes) {
    const { sides, outcome } = one;
    if (outcome.action !== 'delete' || sides.target === undefined) continue;
    if (sides.target.kind === 'component' && !isNamedBy(plannedTypes, apiId)) continue;
    const all = await stored.countOfType(reader, relation.target.environment.number, sides.target.number);
    const gone = entries.filter(({ type, outcome: { action } }) => type === apiId && action === 'delete').length;
    if (sides.target.kind === 'entry' && all === gone) continue;
    decisions.addConflict(`content_types.${apiId}`, 'in_use', sides.three, shownType);
    const kept = { ...outcome, action: 'none' as const, type: sides.three.target };
    plannedTypes.set(apiId, { ...one, outcome: kept, planned: sides.target });
  }
}

/** Whether a type will have a field that takes the component. A field that is hidden names it as well, until it is restored. */
function isNamedBy(planned: ReadonlyMap<string, PlannedType>, component: string): boolean {
  return [...planned.values()].some(({ outcome, planned: type, sides: { target } }) => {
    if (outcome.action === 'delete' || type === undefined) return false;
    const kept = new Set(type.fields.map(({ number }) => number));
    const hidden = outcome.hides ? (target?.fields ?? []).filter(({ number }) => !kept.has(number)) : [];
    return [...type.fields, ...type.hiddenFields, ...hidden].some((field) => componentsOf(field).includes(component));
  });
}

/** Content types with the components that their values may have inside on either side. */
function withComponents(named: ReadonlySet<string>, types: ReadonlyMap<string, TypeSides>): Set<string> {
  const found = new Set<string>();
  const add = (apiId: string) => {
    const sides = types.get(apiId);
    if (sides === undefined || found.has(apiId)) return;
    found.add(apiId);
    for (const type of [sides.target, sides.source])
      for (const field of type?.fields ?? []) for (const name of componentsOf(field)) add(name);
  };
  for (const apiId of named) add(apiId);
  return found;
}

/** Whether the content type in the source differs from the ancestor's. */
function movedType({ three: { base, source } }: TypeSides): boolean {
  if (base === undefined || source === undefined) return base !== source;
  return !sameType(base, source);
}

function tooLarge(what = 'would change in one merge', max = RESOURCES_MAX, noun = 'resources'): DomainError {
  const message = tooMuch(what, max, noun);
  return validationFailed(FILTERS.map((path) => ({ path, rule: 'size', params: { limit: max }, message })));
}

function rejectManyConflicts(decisions: Decisions): void {
  if (decisions.count > CONFLICTS_MAX) throw tooLarge('are in conflict', CONFLICTS_MAX);
}

function rejectUnknown({ resolutions = [] }: MergeInput, { unknown }: Decisions): void {
  const [path] = unknown;
  if (path === undefined) return;
  const index = resolutions.findIndex((one) => one.path === path);
  const message = 'Take the path from the conflicts or changes of the plan; this one names nothing that is merged.';
  throw invalid(`resolutions.${index}.path`, 'exists', message);
}
