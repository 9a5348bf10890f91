/**
 * A walk through the pages of a query during random writes, by engines with and without memory, which agree on every page; it is
 * checked against the rule of `walks/walk.ts`.
 */
import assert from 'node:assert/strict';
import type { QueryEngine } from '../../../src/reading/query/engine.ts';
import type { EntryQuery, QueryResult } from '../../../src/reading/query/query.ts';
import { movingIn } from '../../../src/reading/query/row-moves.ts';
import type { Event } from './arbitraries.ts';
import { orderedBy } from './oracle.ts';
import type { World } from './world.ts';

/** Pages of a walk through few entries: more than any takes that ends. */
const PAGES_MAX = 60;

/** One walk: the query of its first page, and what happens behind each page; nothing more once that is over. */
export interface WalkPlan {
  readonly query: EntryQuery;
  readonly events: readonly Event[];
}

export interface WalkParts {
  readonly world: World;
  /** Gives the engines that read a page; some of them are new. */
  readonly engines: () => readonly QueryEngine[];
  readonly happen: (event: Event) => Promise<void>;
}

/** Walks. Fails where engines differ or the rule is broken. */
export async function walkThrough({ query, events }: WalkPlan, parts: WalkParts): Promise<void> {
  const { world, happen } = parts;
  const first = world.revision;
  const came: number[] = [];
  let asked = query;
  for (let pages = 0; ; pages++) {
    assert.ok(pages < PAGES_MAX, 'the walk does not end');
    const { entries, next } = await agreed(parts, asked);
    came.push(...entries.map(({ id }) => id));
    if (next === null) break;
    asked = { ...query, after: next };
    const event = events[pages];
    if (event !== undefined) await happen(event);
  }
  check(query, { world, first, came });
}

async function agreed({ world, engines }: WalkParts, query: EntryQuery): Promise<QueryResult> {
  const [one, ...others] = engines();
  assert.ok(one);
  const result = await one.run(query, world.model);
  for (const other of others) assert.deepEqual(await other.run(query, world.model), result);
  return result;
}

function check(
  query: EntryQuery,
  { world, first, came }: { world: World; first: number; came: readonly number[] },
): void {
  const { after: _, ...whole } = query;
  const states: Map<number, string>[] = [];
  for (let revision = first; revision <= world.revision; revision++)
    states.push(orderedBy(whole, world.at(revision) ?? assert.fail(`revision ${revision}`)));
  const isMoving = query.order.map((step) => movingIn([step]).length > 0);
  const valuesOf = (text = '[]', those = true) =>
    (JSON.parse(text) as unknown[]).filter((_, at) => isMoving[at] === those).join();
  for (const [id, values] of states[0] ?? []) {
    if (!states.every((state) => state.has(id))) continue;
    const isFixed = states.every((state) => valuesOf(state.get(id), false) === valuesOf(values, false));
    const hasMoved = states.some((state) => valuesOf(state.get(id)) !== valuesOf(values));
    // What else the order is by may have changed alone, and then nothing is said.
    if (!isFixed && !hasMoved) continue;
    const most = isFixed ? (hasMoved ? 2 : 1) : PAGES_MAX;
    const times = came.filter((one) => one === id).length;
    assert.ok(times >= 1 && times <= most, `${id} came ${times} times, ${hasMoved ? 'moved' : 'unchanged'}`);
  }
}
