/** The rows of the states of an entry: which there are, and that a difference makes those of one state the next ones. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { IN_DRAFT, IN_PUBLISHED } from './entry.ts';
import { type StateRow, stateRowChanges, stateRows } from './state-rows.ts';

const DRAFT = { 1: { 0: 'draft' } };
const PUBLISHED = { 1: { 0: 'published' } };
const row = {
  id: 1,
  environment: 1,
  key: 'k',
  content_type: 1,
  version: 5,
  published_version: 4,
  published_at: 2_000,
  first_published_at: 1_000,
  archived_at: null,
  saved_at: 3_000,
  published_saved_at: 2_500,
  created_at: 500,
  created_by: 'usr_1',
  updated_at: 4_000,
  updated_by: 'usr_1',
};

describe('the rows of the states of an entry', () => {
  it('are one for the draft and one for what is published, each with its times', () => {
    const rows = stateRows({ row, draft: DRAFT, published: PUBLISHED });
    const shared = { created_at: 500, published_at: 2_000 };
    assert.deepEqual(rows, [
      {
        ...shared,
        version: 5,
        states: IN_DRAFT,
        status: 'changed',
        saved_at: 3_000,
        updated_at: 4_000,
        document: DRAFT,
      },
      {
        ...shared,
        version: 4,
        states: IN_PUBLISHED,
        status: 'published',
        saved_at: 2_500,
        updated_at: 2_500,
        document: PUBLISHED,
      },
    ]);
  });

  it('are one where the draft is published', () => {
    const rows = stateRows({ row: { ...row, published_version: 5 }, draft: DRAFT, published: DRAFT });
    assert.deepEqual(
      rows.map(({ version, states, status }) => ({ version, states, status })),
      [{ version: 5, states: IN_DRAFT | IN_PUBLISHED, status: 'published' }],
    );
  });

  it('keep the row of what stays published, whatever the draft becomes', () => {
    const before = stateRows({ row: { ...row, version: 4 }, draft: PUBLISHED, published: PUBLISHED });
    const changes = stateRowChanges(before, stateRows({ row, draft: DRAFT, published: PUBLISHED }));
    assert.deepEqual(changes.removed, []);
    assert.deepEqual(
      changes.added.map(({ version }) => version),
      [5],
    );
    assert.deepEqual(
      changes.changed.map(({ from, to }) => [from.version, to.version, to.document]),
      [[4, 4, PUBLISHED]],
    );
  });

  it('take over the row of the draft when it is saved or published', () => {
    const before = stateRows({ row, draft: DRAFT, published: PUBLISHED });
    const saved = stateRows({ row: { ...row, version: 6 }, draft: { 1: {} }, published: PUBLISHED });
    const published = stateRows({ row: { ...row, version: 6, published_version: 6 }, draft: DRAFT, published: DRAFT });
    const moves = (after: StateRow[]) => {
      const { changed, added, removed } = stateRowChanges(before, after);
      return {
        moved: changed.map(({ from, to }) => [from.version, to.version]),
        added,
        gone: removed.map((one) => one.version),
      };
    };
    assert.deepEqual(moves(saved), { moved: [[5, 6]], added: [], gone: [] });
    assert.deepEqual(moves(published), { moved: [[5, 6]], added: [], gone: [4] });
  });

  it('become the next ones by the difference, and nothing changes twice', () => {
    const version = fc.integer({ min: 1, max: 4 });
    const stateRow = fc.record({ version, published_at: fc.constantFrom(1, 2) });
    const rows = fc.uniqueArray(stateRow, { maxLength: 2, selector: (one) => one.version }).map((some) =>
      some.map(
        (one): StateRow => ({
          ...one,
          states: IN_DRAFT,
          status: 'draft',
          created_at: 0,
          saved_at: 0,
          updated_at: 0,
          document: DRAFT,
        }),
      ),
    );
    fc.assert(
      fc.property(rows, rows, (before, after) => {
        const { changed, added, removed } = stateRowChanges(before, after);
        const stored = new Map(before.map((one) => [one.version, one]));
        for (const { from, to } of changed) {
          assert.notDeepEqual(from, to);
          assert.ok(stored.delete(from.version));
          stored.set(to.version, to);
        }
        for (const one of added) stored.set(one.version, one);
        for (const one of removed) assert.ok(stored.delete(one.version));
        assert.deepEqual([...stored.keys()].sort(), after.map((one) => one.version).sort());
        for (const one of after) assert.deepEqual(stored.get(one.version), one);
      }),
    );
  });
});
