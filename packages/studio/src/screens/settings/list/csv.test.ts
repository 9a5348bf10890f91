/** Tables as files: what spreadsheets read, and what they must not run. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { csvOf } from './csv.ts';

it('writes a table for spreadsheets, and no text of it as a formula', () => {
  const columns = [
    { heading: 'Name', value: ({ name }: { name: string | null }) => name },
    { heading: 'Count', value: () => -3 },
  ];
  const names = ['Ada', 'a "b", c', '=cmd()', 'two\nlines', null];
  const csv = csvOf(
    columns,
    names.map((name) => ({ name })),
  );
  assert.equal(csv, '\uFEFFName,Count\r\nAda,-3\r\n"a ""b"", c",-3\r\n\'=cmd(),-3\r\n"two\nlines",-3\r\n,-3\r\n');
});
