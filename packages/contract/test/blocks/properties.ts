/** What holds of any merged history of blocks. For tests. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changedPlaces } from '../../src/blocks-changes.ts';
import { type BlocksConflict, type Choice, mergeBlocks, resolveBlocks, writtenOver } from '../../src/blocks-merge.ts';
import { type Blocks, type History, histories, rules } from './histories.ts';
import { checkedList } from './reference.ts';

/** @throws with the shortest history that fails */
export function checkHistories({ runs, seed }: { readonly runs: number; readonly seed: number }): void {
  const property = fc.property(histories, (history) => {
    checkMerged(history);
    checkUnchanged(history);
    checkSwapped(history);
    checkResolved(history);
    checkAgain(history);
    checkChanges(history);
  });
  fc.assert(property, { numRuns: runs, seed });
}

function checkMerged(history: History): void {
  const untouched = structuredClone(history);
  const { value, conflicts } = mergeBlocks('blocks', history, rules);
  const expected = checkedList(history, value as Blocks);
  assert.deepEqual(
    conflicts.map(({ kind, path }) => `${kind} ${path}`),
    expected,
  );
  assert.deepEqual(history, untouched);
}

/** What only one side changed stands as it is, and what both did alike. */
function checkUnchanged({ base, mine }: History): void {
  for (const sides of [
    { base, mine, theirs: base },
    { base, mine: base, theirs: mine },
    { base, mine, theirs: mine },
  ])
    assert.deepEqual(mergeBlocks('blocks', sides, rules), { value: mine, conflicts: [] });
}

function checkSwapped({ base, mine, theirs }: History): void {
  const merged = mergeBlocks('blocks', { base, mine, theirs }, rules);
  const swapped = mergeBlocks('blocks', { base, mine: theirs, theirs: mine }, rules);
  assert.deepEqual(swapped.conflicts.map(exchanged), merged.conflicts);
  assert.deepEqual(
    (swapped.value as Blocks).map(({ id }) => id),
    (merged.value as Blocks).map(({ id }) => id),
  );
  if (merged.conflicts.length === 0) assert.deepEqual(swapped.value, merged.value);
  const [own, other] = [choicesFor(merged.conflicts, 'mine'), choicesFor(merged.conflicts, 'theirs')];
  assert.deepEqual(
    resolveBlocks('blocks', { base, mine, theirs }, { ...rules, choices: own }),
    resolveBlocks('blocks', { base, mine: theirs, theirs: mine }, { ...rules, choices: other }),
  );
}

function exchanged(conflict: BlocksConflict): BlocksConflict {
  return { ...conflict, mine: conflict.theirs, theirs: conflict.mine };
}

function checkResolved(history: History): void {
  const { value, conflicts } = mergeBlocks('blocks', history, rules);
  for (const side of ['mine', 'theirs'] as const) {
    const resolved = resolveBlocks('blocks', history, { ...rules, choices: choicesFor(conflicts, side) });
    assert.deepEqual(resolved.conflicts, []);
    for (const conflict of conflicts)
      assert.deepEqual(at(resolved.value, conflict.path), conflict[side], conflict.path);
  }
  const [first, ...rest] = conflicts;
  if (first === undefined) return;
  const one = resolveBlocks('blocks', history, { ...rules, choices: choicesFor([first], 'mine') });
  assert.deepEqual(one.conflicts, rest);
  if (first.kind === 'value') assert.deepEqual(one.value, value);
}

/** A value that is merged and not yet decided may be merged again. */
function checkAgain(history: History): void {
  const { conflicts } = mergeBlocks('blocks', history, rules);
  const removed = conflicts.filter(({ kind, mine }) => kind === 'removed' && mine === undefined);
  const choices = choicesFor(removed, 'mine');
  const mine = resolveBlocks('blocks', history, { ...rules, choices }).value;
  const { theirs } = history;
  const sides = { base: writtenOver('blocks', history, { ...rules, conflicts }), mine, theirs };
  assert.deepEqual(byPath(mergeBlocks('blocks', sides, rules).conflicts), byPath(conflicts));
  assert.deepEqual(resolveBlocks('blocks', sides, { ...rules, choices }).value, mine);
  const decided = writtenOver('blocks', history, { ...rules, conflicts: [] });
  assert.deepEqual(mergeBlocks('blocks', { ...sides, base: decided }, rules), { value: mine, conflicts: [] });
}

/** What changed, put in place one after the other, leaves nothing but moves. */
function checkChanges({ base, mine }: History): void {
  const isNoMove = ({ kind }: { readonly kind: string }) => kind !== 'moved';
  const changes = changedPlaces('blocks', { before: base, now: mine }, rules).filter(isNoMove);
  assert.equal(new Set(changes.map(({ path }) => path)).size, changes.length);
  let before: unknown = base;
  for (const [place, { path, ...change }] of changes.entries()) {
    assert.deepEqual([at(before, path), at(mine, path)], [change.before, change.now], path);
    const sides = { base: mine, mine: before, theirs: mine };
    before = resolveBlocks('blocks', sides, { ...rules, choices: new Map([[path, 'theirs']]) }).value;
    const left = changedPlaces('blocks', { before, now: mine }, rules).filter(isNoMove);
    assert.equal(left.length, changes.length - place - 1);
  }
  assert.deepEqual(changedPlaces('blocks', { before: mine, now: mine }, rules), []);
}

/** Blocks that one side removed may stand elsewhere when they are merged again. */
function byPath(conflicts: readonly BlocksConflict[]): ReadonlyMap<string, BlocksConflict> {
  return new Map(conflicts.map((conflict) => [conflict.path, conflict]));
}

function choicesFor(conflicts: readonly BlocksConflict[], choice: Choice): ReadonlyMap<string, Choice> {
  return new Map(conflicts.map(({ path }) => [path, choice]));
}

/** What stands at a path. */
function at(value: unknown, path: string): unknown {
  let here = value;
  for (const name of path.split('.')) {
    if (Array.isArray(here)) here = here.find(({ id }) => id === name);
    else {
      const { fields = here } = (here ?? {}) as { fields?: unknown };
      here = Object.hasOwn((fields ?? {}) as object, name) ? (fields as Record<string, unknown>)[name] : undefined;
    }
  }
  return here;
}
