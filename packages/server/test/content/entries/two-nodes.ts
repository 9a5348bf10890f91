/**
 * The setting of entry tests: two nodes on one database for each engine, and access to its rows. Changes on one node must be
 * visible on the other.
 */
import { after, before } from 'node:test';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { given, magazine, type Scene } from '../../../../testing/src/given.ts';
import { startService } from '../../../../testing/src/service.ts';
import type { EntryRow, EntryVersionRow } from '../../../src/content/entries/tables.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import type { JournalItemRow } from '../../../src/platform/journal/tables.ts';

export interface EntryStage {
  /** A space with the magazine's content types, on the first node. */
  readonly scene: Scene;
  /** Its owner, on the second node. */
  readonly second: Actor;
  /** The database beneath both. */
  readonly database: Database;
}

/** Defines a suite that runs on each engine. */
export function onTwoNodes(
  title: string,
  play: (stage: EntryStage) => void,
  environment: Record<string, string> = {},
): void {
  describeEachEngine(title, (engine) => {
    const stage = {} as { -readonly [Key in keyof EntryStage]: EntryStage[Key] };
    const closing: (() => Promise<void>)[] = [];
    before(async () => {
      const nodes = [
        await startService({ engine, env: environment }),
        await startService({ engine, env: environment }),
      ];
      for (const node of nodes) closing.push(() => node.close());
      const [first, second] = nodes.map(({ url }) => url);
      stage.database = await openDatabase(engine.databaseConfig());
      closing.push(() => stage.database.close());
      stage.scene = await given(first ?? '', { types: magazine });
      stage.second = new Actor(second ?? '', stage.scene.owner.token);
    });
    after(async () => {
      closeConnections();
      for (const close of closing.reverse()) await close();
    });
    play(stage);
  });
}

/** The row of an entry by its public id; undefined if it was deleted. */
export async function entryRow(database: Database, id: string): Promise<EntryRow | undefined> {
  return database.reader.selectFrom('entries').selectAll().where('key', '=', keyOf(id)).executeTakeFirst();
}

/** The journal's records of the entry, oldest first. */
export async function itemsOf(database: Database, id: string): Promise<JournalItemRow[]> {
  return database.reader
    .selectFrom('journal_items')
    .selectAll()
    .where('kind', '=', 'entry')
    .where('key', '=', keyOf(id))
    .orderBy('revision')
    .orderBy('ordinal')
    .execute();
}

/** The records of an entry's versions, the oldest first. */
export async function versionsOf(database: Database, row: Pick<EntryRow, 'id'>): Promise<EntryVersionRow[]> {
  return database.reader.selectFrom('entry_versions').selectAll().where('id', '=', row.id).orderBy('version').execute();
}

/** The key within a public id. Keys in these tests are unique across all environments. */
export function keyOf(id: string): string {
  return id.split('_').slice(2).join('_');
}
