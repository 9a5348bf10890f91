/** Where texts stand in the database, for tests of what is removed for good. */
import { zstdDecompressSync } from 'node:zlib';
import { until } from '../../../../testing/src/until.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { rowIdRange } from '../../../src/platform/database/row-id.ts';

const REMOVED_WITHIN_MS = 60_000;

/** The rows of an environment whose stored values contain a text: drafts and published states, index rows and versions. */
export async function storedTexts({ reader }: Database, environment: number, text: RegExp): Promise<string[]> {
  const { first, end } = rowIdRange(environment);
  const states = await reader.selectFrom('entry_states').selectAll().execute();
  const index = await reader.selectFrom('entry_index').select(['id', 'version', 'index_values']).execute();
  const versions = await reader.selectFrom('entry_versions').select(['id', 'version', 'document']).execute();
  const rows = [
    ...states.map(({ document, ...row }) => ({ ...row, what: 'state', stored: document })),
    ...index.map(({ index_values: stored, ...row }) => ({ ...row, what: 'index row', stored })),
    ...versions.map(({ document, ...row }) => {
      return { ...row, what: 'version', stored: zstdDecompressSync(document).toString('utf8') };
    }),
  ];
  return rows
    .filter(({ id, stored }) => id >= first && id < end && text.test(stored))
    .map(({ what, id, version }) => `${what} ${id} ${version}`)
    .sort();
}

/** Waits until nothing is left to remove. */
export async function untilRemoved({ reader }: Database): Promise<void> {
  await until(
    () => reader.selectFrom('field_removals').select('field').execute(),
    (left) => left.length === 0,
    REMOVED_WITHIN_MS,
  );
}
