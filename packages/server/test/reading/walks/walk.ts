/**
 * One walk through the pages of a list during random writes, and the rule for it (`docs/reference/conventions.md`): an item that
 * was on the list all the time with the same sort values appeared exactly once. In an order that edits change, an item that was on
 * it all the time and was edited appeared once or twice, and the walk ended.
 */
import assert from 'node:assert/strict';
import type { Actor, ApiResponse } from '../../../../testing/src/client.ts';
import type { Random } from '../consistency/random.ts';

const NEXT_PAGE = /<([^>]+)>; rel="next"/;
/** One page of it is the whole list. */
const WHOLE = 1_000;
/** Pages of a walk through few items: more than any takes that ends. */
const PAGES_MAX = 120;

/** An item of a list. */
export interface Item {
  readonly id: string;
  /** Its sort key as one text, without `moving`. */
  readonly fixed: string;
  /** When it was edited or published, if the order uses that; '' otherwise. */
  readonly moving: string;
}

/** A list in one order, with one filter. */
export interface List {
  readonly name: string;
  readonly reader: Actor;
  /** Path and query without `limit`. */
  readonly path: string;
  /** The items of a response, in its order. */
  itemsOf(response: ApiResponse): Promise<readonly Item[]>;
  /** One random write on what the list is of; `near` are the items that were read last. */
  write(random: Random, near: readonly string[]): Promise<void>;
}

/** What happened in a walk: the whole list as it was before each write and after the last, and what came. */
interface Walk {
  readonly states: (readonly Item[])[];
  readonly came: string[];
}

/** Walks through a list. Fails if the rule is broken. */
export async function walk(list: List, random: Random): Promise<void> {
  const limit = 1 + random.below(5);
  const { states, came }: Walk = { states: [await wholeOf(list)], came: [] };
  const history: string[] = [];
  let next: string | undefined = withParameter(list.path, `limit=${limit}`);
  if (random.chance(0.1)) next = withParameter(next, `skip=0`);
  for (let pages = 0; next !== undefined; pages++) {
    assert.ok(pages < PAGES_MAX, `${list.name}: the walk does not end\n${history.join('\n')}`);
    const page: ApiResponse = await list.reader.get(next, 200);
    const items = await list.itemsOf(page);
    const ids = items.map(({ id }) => id);
    assert.ok(ids.length <= limit);
    history.push(`page ${ids.join(' ')} of ${page.number('total')}`);
    came.push(...ids);
    next = NEXT_PAGE.exec(String(page.headers.link ?? ''))?.[1];
    // Writes on what was just read come mostly, as in a loop that edits what it reads.
    const writes = next === undefined ? 0 : random.below(3);
    for (let write = 0; write < writes; write++) {
      await list.write(random, ids);
      const state = await wholeOf(list);
      states.push(state);
      history.push(`list ${state.map(({ id }) => id).join(' ')}`);
    }
  }
  check(list, { states, came }, history);
}

function check(list: List, { states, came }: Walk, history: readonly string[]): void {
  const [first = [], ...later] = states;
  const byId = later.map((state) => new Map(state.map((item) => [item.id, item])));
  for (const { id, fixed, moving } of first) {
    if (!byId.every((state) => state.has(id))) continue;
    const isFixed = byId.every((state) => state.get(id)?.fixed === fixed);
    const hasMoved = byId.some((state) => state.get(id)?.moving !== moving);
    // What else the order is by may have changed alone, and then nothing is said.
    if (!isFixed && !hasMoved) continue;
    const most = isFixed ? (hasMoved ? 2 : 1) : PAGES_MAX;
    const times = came.filter((one) => one === id).length;
    const what = `which ${hasMoved ? 'moved' : 'did not change'}`;
    assert.ok(times >= 1 && times <= most, `${list.name}: ${id}, ${what}, came ${times} times\n${history.join('\n')}`);
  }
}

async function wholeOf(list: List): Promise<readonly Item[]> {
  const response = await list.reader.get(withParameter(list.path, `limit=${WHOLE}`), 200);
  assert.equal(response.headers.link, undefined);
  return list.itemsOf(response);
}

function withParameter(path: string, parameter: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${parameter}`;
}
