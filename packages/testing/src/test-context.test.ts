/** What Node's runner says of a file with its own way to find tests, and with ours. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { removeFolder, temporaryFolder } from './temporary-folder.ts';

const CONTEXT = join(import.meta.dirname, 'test-context.ts');
/** Suites that load later, cases within cases, hooks, and errors that come after a case has gone on. */
const CASES = `
import { after, before, beforeEach, describe, getTestContext, it } from 'node:test';
const pause = () => new Promise((resolve) => setImmediate(resolve));
describe('outer', async () => {
  await pause();
  before(pause);
  beforeEach(async () => void (await pause()));
  after(async () => { await pause(); });
  it('has a part', async (test) => { await pause(); await test.test('part', () => console.log(getTestContext().fullName)); });
  describe('inner', { concurrency: 2 }, async () => {
    await null;
    it('passes', async () => { await pause(); console.log(getTestContext().fullName); });
    it('throws later', async () => { setImmediate(() => { throw new Error('a'); }); await pause(); await pause(); });
    it('rejects later', async () => { setImmediate(() => void Promise.reject(new Error('b'))); await pause(); await pause(); });
  });
});
`;

describe('the tests that code belongs to', () => {
  it('are found as by Node itself', async () => {
    const folder = temporaryFolder('test-context');
    const file = join(folder, 'cases.mjs');
    writeFileSync(file, CASES);
    const [usual, ours] = await Promise.all([outlineOf(file), outlineOf(file, '--import', CONTEXT)]);
    removeFolder(folder);
    assert.ok(usual.includes('not ok 3 - rejects later'), usual.join('\n'));
    assert.deepEqual(ours, usual);
  });
});

/** What a run of a file says of its cases, one a line. */
function outlineOf(file: string, ...parameters: string[]): Promise<string[]> {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return new Promise((resolve) => {
    execFile(process.execPath, [...parameters, '--test-reporter=tap', file], { env }, (_error, stdout) =>
      resolve(
        stdout
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => /ok \d|^outer/.test(line)),
      ),
    );
  });
}
