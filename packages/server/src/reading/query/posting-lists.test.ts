/** The rows of each code are those that have it now, whatever changed before, during and after building the lists. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Pace } from '../../platform/kit/pace.ts';
import { ABSENT, CodeLists } from './code-lists.ts';
import { PostingLists } from './posting-lists.ts';

const ROWS = 100_000;
const CODES = 7;

/** A pace that yields at every check. */
class Restful extends Pace {
  override isDue(): boolean {
    return true;
  }
}

function scene() {
  const lists = new CodeLists();
  const held: number[][] = Array.from({ length: ROWS }, (_, row) => [row % CODES, (row * 3) % CODES].slice(row % 3));
  const encoded = held.map((codes) => (codes.length === 0 ? ABSENT : lists.add([...new Set(codes)])));
  const codes = {
    codeCount: CODES,
    lists,
    of: (row: number) => encoded[row] ?? ABSENT,
    ofAll: () => Int32Array.from(encoded),
  };
  const postings = new PostingLists(codes);
  return {
    postings,
    put: (row: number, put: number[]) => {
      lists.drop(encoded[row] ?? ABSENT);
      held[row] = put;
      encoded[row] = lists.add(put);
      postings.changed(row);
    },
    check: () => {
      for (let code = 0; code < CODES; code++) {
        const wanted = held.flatMap((each, row) => (each.includes(code) ? [row] : []));
        assert.deepEqual(
          Array.from(postings.rowsOf(code)).sort((a, b) => a - b),
          wanted,
        );
        assert.ok(postings.countOf(code) >= wanted.length);
      }
    },
  };
}

test('lists that were made while rows changed show the change', async () => {
  const { postings, put, check } = scene();
  const making = postings.prepare(new Restful());
  await nextTurn();
  put(5, [1, 2, 3]);
  put(90_000, [4]);
  await making;
  check();
  put(6, [0, 6]);
  check();
});

test('lists that are needed while they are built, or after many changes, are whole', async () => {
  const { postings, put, check } = scene();
  const making = postings.prepare(new Restful());
  await nextTurn();
  put(7, [2]);
  check();
  put(8, [3]);
  await making;
  check();
  for (let row = 0; row < ROWS; row += 10) put(row, [row % CODES]);
  check();
});
