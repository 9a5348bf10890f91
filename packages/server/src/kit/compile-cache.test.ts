/** A program that caches its compiled code leaves it in the folder, and runs where the folder cannot be made. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

function runWith(cacheFolder: string): string {
  const module = JSON.stringify(new URL('./compile-cache.ts', import.meta.url).href);
  const other = JSON.stringify(new URL('./clock.ts', import.meta.url).href);
  const code = `const { cacheCompiledCode } = await import(${module});
    cacheCompiledCode(${JSON.stringify(cacheFolder)});
    console.log((await import(${other})).isoTime(0));`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' }).trim();
}

test('compiled code is kept, and its absence stops nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-compile-cache-'));
  try {
    assert.equal(runWith(join(folder, 'cache')), '1970-01-01T00:00:00.000Z');
    assert.notEqual(readdirSync(join(folder, 'cache'), { recursive: true }).length, 0);
    writeFileSync(join(folder, 'file'), '');
    assert.equal(runWith(join(folder, 'file', 'cache')), '1970-01-01T00:00:00.000Z');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
