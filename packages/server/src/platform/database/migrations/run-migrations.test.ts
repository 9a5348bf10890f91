/** Which databases a program works with, by the migrations that they have had. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { StartRefusal } from '../../errors/start-refusal.ts';
import { migrations } from './all.ts';
import { type DoneMigration, type MigrationConnection, runMigrations } from './run-migrations.ts';

/** A connection to tables that have had these migrations; what is run and noted is kept. */
function connectionTo(done: readonly DoneMigration[]): MigrationConnection & { readonly noted: string[] } {
  const noted: string[] = [];
  const note = ({ name }: DoneMigration) => void noted.push(name);
  return { engine: 'sqlite', run: () => undefined, done: () => done, note, noted };
}

describe('the migrations', () => {
  const names = migrations.map(({ name }) => name);

  it('run on an empty database, and only once', async () => {
    const empty = connectionTo([]);
    assert.equal(await runMigrations(empty, null), true);
    assert.deepEqual(empty.noted, names);
    const full = connectionTo(names.map((name) => ({ name, breaking: 1, program: '0.1.0' })));
    assert.equal(await runMigrations(full, null), false);
    assert.deepEqual(full.noted, []);
  });

  it('refuse tables from before the first release, and say how their content moves', async () => {
    for (const name of ['0001-foundation', '0001-baseline', '0001-baseline-00000000']) {
      const old = connectionTo([{ name, breaking: 1, program: '0.1.0' }]);
      await assert.rejects(runMigrations(old, '0.1.0'), (error) => {
        assert.ok(error instanceof StartRefusal);
        assert.match(error.message, /before the first release.*`lectern export`/);
        return true;
      });
      assert.deepEqual(old.noted, []);
    }
  });

  it('refuse what a newer program has broken, and go on beside what it has not', async () => {
    const own = names.map((name) => ({ name, breaking: 1, program: '0.1.0' }));
    await runMigrations(connectionTo([...own, { name: '9001-more', breaking: 0, program: '9.9.0' }]), '0.1.0');
    await assert.rejects(
      runMigrations(connectionTo([...own, { name: '9002-other', breaking: 1, program: '9.9.0' }]), '0.1.0'),
      /version 9\.9\.0 \(migration 9002-other\)/,
    );
  });
});
