/** Results on disk: found again, bounded, and used ones stay. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ResultFiles } from './result-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-results-'));
after(() => rmSync(folder, { recursive: true }));

async function keep(results: ResultFiles, name: string, bytes = 10): Promise<void> {
  const path = await results.newPath();
  writeFileSync(path, Buffer.alloc(bytes));
  await results.keep(path, name);
  await results.close();
}

async function has(results: ResultFiles, name: string): Promise<boolean> {
  const found = await results.open(name);
  await found?.file.close();
  return found !== undefined;
}

function makeOld(place: string, name: string, seconds: number): void {
  const then = Date.now() / 1_000 - seconds;
  utimesSync(join(place, name.slice(0, 2), name), then, then);
}

test('a result is found when the folder is opened later', async () => {
  const place = join(folder, 'later');
  await keep(new ResultFiles({ folder: place, bytesMax: 1_000 }), 'abc');
  const later = new ResultFiles({ folder: place, bytesMax: 1_000 });
  const found = await later.open('abc');
  assert.equal(found?.size, 10);
  await found?.file.close();
  assert.equal(await has(later, 'abd'), false);
});

test('the least recently used results are removed when there are too many bytes', async () => {
  const place = join(folder, 'bounded');
  const results = new ResultFiles({ folder: place, bytesMax: 100 });
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) {
    await keep(results, name);
    makeOld(place, name, 10_000 - name.charCodeAt(0));
  }
  assert.ok(await has(results, 'a'), 'opening it makes it young');
  for (const name of ['i', 'j']) await keep(results, name);
  assert.deepEqual(await Promise.all(['a', 'b', 'c', 'j'].map((name) => has(results, name))), [
    true,
    false,
    true,
    true,
  ]);
});

test('the number of results is bounded too', async () => {
  const place = join(folder, 'number');
  const results = new ResultFiles({ folder: place, bytesMax: 1e9, filesMax: 20 });
  for (let n = 0; n < 50; n += 1) await keep(results, `r${n}`);
  assert.ok(readdirSync(join(place)).flatMap((name) => readdirSync(join(place, name))).length <= 20);
});

test('an empty file is ignored, and unfinished ones are removed', async () => {
  const place = join(folder, 'broken');
  const results = new ResultFiles({ folder: place, bytesMax: 100 });
  await keep(results, 'empty', 0);
  assert.equal(await has(results, 'empty'), false);
  const abandoned = await results.newPath();
  writeFileSync(abandoned, 'x');
  const longAgo = Date.now() / 1_000 - 7_200;
  utimesSync(abandoned, longAgo, longAgo);
  await keep(results, 'other');
  assert.throws(() => statSync(abandoned), /ENOENT/);
});
