/** Files on their way in: measured while they arrive, and gone where they break off or find no room. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { removeFolder, temporaryFolder } from '../../test/harness/temporary-folder.ts';
import { DomainError } from '../errors/domain-error.ts';
import { Spool } from './spool.ts';

let folder: string;
let spool: Spool;
before(() => {
  folder = join(temporaryFolder('spool'), 'uploads');
  spool = new Spool(folder);
});
after(() => removeFolder(folder));

test('a file is measured while it arrives', async () => {
  const file = await spool.receive(Readable.from([Buffer.from('two '), Buffer.from('pieces')]));
  assert.equal(readFileSync(file.path, 'utf8'), 'two pieces');
  const hash = createHash('sha256').update('two pieces').digest('hex');
  assert.deepEqual([file.size, file.hash], [10, hash]);
  assert.deepEqual(await spool.measure(file.path), file);
  await spool.remove(file.path);
  await spool.remove(file.path);
  assert.equal(existsSync(file.path), false);
});

test('a file that breaks off leaves nothing', async () => {
  const source = async function* () {
    yield Buffer.alloc(100_000);
    throw new Error('The client went away.');
  };
  await assert.rejects(spool.receive(source()), /went away/);
  assert.deepEqual(readdirSync(folder), []);
});

test('a file for which there is no room is refused with when to try again', async () => {
  const source = async function* () {
    yield Buffer.alloc(100_000);
    throw Object.assign(new Error('No space left on device'), { code: 'ENOSPC' });
  };
  const refusal = await spool.receive(source()).then(
    () => assert.fail('it found room'),
    (error: unknown) => error,
  );
  assert.ok(refusal instanceof DomainError);
  assert.deepEqual([refusal.code, refusal.extra.retryAfterSeconds], ['unavailable', 60]);
  assert.deepEqual(readdirSync(folder), []);
});

test('what a killed process left is removed after a while', async () => {
  const { path } = await spool.receive(Readable.from([Buffer.from('x')]));
  const now = Date.now();
  await spool.removeLeftBehind(now);
  assert.ok(existsSync(path), 'somebody may still be sending it');
  const old = now / 1_000 - 7 * 3_600;
  utimesSync(path, old, old);
  await spool.removeLeftBehind(now);
  assert.equal(existsSync(path), false);
  await new Spool(join(folder, 'none')).removeLeftBehind(now);
});
