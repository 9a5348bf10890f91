/** Spaces and environments over a real database: who sees them, ids that last, and what a deletion leaves behind. */

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { until } from '../../../../testing/src/until.ts';
import { type BenchSpace, makeBenchSpace, openWorkbench, type Workbench } from '../../../../testing/src/workbench.ts';
import type { Environment } from './environment.ts';

describeEachEngine('spaces and environments', (engine) => {
  let bench: Workbench;
  let own: BenchSpace;
  before(async () => {
    bench = await openWorkbench(engine.databaseConfig());
    own = await makeBenchSpace(bench);
  });
  after(() => bench.close());

  const code = (name: string) => ({ code: name });
  const master = (environment: Environment) => environment.name === 'master';

  it('begin with master and one locale', async () => {
    assert.ok((await bench.environments.list(own.owner, own.space.id)).every(master));
    const locales = await bench.locales.list(own.owner, own.space.id);
    assert.deepEqual(
      locales.map(({ code, name, fallback, isDefault }) => [code, name, fallback, isDefault]),
      [['en-US', 'American English', null, true]],
    );
    assert.equal(own.space.defaultLocale, 'en-US');
    const head = await bench.heads.of(own.master.number);
    assert.equal(head?.revision, 1);
  });

  it('do not exist for another account, and a key limited to one space or to environments sees no more', async () => {
    const stranger = await bench.makeActor();
    const { id } = own.space;
    await assert.rejects(bench.spaces.find(stranger, id), code('not_found'));
    await assert.rejects(bench.environments.list(stranger, id), { code: 'not_found', extra: { resource: 'space' } });
    await assert.rejects(bench.environments.find(stranger, id, 'master'), {
      code: 'not_found',
      extra: { resource: 'space' },
    });
    await assert.rejects(bench.environments.byCode(stranger, own.master.code, 'entry'), {
      code: 'not_found',
      extra: { resource: 'entry' },
    });
    assert.deepEqual(await bench.spaces.list(stranger), []);

    const { accountId } = own.owner;
    const other = await bench.spaces.create(own.owner, { name: 'Other' });
    const key = await bench.makeActor({ accountId, spaceId: other.id });
    assert.deepEqual(
      (await bench.spaces.list(key)).map(({ id }) => id),
      [other.id],
    );
    await assert.rejects(bench.spaces.find(key, id), code('not_found'));
    await assert.rejects(bench.spaces.create(key, { name: 'No' }), code('insufficient_permission'));

    const staging = await bench.environmentChanges.create(own.owner, id, { name: 'seen' });
    const limited = await bench.makeActor({ accountId, spaceId: id, environments: [staging.number] });
    assert.deepEqual(
      (await bench.environments.list(limited, id)).map(({ name }) => name),
      ['seen'],
    );
    await assert.rejects(bench.environments.find(limited, id, 'master'), code('not_found'));
    await assert.rejects(
      bench.environmentChanges.create(limited, id, { name: 'more' }),
      code('insufficient_permission'),
    );
    await assert.rejects(bench.locales.create(limited, id, { code: 'de' }), code('insufficient_permission'));
    await assert.rejects(bench.spaces.delete(limited, id), code('insufficient_permission'));
    assert.equal((await bench.locales.list(limited, id)).length, 1);
  });

  it('change by name and default locale, once each, and not at all where nothing changes', async () => {
    const { owner, space } = await makeBenchSpace(bench);
    await bench.locales.create(owner, space.id, { code: 'de' });
    const both = await bench.spaces.update(owner, space.id, { name: 'Both', defaultLocale: 'de', expected: 1 });
    assert.deepEqual([both.name, both.defaultLocale, both.version], ['Both', 'de', 2]);
    assert.equal((await bench.spaces.update(owner, space.id, { name: 'Both' })).version, 2);
    await assert.rejects(bench.spaces.update(owner, space.id, { name: 'Late', expected: 1 }), {
      code: 'version_conflict',
      extra: { expected: 1, actual: 2 },
    });
    await assert.rejects(bench.spaces.update(owner, space.id, { defaultLocale: 'fr' }), code('validation_failed'));
  });

  it('take names of small letters, each once', async () => {
    for (const name of ['', 'MASTER', 'master ', '../x', '__proto__', '-x', 'x'.repeat(65), 'a\u202eb', 'ä']) {
      await assert.rejects(
        bench.environmentChanges.create(own.owner, own.space.id, { name }),
        code('validation_failed'),
      );
    }
    await assert.rejects(
      bench.environmentChanges.create(own.owner, own.space.id, { name: 'master' }),
      code('conflict'),
    );
    const made = await Promise.allSettled(
      Array.from({ length: 8 }, () => bench.environmentChanges.create(own.owner, own.space.id, { name: 'raced' })),
    );
    assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 1);
  });

  it('keep the code of a name and never give a number again', async () => {
    const { owner, space } = await makeBenchSpace(bench);
    const first = await bench.environmentChanges.create(owner, space.id, { name: 'preview' });
    await bench.environmentChanges.delete(owner, { spaceId: space.id, name: 'preview' });
    await assert.rejects(bench.environments.find(owner, space.id, 'preview'), code('not_found'));
    await assert.rejects(bench.environments.byCode(owner, first.code, 'entry'), code('not_found'));
    assert.equal(await bench.environments.resolve(space.id, 'preview'), undefined);
    const second = await bench.environmentChanges.create(owner, space.id, { name: 'preview' });
    assert.equal(second.code, first.code);
    assert.notEqual(second.number, first.number);
    assert.notEqual(second.id, first.id);
    assert.equal((await bench.environments.byCode(owner, first.code, 'entry')).number, second.number);
    assert.match(first.code, /^[a-z0-9]{6}$/);
  });

  it('cannot lose master', async () => {
    const place = { spaceId: own.space.id, name: 'master' };
    await assert.rejects(bench.environmentChanges.delete(own.owner, place), code('conflict'));
  });

  it('are not to be worked in until they are ready, but can be read and deleted', async () => {
    const { owner, space } = await makeBenchSpace(bench);
    const { number, code: name } = await bench.environmentChanges.create(owner, space.id, { name: 'copy' });
    await bench.database.write((writer) =>
      writer.updateTable('environments').set({ status: 'cloning' }).where('number', '=', number).execute(),
    );
    // What is known of a head is confirmed again after a moment on PostgreSQL.
    await until(async () => (await bench.environments.find(owner, space.id, 'copy')).status === 'cloning');
    await assert.rejects(bench.environments.open(owner, space.id, 'copy'), code('environment_not_ready'));
    await assert.rejects(bench.environments.byCode(owner, name, 'entry'), code('environment_not_ready'));
    await bench.environmentChanges.delete(owner, { spaceId: space.id, name: 'copy' });
  });

  it('go with everything in them, at once for everybody and row by row after', async () => {
    const { owner, space, master: environment } = await makeBenchSpace(bench);
    await bench.contentTypes.create(owner, environment, { name: 'Note', fields: [{ id: 'text', type: 'string' }] });
    for (let index = 0; index < 3; index++) {
      await bench.entries.create(owner, environment, { content_type_id: 'note', fields: { text: `${index}` } });
    }
    await bench.spaces.delete(owner, space.id);
    await assert.rejects(bench.spaces.find(owner, space.id), code('not_found'));
    await assert.rejects(bench.environments.find(owner, space.id, 'master'), code('not_found'));
    await assert.rejects(bench.environments.byCode(owner, environment.code, 'entry'), code('not_found'));
    await bench.removal.idle();
    assert.deepEqual(await rowsOf(environment.number), {
      environments: 0,
      content_types: 0,
      entries: 0,
      environment_heads: 0,
    });
  });

  it('are removed by the next start where the last one did not come to it', async () => {
    const { owner, space } = await makeBenchSpace(bench);
    const { number } = await bench.environmentChanges.create(owner, space.id, { name: 'left' });
    await bench.database.write((writer) =>
      writer.updateTable('environments').set({ status: 'deleting' }).where('number', '=', number).execute(),
    );
    bench.removal.wake();
    await bench.removal.idle();
    assert.equal((await rowsOf(number)).environments, 0);
  });

  it('are journalled, with an event where an environment is made', async () => {
    const { owner, space, master: environment } = await makeBenchSpace(bench);
    await bench.environmentChanges.create(owner, space.id, { name: 'recorded' });
    const rows = await bench.database.reader
      .selectFrom('journal')
      .select(['action', 'environment', 'target_type'])
      .where('space_id', '=', space.id)
      .orderBy('id')
      .execute();
    assert.deepEqual(plain(rows), [
      { action: 'space.create', environment: null, target_type: 'space' },
      { action: 'environment.create', environment: 'recorded', target_type: 'environment' },
    ]);
    const recorded = await bench.environments.find(owner, space.id, 'recorded');
    const items = await bench.database.reader
      .selectFrom('journal_items')
      .select(['environment', 'revision', 'event', 'kind', 'key', 'published'])
      .where('environment', 'in', [recorded.number, environment.number])
      .orderBy('environment')
      .execute();
    assert.deepEqual(plain(items), [
      { environment: environment.number, revision: 1, event: null, kind: 'environment', key: 'master', published: 1 },
      {
        environment: recorded.number,
        revision: 1,
        event: 'environment.create',
        kind: 'environment',
        key: 'recorded',
        published: 1,
      },
    ]);
  });

  async function rowsOf(number: number): Promise<Record<string, number>> {
    const { reader } = bench.database;
    const count = async (query: { execute(): Promise<unknown[]> }) => (await query.execute()).length;
    return {
      environments: await count(reader.selectFrom('environments').select('number').where('number', '=', number)),
      content_types: await count(reader.selectFrom('content_types').select('number').where('environment', '=', number)),
      entries: await count(reader.selectFrom('entries').select('id').where('environment', '=', number)),
      environment_heads: await count(
        reader.selectFrom('environment_heads').select('head').where('environment', '=', number),
      ),
    };
  }
});

/** Rows as ordinary objects: SQLite gives them without a prototype. */
function plain(rows: readonly object[]): object[] {
  return rows.map((row) => ({ ...row }));
}
