/** The figures of the performance page are those of the kept runs, and the newest run that has one wins. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { promises } from './promises.ts';
import { markdown, type Table } from './report.ts';
import { keptRuns, parseRun, type Run } from './results.ts';

const writes = (perSecond: number): Table => ({
  title: 'Writes, 8 clients, SQLite',
  columns: ['what', 'service /s', 'bare /s'],
  rows: [['create + publish', perSecond, '']],
});
const run = (at: string, table: Table): Run => parseRun(`${at}.md`, `# ${at}\n\n${markdown(table)}`);
const promise = promises.find(({ what }) => what.startsWith('create and publish'));

describe('the performance page', () => {
  it('takes a figure from the newest run that has it, and leaves the others alone', () => {
    const old = run('2026-01-01 00:00', writes(1_200));
    const found = promise?.figure([
      old,
      run('2026-01-02 00:00', writes(900)),
      run('2026-01-03 00:00', { ...writes(1), title: 'Start' }),
    ]);
    assert.deepEqual([found?.text, found?.isMet, found?.run.at], ['900 /s', false, '2026-01-02 00:00']);
    assert.equal(promise?.figure([old])?.isMet, true);
    assert.equal(promise?.figure([]), null);
  });

  it('reads runs back as they were written', () => {
    assert.deepEqual(run('2026-01-01 00:00', writes(1_200)).tables, [
      { ...writes(1_200), rows: [['create + publish', '1200', '']] },
    ]);
    assert.ok(keptRuns().every(({ at, tables }) => at !== '' && tables.length > 0));
  });
});
