/** Headers of archives: what is written is read, by other programs too, and what is not sound is refused. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { it } from 'node:test';
import { isPlainPath, readTarHeader, TAR_END_BYTES, TarError, tarHeader, tarPadding } from './tar.ts';

it('a header says path and size, however long or large', () => {
  const long = `environments/${'e'.repeat(64)}/entries/${'t'.repeat(64)}.ndjson`;
  for (const [path, size] of [
    ['export.json', 0],
    [long, 12_345],
    ['files/aa/x', 8 ** 11 - 1],
    ['files/aa/x', 8 ** 11],
    ['a', 2 ** 53 - 1],
  ] as const) {
    const header = tarHeader(path, size);
    assert.deepEqual(readTarHeader(header), { path, size, isFolder: false });
    assert.deepEqual(tarHeader(path, size), header, 'the same bytes each time');
  }
  assert.equal(readTarHeader(Buffer.alloc(512)), null);
  assert.throws(() => tarHeader('../x', 1), /cannot be a path in an archive/);
  assert.throws(() => tarHeader('a'.repeat(200), 1), /too long/);
});

it('contents fill whole blocks', () => {
  assert.deepEqual([0, 1, 511, 512, 513].map(tarPadding), [0, 511, 1, 0, 511]);
});

it('other programs read what is written', () => {
  const path = `environments/${'e'.repeat(64)}/entries/${'t'.repeat(20)}.ndjson`;
  const files = [
    ['export.json', '{}\n'],
    [path, 'a line\n'],
  ] as const;
  const pieces = files.flatMap(([name, text]) => [
    tarHeader(name, text.length),
    Buffer.from(text),
    Buffer.alloc(tarPadding(text.length)),
  ]);
  const archive = Buffer.concat([...pieces, Buffer.alloc(TAR_END_BYTES)]);
  assert.equal(execFileSync('tar', ['-tf', '-'], { input: archive }).toString(), `export.json\n${path}\n`);
  assert.equal(execFileSync('tar', ['-xOf', '-', path], { input: archive }).toString(), 'a line\n');
});

it('what leaves its folder, or is no plain file, is refused', () => {
  for (const path of ['', '.', '..', '/a', 'a/', 'a//b', 'a/../b', './a', 'a\\b', 'ä', 'a b', 'a\0b'])
    assert.equal(isPlainPath(path), false, path);
  for (const path of ['a', '.hidden', 'a/..b/c.', '-', 'a/...']) assert.equal(isPlainPath(path), true, path);
  const damaged = tarHeader('a', 1);
  damaged[0] = 0x62;
  assert.throws(() => readTarHeader(damaged), TarError);
  assert.throws(() => readTarHeader(Buffer.alloc(100)), TarError);
});
