/**
 * The receivers of the guide, word for word: they take what Lectern signed and refuse all else. Node's is the reference
 * receiver; Python's is tried where there is Python.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { type ApiResponse, send } from '../../../testing/src/client.ts';
import { given } from '../../../testing/src/given.ts';
import { onFirstEngine } from '../../../testing/src/on-each-engine.ts';
import { removeFolder, temporaryFolder } from '../../../testing/src/temporary-folder.ts';
import { makeWebhook, SENDS_HOME } from './webhook.ts';

const GUIDE = new URL('../../../../docs/guide/webhooks.md', import.meta.url);
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const START_TIMEOUT_MS = 60_000;
const EVENT = JSON.stringify({ event: 'entry.publish', resource: { id: 'Zoë 💡' } });

interface Program {
  readonly language: string;
  readonly command: string;
  readonly file: string;
}

const programs: readonly Program[] = [
  { language: 'js', command: process.execPath, file: 'receiver.mjs' },
  ...(isThere('python3') ? [{ language: 'python', command: 'python3', file: 'receiver.py' }] : []),
];

/** Requests that are refused: what is wrong, and what is sent. */
const forgeries: readonly (readonly [string, { raw: string; signature?: string }])[] = [
  ['no signature', { raw: EVENT }],
  ['an empty signature', { raw: EVENT, signature: '' }],
  ['a signature of another secret', { raw: EVENT, signature: signatureOf(EVENT, 'another secret') }],
  ['a signature of another body', { raw: `${EVENT} `, signature: signatureOf(EVENT, SECRET) }],
  ['a signature that is cut', { raw: EVENT, signature: signatureOf(EVENT, SECRET).slice(0, 62) }],
  ['a signature that goes on', { raw: EVENT, signature: `${signatureOf(EVENT, SECRET)}00` }],
  ['a signature that is no hexadecimal', { raw: EVENT, signature: 'x'.repeat(64) }],
];

for (const program of programs) {
  onFirstEngine(
    `the guide’s receiver in ${program.language}`,
    (stage) => {
      let running: { process: ChildProcess; url: string };
      const folder = temporaryFolder('receiver');
      before(async () => {
        running = await start(program, folder);
      });
      after(async () => {
        running.process.kill();
        await once(running.process, 'exit');
        removeFolder(folder);
      });

      it('takes what Lectern sends, with 204', async () => {
        const scene = await given(stage.url);
        const made = await makeWebhook(scene, running.url, { secret: SECRET });
        const path = `${scene.space}/webhooks/${made.string('id')}`;
        const sent = await scene.owner.post(`${path}/test`, undefined, 200);
        assert.deepEqual([sent.at('status'), sent.at('status_code')], ['success', 204], String(sent));
      });

      it('refuses with 401 what is signed by another secret, and the log says so', async () => {
        const scene = await given(stage.url);
        const made = await makeWebhook(scene, running.url);
        const path = `${scene.space}/webhooks/${made.string('id')}`;
        const sent = await scene.owner.post(`${path}/test`, undefined, 200);
        assert.deepEqual([sent.at('status'), sent.at('status_code')], ['failed', 401], String(sent));
      });

      it('takes the bytes that were signed, and refuses forgeries with 401', async () => {
        const good = await knock(running.url, { raw: EVENT, signature: signatureOf(EVENT, SECRET) });
        assert.equal(good.status, 204);
        for (const [what, request] of forgeries) assert.equal((await knock(running.url, request)).status, 401, what);
      });
    },
    SENDS_HOME,
  );
}

function knock(url: string, { raw, signature }: { raw: string; signature?: string }): Promise<ApiResponse> {
  const signed = signature === undefined ? {} : { 'x-cms-signature': signature };
  return send(url, 'POST', '/', { raw, headers: { 'content-type': 'application/json', ...signed } });
}

/** Writes the program of the guide into a folder and starts it on a free port. */
async function start({ language, command, file }: Program, folder: string) {
  const [, code] =
    new RegExp(`^\`\`\`${language} receiver\\n(.*?)^\`\`\`$`, 'ms').exec(readFileSync(GUIDE, 'utf8')) ?? [];
  assert.ok(code !== undefined, `The guide has a receiver in ${language}.`);
  const path = join(folder, file);
  writeFileSync(path, code);
  const child = spawn(command, [path], {
    env: { ...process.env, WEBHOOK_SECRET: SECRET, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const signal = AbortSignal.timeout(START_TIMEOUT_MS);
  const [line] = (await once(child.stdout, 'data', { signal })) as [Buffer];
  const port = /port (\d+)/.exec(String(line))?.[1];
  assert.ok(port !== undefined, String(line));
  return { process: child, url: `http://127.0.0.1:${port}` };
}

function signatureOf(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

function isThere(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;
}
