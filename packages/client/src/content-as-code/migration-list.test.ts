/** When an environment is up to date with the migrations of a folder. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isSettled, type ListedMigration, pendingOf } from './migration-list.ts';
import type { ListedRecord } from './migration-records.ts';

const states = ['preparing', 'writing', 'done', 'undoing', 'undone'] as const;
const file = { name: '0001-upper', path: 'lectern/migrations/0001-upper.ts', checksum: 'same' };
const recordIn = (state: ListedRecord['state']): ListedRecord => {
  return { name: file.name, state, checksum: 'same', merge: null, version: 1, updated_at: '2026-01-01T00:00:00.000Z' };
};
const listed = (state: ListedRecord['state'] | null, hasFile: boolean): ListedMigration => {
  return { name: file.name, file: hasFile ? file : null, record: state && recordIn(state) };
};

it('is settled where `run` has nothing to do and refuses nothing', () => {
  for (const hasFile of [true, false])
    for (const state of hasFile ? [null, ...states] : states) {
      const migration = listed(state, hasFile);
      assert.equal(isSettled(migration), nothingToRun(migration), `${state}, ${hasFile ? 'file' : 'no file'}`);
    }
  assert.equal(isSettled(listed('writing', false)), false);
});

function nothingToRun(migration: ListedMigration): boolean {
  try {
    return pendingOf([migration]).length === 0;
  } catch {
    return false;
  }
}
