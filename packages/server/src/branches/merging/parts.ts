/**
 * Divides a plan into parts, each of which is one write, where a single write would hold up others for too long. Pure. Order: content
 * types; entries whose values show again; new and changed resources of plain values; entries, those that others need first;
 * deletions; deleted content types. So readers find what a published entry links to, except where links go round in a circle.
 */

import type { MergePlan, PlannedEntry, PlannedType, PlannedValues, PlanPart } from './plan.ts';
import { sizeOf } from './plan.ts';

/** Maximum number of resources that one write changes. */
const WRITE_RESOURCES_MAX = 1_000;
/** How many resources each write of a larger merge changes: others wait for it, for about half a millisecond per resource. */
const PART_RESOURCES = 250;

/** How many resources a write changes. */
export interface PartSizes {
  /** Maximum of a merge that is a single write, and of what one write has to change together. */
  readonly whole: number;
  /** Of a part of a larger merge, which has more only if they have to be changed by one write. */
  readonly part: number;
}

export const PART_SIZES: PartSizes = { whole: WRITE_RESOURCES_MAX, part: PART_RESOURCES };

/** What restricts the order of entries. */
export interface PartOrder {
  /** Pairs of entries of which one takes a slug or unique value that the other gives up. */
  readonly exchanges: readonly (readonly [string, string])[];
  /** The new entries that an entry links to once it is published, by its key. */
  readonly needs: ReadonlyMap<string, readonly string[]>;
  /** Entries whose values changed without a save: only the ancestor of their content type tells that they have. */
  readonly shownAgain: ReadonlySet<string>;
}

/** Resources that are changed by the same write. */
interface Unit {
  readonly entries: readonly PlannedEntry[];
  readonly values: readonly PlannedValues[];
}

interface Filled {
  readonly entries: PlannedEntry[];
  readonly values: PlannedValues[];
  size: number;
}

type Whole = Omit<MergePlan, 'parts'>;

/** Divides a plan that is too large for a single write. A part may still have more than one write may change. */
export function partsOf(plan: Whole, order: PartOrder, { whole, part: max }: PartSizes): PlanPart[] {
  const groups = groupsOf(plan.entries, order);
  const together = togetherIn(groups);
  const isFixed = order.shownAgain.size > 0;
  if (sizeOf(plan) <= whole) return [{ ...plan, coming: new Set(), together, isFixed }];
  const changed = [...plan.types.values()].filter(({ outcome }) => outcome.action !== 'none');
  const deleted = changed.filter(isDeleted).length;
  const filled: Filled[] = [{ entries: [], values: [], size: changed.length - deleted }];
  for (const { entries, values } of unitsOf(groups, plan.values, order)) {
    const place = placeFor(filled, entries.length + values.length, max);
    for (const entry of entries) place.entries.push(entry);
    for (const value of values) place.values.push(value);
    place.size += entries.length + values.length;
  }
  placeFor(filled, deleted, max);
  return withBases(plan, filled, { together, isFixed });
}

function placeFor(filled: Filled[], size: number, max: number): Filled {
  const last = filled.at(-1);
  if (last !== undefined && (last.size === 0 || last.size + size <= max)) return last;
  const next: Filled = { entries: [], values: [], size: 0 };
  filled.push(next);
  return next;
}

function isDeleted({ outcome }: { readonly outcome: { readonly action: string } }): boolean {
  return outcome.action === 'delete';
}

/** The units of a plan, in the order in which they are written. */
function unitsOf(groups: readonly PlannedEntry[][], values: readonly PlannedValues[], order: PartOrder): Unit[] {
  const first = groups.filter((group) => group.some(({ key }) => order.shownAgain.has(key)));
  const others = groups.filter((group) => !first.includes(group));
  const ofEntries = (group: readonly PlannedEntry[]): Unit => ({ entries: group, values: [] });
  const ofValue = (value: PlannedValues): Unit => ({ entries: [], values: [value] });
  return [
    ...first.map(ofEntries),
    ...values.filter((value) => !isDeleted(value)).map(ofValue),
    ...inOrder(
      others.filter((group) => !group.every(isDeleted)),
      order.needs,
    ).map(ofEntries),
    ...others.filter((group) => group.every(isDeleted)).map(ofEntries),
    ...values.filter(isDeleted).map(ofValue),
  ];
}

/** Entries that exchange slugs or unique values stay together, and so do those that show again. */
function groupsOf(entries: readonly PlannedEntry[], { exchanges, shownAgain }: PartOrder): PlannedEntry[][] {
  const leaders = new Map<string, string>();
  const leaderOf = (key: string): string => {
    let leader = key;
    for (let next = leaders.get(leader); next !== undefined; next = leaders.get(leader)) leader = next;
    if (leader !== key) leaders.set(key, leader);
    return leader;
  };
  const join = (one: string, other: string) => {
    const [mine, theirs] = [leaderOf(one), leaderOf(other)];
    if (mine !== theirs) leaders.set(mine, theirs);
  };
  for (const [one, other] of exchanges) join(one, other);
  const [first, ...rest] = entries.map(({ key }) => key).filter((key) => shownAgain.has(key));
  for (const key of rest) join(key, first as string);
  return [...Map.groupBy(entries, ({ key }) => leaderOf(key)).values()];
}

/** Puts what others need in front of them, as far as they do not need each other. */
function inOrder(groups: readonly PlannedEntry[][], needs: PartOrder['needs']): PlannedEntry[][] {
  const groupOf = new Map(groups.flatMap((group) => group.map(({ key }) => [key, group] as const)));
  const [begun, ordered] = [new Set<PlannedEntry[]>(), new Set<PlannedEntry[]>()];
  for (const first of groups) {
    const stack = [first];
    for (let group = stack.at(-1); group !== undefined; group = stack.at(-1)) {
      const needed = begun.has(group) ? [] : group.flatMap(({ key }) => needs.get(key) ?? []);
      begun.add(group);
      const missing = needed.map((key) => groupOf.get(key)).filter((one) => one !== undefined && !begun.has(one));
      if (missing.length === 0) {
        ordered.add(group);
        stack.pop();
      }
      for (const one of missing) stack.push(one as PlannedEntry[]);
    }
  }
  return [...ordered];
}

function togetherIn(groups: readonly PlannedEntry[][]): PlanPart['together'] {
  const together = new Map<string, string[]>();
  for (const group of groups) {
    const names = group.map(({ key }) => `entry ${key}`);
    if (names.length > 1) for (const name of names) together.set(name, names);
  }
  return together;
}

/** Adds to each part the states of the ancestor that belong to it; those of unchanged resources are spread over all parts. */
function withBases(
  plan: Whole,
  filled: readonly Filled[],
  { together, isFixed }: Pick<PlanPart, 'together' | 'isFixed'>,
): PlanPart[] {
  const partOf = new Map<string, number>();
  const comesWith = new Map<string, number>();
  const note = (part: number, name: string, { action }: PlannedEntry['outcome'] | PlannedValues['outcome']) => {
    partOf.set(name, part);
    if (action !== 'delete') comesWith.set(name, part);
  };
  filled.forEach(({ entries, values }, part) => {
    for (const { key, outcome } of entries) note(part, `entry ${key}`, outcome);
    for (const { kind, key, outcome } of values) note(part, `${kind.name} ${key}`, outcome);
  });
  const partOfBase = new Map(
    plan.bases.map((base, index) => [base, partOf.get(`${base.kind} ${base.key}`) ?? index % filled.length]),
  );
  const partOfRow = new Map(plan.bases.map((base) => [base.resource, partOfBase.get(base)]));
  const bases = Map.groupBy(plan.bases, (base) => partOfBase.get(base));
  const keeps = Map.groupBy(plan.keeps, ({ id }) => partOfRow.get(id) ?? 0);
  const last = filled.length - 1;
  return filled.map(({ entries, values }, part) => ({
    relation: plan.relation,
    entries,
    values,
    together,
    coming: { has: (name) => (comesWith.get(name) ?? 0) > part },
    isFixed: isFixed && part === 0,
    types: typesOf(plan, { isFirst: part === 0, isLast: part === last }),
    bases: bases.get(part) ?? [],
    rebasedTypes: plan.rebasedTypes.filter((apiId) => (isGone(plan.types.get(apiId)) ? last : 0) === part),
    keeps: keeps.get(part) ?? [],
  }));
}

/** The ancestor loses a type last: as long as it has the type, entries of it are known to be deleted. */
function isGone(type: PlannedType | undefined): boolean {
  return type?.sides.source === undefined;
}

/** All content types, of which the first part changes those that stay, and the last one deletes the others. */
function typesOf(
  { types }: Pick<Whole, 'types'>,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): PlanPart['types'] {
  const some = [...types].map(([apiId, one]): [string, PlannedType] => {
    const isNow = isDeleted(one) ? isLast : isFirst;
    return [apiId, isNow ? one : { ...one, outcome: { ...one.outcome, action: 'none' }, requests: [] }];
  });
  return new Map(some);
}

/**
 * A part without resources that have changed since it was planned, and what is changed by the same write as they are.
 * @param outdated `<kind> <key>` of them
 * @returns the part, and `<kind> <key>` of everything that it leaves out
 */
export function partWithout(part: PlanPart, outdated: ReadonlySet<string>): { part: PlanPart; left: Set<string> } {
  const left = new Set([...outdated].flatMap((name) => [name, ...(part.together.get(name) ?? [])]));
  const bases = part.bases.filter(({ kind, key }) => !left.has(`${kind} ${key}`));
  const rows = new Set(bases.map(({ resource }) => resource));
  return {
    left,
    part: {
      ...part,
      entries: part.entries.filter(({ key }) => !left.has(`entry ${key}`)),
      values: part.values.filter(({ kind, key }) => !left.has(`${kind.name} ${key}`)),
      bases,
      keeps: part.keeps.filter(({ id }) => rows.has(id)),
    },
  };
}

/** A part that deletes no content types, because entries of them may be left. */
export function partWithTypes(part: PlanPart): PlanPart {
  return {
    ...part,
    types: typesOf(part, { isFirst: true, isLast: false }),
    rebasedTypes: part.rebasedTypes.filter((apiId) => !isGone(part.types.get(apiId))),
  };
}
