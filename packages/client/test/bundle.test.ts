/** The client stays small, and needs nothing: bundled as a browser gets it. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { browserBundle } from '../../build/src/browser-bundle.ts';

const BYTES_MAX = 3 * 1024;

it('is at most 3 KB compressed, in one file without imports, for no platform in particular', async () => {
  const [file, ...others] = await browserBundle(join(import.meta.dirname, '../src/index.ts'));
  assert.ok(file);
  assert.deepEqual([file.imports, others], [[], []]);
  assert.doesNotMatch(file.code, /\b(process|Buffer|require)\b(?!\()/);
  const bytes = gzipSync(file.code, { level: 9 }).length;
  assert.ok(bytes <= BYTES_MAX, `${bytes} bytes`);
});
