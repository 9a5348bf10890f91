/** Work that is left to the end of a write is part of it: done with it, undone with it, and with the part it belongs to. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database, Writer } from '../../../src/platform/database/database.ts';
import { savepoint } from '../../../src/platform/database/savepoint.ts';

describeEachEngine('work left to the end of a write', (engine) => {
  let database: Database;
  before(async () => {
    database = await openDatabase(engine.databaseConfig());
  });
  after(() => database.close());

  it('runs before the write resolves', async () => {
    await database.write(async (writer) => writer.defer(count, 'done'));
    assert.equal(await countOf('done'), 1);
  });

  it('never runs if the write fails, even in a group with others that succeed', async () => {
    const failing = database.write(async (writer) => {
      writer.defer(count, 'failed');
      throw new Error('no');
    });
    const other = database.write(async (writer) => writer.defer(count, 'beside'));
    await assert.rejects(failing, /no/);
    await other;
    assert.deepEqual([await countOf('failed'), await countOf('beside')], [undefined, 1]);
  });

  it('is dropped with the part of the write that is undone', async () => {
    await database.write(async (writer) => {
      writer.defer(count, 'kept');
      const part = savepoint(writer, async () => {
        writer.defer(count, 'undone');
        throw new Error('this part');
      });
      await part.catch(() => undefined);
    });
    assert.deepEqual([await countOf('kept'), await countOf('undone')], [1, undefined]);
  });

  it('undoes the write if it fails itself', async () => {
    const write = database.write(async (writer) => {
      await count(writer, ['with it']);
      writer.defer(() => Promise.reject(new Error('at the end')), null);
    });
    await assert.rejects(write);
    assert.equal(await countOf('with it'), undefined);
  });

  it('is done once for all writes of a transaction that left something to it', async ({ mock }) => {
    // A machine that is busy elsewhere for a moment would close the transaction early.
    mock.method(performance, 'now', () => 0);
    const calls: string[][] = [];
    const note = async (_writer: Writer, items: readonly string[]) => void calls.push([...items]);
    const write = (item: string) => database.write(async (writer) => writer.defer(note, item), { environment: 1 });
    await Promise.all(['first', 'second', 'third'].map(write));
    assert.deepEqual(calls, [['first', 'second', 'third']]);
  });

  async function count(writer: Writer, scopes: readonly string[]): Promise<void> {
    await writer
      .insertInto('counters')
      .values(scopes.map((scope) => ({ scope, next: 1 })))
      .execute();
  }

  async function countOf(scope: string): Promise<number | undefined> {
    const row = await database.reader
      .selectFrom('counters')
      .select('next')
      .where('scope', '=', scope)
      .executeTakeFirst();
    return row?.next;
  }
});
