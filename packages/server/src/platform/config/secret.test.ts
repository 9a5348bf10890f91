/** The secret in a data folder stays the same, stays private, and is never half written. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { ConfigurationError } from './configuration-error.ts';
import { ensureSecret } from './secret.ts';

async function withFolder(run: (folder: string) => void | Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-secret-'));
  try {
    await run(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a secret is generated once and then read back, and only its owner can read it', () =>
  withFolder((folder) => {
    const dataDir = join(folder, 'new', 'data');
    const secret = ensureSecret(dataDir, { mayMake: true });
    assert.match(secret, /^[0-9a-f]{64}$/);
    assert.equal(ensureSecret(dataDir, { mayMake: true }), secret);
    assert.equal(statSync(join(dataDir, 'secret')).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(dataDir), ['secret']);
  }));

test('processes that start together agree on one secret', () =>
  withFolder(async (folder) => {
    const module = new URL('./secret.ts', import.meta.url).href;
    const code = `import(${JSON.stringify(module)}).then((m) => require('node:worker_threads').parentPort.postMessage(m.ensureSecret(${JSON.stringify(folder)}, { mayMake: true })))`;
    const responses = await Promise.all(
      Array.from(
        { length: 4 },
        () =>
          new Promise((resolve, reject) =>
            new Worker(code, { eval: true }).once('message', resolve).once('error', reject),
          ),
      ),
    );
    assert.deepEqual([...new Set(responses)], [readFileSync(join(folder, 'secret'), 'utf8').trim()]);
  }));

test('a damaged secret and a folder that cannot be used are reported with a message', () =>
  withFolder((folder) => {
    writeFileSync(join(folder, 'secret'), 'short');
    assert.throws(
      () => ensureSecret(folder, { mayMake: true }),
      (error) => error instanceof ConfigurationError && /is damaged; restore it/.test(error.message),
    );
    assert.throws(() => ensureSecret(join(folder, 'secret', 'data'), { mayMake: true }), ConfigurationError);
  }));
