/**
 * What has to hold of a merged list of blocks, written without regard to how it is made: which blocks are there by sets, their
 * order by pairs, and each place by its three values. For tests.
 */
import assert from 'node:assert/strict';
import type { Block, ComponentValue, InnerFields, Structure } from '../../src/blocks-merge.ts';
import { type Blocks, type History, rules } from './histories.ts';

interface Three<Value> {
  readonly base: Value | undefined;
  readonly mine: Value | undefined;
  readonly theirs: Value | undefined;
}

interface Where {
  /** What the paths begin with. */
  readonly path: string;
  /** Whether the values belong to one locale. */
  readonly isWithin: boolean;
}

/** Throws where the merged list is not what it has to be. @returns the conflicts that it has to have, as `<kind> <path>` */
export function checkedList(
  { base, mine, theirs }: History,
  merged: Blocks,
  { path, isWithin }: Where = { path: '', isWithin: false },
): readonly string[] {
  const [b, m, t] = [idsOf(base), idsOf(mine), idsOf(theirs)].map((ids) => new Set(ids)) as [Ids, Ids, Ids];
  const isEdited = (blocks: Blocks, id: string) => !isSame(blockIn(blocks, id), blockIn(base, id));
  const [lostMine, lostTheirs] = [b.difference(m).intersection(t), b.difference(t).intersection(m)];
  const kept = new Set([
    ...[...lostMine].filter((id) => isEdited(theirs, id)),
    ...[...lostTheirs].filter((id) => isEdited(mine, id)),
  ]);
  const inserted = m.union(t).difference(b);
  const expected = b.intersection(m).intersection(t).union(inserted).union(kept);
  assert.deepEqual(idsOf(merged).toSorted(), [...expected].toSorted(), `blocks of ${path}`);
  const shared = expected.intersection(b.union(m.intersection(t)));
  checkOrder({ base, mine, theirs }, merged, shared);
  return merged.flatMap((block) => {
    const three = { base: blockIn(base, block.id), mine: blockIn(mine, block.id), theirs: blockIn(theirs, block.id) };
    return checkedWhole(three, block, { path: `${path}${block.id}`, isWithin });
  });
}

function checkedWhole(
  three: Three<ComponentValue>,
  merged: ComponentValue | undefined,
  where: Where,
): readonly string[] {
  const { base, mine, theirs } = three;
  const { path } = where;
  if (mine === undefined || theirs === undefined) {
    const left = mine ?? theirs;
    const isGone = left === undefined || isSame(left, base);
    assert.deepEqual(merged, isGone ? undefined : left, path);
    return isGone || base === undefined ? [] : [`removed ${path}`];
  }
  assert.ok(merged !== undefined, path);
  const [was, own, other] = [base, mine, theirs].map((one) => (one as Block | undefined)?.type ?? 'seo');
  if (own !== other) {
    const [isMineNew, isTheirsNew] = [!isSame(mine, base), !isSame(theirs, base)];
    assert.deepEqual(merged, isMineNew ? mine : theirs, path);
    return isMineNew && isTheirsNew ? [`value ${path}`] : [];
  }
  assert.equal((merged as Partial<Block>).type, (mine as Partial<Block>).type);
  const fields = base === undefined || was !== own ? {} : base.fields;
  return checkedFields({ base: fields, mine: mine.fields, theirs: theirs.fields }, merged.fields, {
    type: own as string,
    ...where,
  });
}

function checkedFields(
  { base, mine, theirs }: Readonly<Record<keyof History, InnerFields>>,
  merged: InnerFields,
  { type, path, isWithin }: Where & { readonly type: string },
): readonly string[] {
  const sides = [base, mine, theirs, merged].map((fields) => placesIn(type, fields, isWithin));
  for (const value of Object.values(merged)) assert.notDeepEqual(value, {}, `${path} has no empty map`);
  const places = new Set(sides.flatMap((values) => [...values.keys()]));
  return [...places].toSorted().flatMap((place) => {
    const [was, own, other, is] = sides.map((values) => values.get(place)?.value);
    const structure = sides.map((values) => values.get(place)?.structure).find((one) => one !== undefined);
    const at = `${path}.${place}`;
    const isInside = isWithin || place.includes('.');
    if (structure === 'blocks') {
      const lists = { base: (was ?? []) as Blocks, mine: (own ?? []) as Blocks, theirs: (other ?? []) as Blocks };
      return checkedList(lists, (is ?? []) as Blocks, { path: `${at}.`, isWithin: isInside });
    }
    if (typeof structure === 'object')
      return checkedWhole({ base: was, mine: own, theirs: other } as Three<ComponentValue>, is as ComponentValue, {
        path: at,
        isWithin: isInside,
      });
    const [isMineNew, isTheirsNew] = [own !== was, other !== was];
    assert.equal(is, isMineNew ? own : other, at);
    return isMineNew && isTheirsNew && own !== other ? [`value ${at}`] : [];
  });
}

/** The values of a block by `<key>` or `<key>.<locale>`. */
function placesIn(
  type: string,
  fields: InnerFields,
  isWithin: boolean,
): Map<string, { value: unknown; structure: Structure }> {
  return new Map(
    Object.entries(fields).flatMap(([key, value]) => {
      const { byLocale, holds: structure } = rules.shapeOf(type, key);
      const values = byLocale && !isWithin ? Object.entries(value as InnerFields) : [[null, value] as const];
      return values.map(([locale, one]) => [locale === null ? key : `${key}.${locale}`, { value: one, structure }]);
    }),
  );
}

function checkOrder(sides: History, merged: Blocks, shared: Ids): void {
  const { base, mine, theirs } = sides;
  const places = new Map(idsOf(merged).map((id, place) => [id, place]));
  const isBefore = (one: string, next: string) => (places.get(one) as number) < (places.get(next) as number);
  const before = idsOf(base).filter((id) => shared.has(id));
  const [was, own, other] = [idsOf(base), idsOf(mine), idsOf(theirs)].map((ids) => orderOf(ids, before));
  const pairs = [...shared].flatMap((one) => [...shared].map((next) => ({ one, next })));
  const wished = pairs.filter(({ one, next }) => {
    const [atFirst, here, there] = [was?.(one, next), own?.(one, next), other?.(one, next)];
    if (here === there) return here === 'before';
    // One of them changed it; of two that both sides inserted nobody knows.
    return atFirst === undefined || (atFirst === here ? there : here) === 'before';
  });
  const reach = reachOf(wished);
  for (const { one, next } of wished)
    if (reach.get(next)?.has(one) !== true) assert.ok(isBefore(one, next), `${one} before ${next}`);
  const agreed = pairs.filter(({ one, next }) => own?.(one, next) === 'before' && other?.(one, next) === 'before');
  for (const { one, next } of agreed) assert.ok(isBefore(one, next), `${one} before ${next} on both sides`);
  const leads = [own, other].filter((side) =>
    pairs.every(
      ({ one, next }) => side?.(one, next) !== 'before' || was?.(one, next) === 'before' || isBefore(one, next),
    ),
  );
  assert.notEqual(leads.length, 0, 'all that one of the sides changed holds');
  checkInsertions(sides, merged, shared);
}

/** Blocks of one side stand behind the same block of both as on their side, in the same order and together. */
function checkInsertions({ mine, theirs }: History, merged: Blocks, shared: Ids): void {
  const sides = [mine, theirs].map((blocks) => idsOf(blocks));
  for (const [ids, others] of [sides, sides.toReversed()] as [string[], string[]][]) {
    const others_ = new Set(others);
    const own = new Set(ids.filter((id) => !shared.has(id) && !others_.has(id)));
    const runs = runsOf(idsOf(merged), shared);
    for (const [after, run] of runsOf(ids, shared)) {
      const wanted = run.filter((id) => own.has(id) && idsOf(merged).includes(id));
      assert.ok(
        ` ${runs.get(after)?.join(' ')} `.includes(` ${wanted.join(' ')} `.replace('  ', ' ')),
        `behind ${after}`,
      );
    }
  }
}

function runsOf(ids: readonly string[], shared: Ids): Map<string, readonly string[]> {
  const runs = new Map<string, string[]>([['', []]]);
  let after = '';
  for (const id of ids) {
    if (shared.has(id)) {
      after = id;
      runs.set(after, []);
    } else runs.get(after)?.push(id);
  }
  return runs;
}

/** How two blocks of a list stand. One that is not there stands behind what it followed before. */
function orderOf(ids: readonly string[], before: readonly string[]) {
  const keyOf = (id: string): readonly number[] => {
    const place = ids.indexOf(id);
    if (place !== -1) return [place];
    const at = before.indexOf(id);
    return [...(at === 0 ? [-1] : keyOf(before[at - 1] as string)), 1];
  };
  return (one: string, next: string): 'before' | 'behind' | undefined => {
    if (one === next || [one, next].some((id) => !ids.includes(id) && !before.includes(id))) return undefined;
    const [first, second] = [keyOf(one), keyOf(next)];
    const differs = first.findIndex((part, index) => part !== second[index]);
    if (differs === -1) return 'before';
    return (first[differs] as number) < (second[differs] ?? Number.NEGATIVE_INFINITY) ? 'before' : 'behind';
  };
}

/** What can be reached from each block by going from one to the next. */
function reachOf(pairs: readonly { readonly one: string; readonly next: string }[]): Map<string, Set<string>> {
  const reach = new Map<string, Set<string>>();
  for (const { one, next } of pairs) reach.set(one, (reach.get(one) ?? new Set()).add(next));
  for (const over of reach.keys())
    for (const reached of reach.values())
      if (reached.has(over)) for (const next of reach.get(over) ?? []) reached.add(next);
  return reach;
}

type Ids = Set<string>;

function idsOf(blocks: Blocks): string[] {
  return blocks.map(({ id }) => id);
}

function blockIn(blocks: Blocks, id: string): Block | undefined {
  return blocks.find((block) => block.id === id);
}

function isSame(one: unknown, other: unknown): boolean {
  try {
    assert.deepEqual(one, other);
    return true;
  } catch {
    return false;
  }
}
