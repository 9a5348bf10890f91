/** What is known of an environment without waiting is never older than what was committed before. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { environmentRow } from '../../../../testing/src/rows/environment-row.ts';
import { openDatabase } from '../../platform/database/connect.ts';
import type { Database } from '../../platform/database/database.ts';
import { PublishedHeads } from '../../platform/journal/published-heads.ts';
import { Heads } from './heads.ts';

const NUMBER = 7;
const LONG_AGO = 1_000;

describeEachEngine('what a commit of another process moved', (engine) => {
  let here: Database;
  let elsewhere: Database;
  let now = 0;
  const statements: string[] = [];

  before(async () => {
    here = await openDatabase(engine.databaseConfig(), { observe: (statement) => statements.push(statement) });
    elsewhere = await openDatabase(engine.databaseConfig());
    await elsewhere.write((writer) => writer.insertInto('environments').values(environmentRow(NUMBER)).execute());
  });
  after(async () => {
    await here.close();
    await elsewhere.close();
  });

  const moveTo = (revision: number) =>
    elsewhere.write(async (writer) => {
      const moved = { revision, published_revision: revision };
      await writer.updateTable('environments').set(moved).where('number', '=', NUMBER).execute();
      await writer.deleteFrom('environment_heads').where('environment', '=', NUMBER).execute();
      await writer.insertInto('environment_heads').values({ environment: NUMBER, head: 'assets', revision }).execute();
    });

  it('is seen at once if the engine can give it without waiting, and is never missed', async () => {
    const heads = new Heads({ database: here, clock: () => now });
    const published = new PublishedHeads({ database: here });
    assert.equal(heads.known(NUMBER), undefined, 'a head that was never read has to be waited for');
    const first = await heads.of(NUMBER);
    assert.ok(first);
    await published.of(first);
    await moveTo(5);
    now += LONG_AGO;
    const known = heads.known(NUMBER);
    assert.equal(known?.revision, engine.kind === 'sqlite' ? 5 : undefined);
    const head = known ?? (await heads.of(NUMBER));
    assert.equal(head?.revision, 5);
    const parts = published.known(head);
    assert.equal(parts?.get('assets'), engine.kind === 'sqlite' ? 5 : undefined);
    assert.equal((await published.of(head)).get('assets'), 5);
  });

  it('is read once for all who ask in one turn, and again for who asks later', async () => {
    const heads = new Heads({ database: here, clock: () => now });
    await moveTo(6);
    statements.length = 0;
    const asked = await Promise.all([1, 2, 3].map(() => heads.confirmed(NUMBER)));
    assert.deepEqual(
      asked.map((head) => head?.revision),
      [6, 6, 6],
    );
    assert.equal(statements.length, 1);
    await moveTo(7);
    assert.equal((await heads.confirmed(NUMBER))?.revision, 7);
  });

  it('is refused to a write that knows the environment by a name that it had', async () => {
    const heads = new Heads({ database: here, clock: () => now });
    const raise = (name: string) =>
      here.write((writer) =>
        heads.raise(writer, { number: NUMBER, name, published: false, model: false, usage: new Map() }),
      );
    const revision = (await raise('master'))?.revision;
    await elsewhere.write((writer) =>
      writer.updateTable('environments').set({ name: 'first' }).where('number', '=', NUMBER).execute(),
    );
    await assert.rejects(raise('master'), { code: 'unavailable' });
    assert.equal((await raise('first'))?.revision, (revision ?? 0) + 1);
  });
});
