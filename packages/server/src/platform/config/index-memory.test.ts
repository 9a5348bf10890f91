/** That the default index memory follows what a process may use, between its bounds. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultIndexMemory, systemMemory } from './index-memory.ts';

const MEGABYTE = 1_048_576;
const GIGABYTE = 1024 * MEGABYTE;
/** What Node says where no limit is set. */
const UNLIMITED = 2 ** 64;

/** Limit of the process, memory of the machine, processes that share it, and the megabytes that each may take. */
const cases: readonly (readonly [constrained: number, total: number, processes: number, megabytes: number])[] = [
  [UNLIMITED, 24 * GIGABYTE, 1, 2_048],
  [UNLIMITED, 16 * GIGABYTE, 1, 2_048],
  [UNLIMITED, 8 * GIGABYTE, 1, 1_024],
  [0, 8 * GIGABYTE, 1, 1_024],
  [64 * GIGABYTE, 8 * GIGABYTE, 1, 1_024],
  [4 * GIGABYTE, 64 * GIGABYTE, 1, 512],
  [GIGABYTE, 64 * GIGABYTE, 1, 160],
  [512 * MEGABYTE, 64 * GIGABYTE, 1, 160],
  [0, 256 * MEGABYTE, 1, 160],
  [0, 1_281 * MEGABYTE, 1, 160],
  [0, 1_288 * MEGABYTE, 1, 161],
  [UNLIMITED, 24 * GIGABYTE, 2, 1_536],
  [UNLIMITED, 64 * GIGABYTE, 4, 2_048],
  [4 * GIGABYTE, 64 * GIGABYTE, 2, 256],
  [4 * GIGABYTE, 64 * GIGABYTE, 64, 160],
];

describe('the default index memory', () => {
  for (const [constrained, total, processes, megabytes] of cases) {
    const limit = constrained === UNLIMITED ? 'no limit' : `a limit of ${constrained / MEGABYTE} MB`;
    it(`is ${megabytes} MB for each of ${processes} processes with ${limit} on ${total / MEGABYTE} MB`, () => {
      assert.equal(defaultIndexMemory({ constrained, total }, processes), megabytes * MEGABYTE);
    });
  }

  it('reads the memory of this machine', () => {
    const { constrained, total } = systemMemory();
    assert.ok(constrained >= 0 && total > 100 * MEGABYTE);
  });
});
