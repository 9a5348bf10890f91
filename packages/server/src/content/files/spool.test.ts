/** Uploads in progress: measured while they arrive, and removed if they are aborted or do not fit. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { removeFolder, temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { Spool, type SpooledFile } from './spool.ts';

/** As much as is written to disk at a time. */
const WRITTEN_AT_ONCE_BYTES = 262_144;
const ROUNDS = 10;
const AT_ONCE = 20;
/** So many that some are given up just before they are there. */
const CUT_ROUNDS = 50;
const CUT_AT_ONCE = 40;

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

test('files that are cut off at once leave nothing behind, though they are created at the same moment', async () => {
  for (let round = 0; round < CUT_ROUNDS; round++) {
    const cut = Array.from({ length: CUT_AT_ONCE }, () => assert.rejects(spool.receive(cutOff()), /cut off/));
    await Promise.all(cut);
  }
  assert.deepEqual(readdirSync(folder), []);
});

test('a file is stored unchanged, however it is split into chunks', async () => {
  const bytes = randomBytes(1_000_000);
  const hash = createHash('sha256').update(bytes).digest('hex');
  for (const length of [999, 65_536, 262_144, 262_145, 600_000, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) =>
      bytes.subarray(at * length, (at + 1) * length),
    );
    const file = await spool.receive(Readable.from(pieces));
    assert.deepEqual([file.size, file.hash], [bytes.length, hash]);
    assert.ok(readFileSync(file.path).equals(bytes), `in chunks of ${length} bytes`);
    await spool.remove(file.path);
  }
});

test('an upload aborted while it is written does not damage another', async () => {
  const breaksOff = (turns: number) =>
    new Readable({
      read() {
        if (!this.push(Buffer.alloc(WRITTEN_AT_ONCE_BYTES, 'x'))) void breakOffAfter(this, turns);
      },
    });
  for (let round = 0; round < ROUNDS; round++) {
    const broken = Array.from({ length: AT_ONCE }, (_, turns) =>
      assert.rejects(spool.receive(breaksOff(turns)), /went away/),
    );
    const whole: Promise<SpooledFile>[] = [];
    for (let turn = 0; turn < AT_ONCE; turn++) {
      await nextTurn();
      whole.push(spool.receive(Readable.from([Buffer.alloc(70_000, 'y')])));
    }
    await Promise.all(broken);
    for (const file of await Promise.all(whole)) {
      const bytes = readFileSync(file.path);
      assert.deepEqual([bytes.length, bytes.every((byte) => byte === 'y'.charCodeAt(0))], [70_000, true]);
      await spool.remove(file.path);
    }
  }
  assert.deepEqual(readdirSync(folder), []);
});

test('an aborted upload leaves nothing behind', async () => {
  const source = async function* () {
    yield Buffer.alloc(100_000);
    throw new Error('The client went away.');
  };
  await assert.rejects(spool.receive(source()), /went away/);
  assert.deepEqual(readdirSync(folder), []);
});

test('a file that does not fit is rejected with Retry-After', async () => {
  const source = async function* () {
    yield Buffer.alloc(100_000);
    throw Object.assign(new Error('No space left on device'), { code: 'ENOSPC' });
  };
  const refusal = await spool.receive(source()).then(
    () => assert.fail('it did fit'),
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
  assert.ok(existsSync(path), 'it may still be arriving');
  const old = now / 1_000 - 7 * 3_600;
  utimesSync(path, old, old);
  await spool.removeLeftBehind(now);
  assert.equal(existsSync(path), false);
  await new Spool(join(folder, 'none')).removeLeftBehind(now);
});

async function breakOffAfter(source: Readable, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await nextTurn();
  source.destroy(new Error('The client went away.'));
}

async function* cutOff(): AsyncGenerator<Buffer> {
  yield Buffer.from('abc');
  throw new Error('cut off');
}
