/** How long `lectern move` takes from an embedded installation to an empty PostgreSQL, what was sent being read back and compared. */
import { startPostgres } from '../packages/server/test/harness/postgres.ts';
import { runCommand } from './processes.ts';
import type { Table } from './report.ts';
import { makeWorld } from './world.ts';

const MS_PER_SECOND = 1_000;

/** What the command prints with `--json`, of which this needs the tables. */
interface Facts {
  readonly tables: readonly { readonly table: string; readonly rows: number }[];
}

/** Fills a data folder that is missing, and moves it. */
export async function measureMove(place: string, articles: number): Promise<Table> {
  await makeWorld({ kind: 'sqlite', folder: place }, place, { articles, isSearchable: true });
  const postgres = await startPostgres({ durable: true });
  try {
    const began = performance.now();
    const output = await runCommand(['move', '--to', postgres.url, '--json'], { LECTERN_DATA_DIR: place });
    const seconds = (performance.now() - began) / MS_PER_SECOND;
    const { tables } = JSON.parse(output) as Facts;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const entries = tables.find(({ table }) => table === 'entries')?.rows ?? 0;
    return {
      title: `Move: ${articles} articles, from sqlite to postgres`,
      columns: ['what', 'figure'],
      rows: [
        ['entries', entries],
        ['rows of all tables', rows],
        ['the whole command, s', seconds.toFixed(1)],
        ['rows /s', Math.round(rows / seconds)],
      ],
    };
  } finally {
    await postgres.close();
  }
}
