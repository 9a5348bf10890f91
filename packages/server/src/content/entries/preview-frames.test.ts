/** Tokens of previews in Studio: what they stand for, how long, and that nobody else makes one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PreviewFrames } from './preview-frames.ts';

const HOUR_MS = 3_600_000;
const frames = new PreviewFrames('the secret of the installation');
const frame = { url: 'https://site.example/ä?preview=1', sessionId: 'ses_1' };

test('a token stands for one address and session, until its time has come', () => {
  const token = frames.seal(frame, 1_000 + HOUR_MS) ?? assert.fail();
  assert.deepEqual(frames.open(token, 1_000 + HOUR_MS - 1), frame);
  assert.equal(frames.open(token, 1_000 + HOUR_MS), undefined);
});

test('an address that does not fit into a URL of the service has no token', () => {
  assert.notEqual(frames.seal({ ...frame, url: 'u'.repeat(4_000) }, HOUR_MS), null);
  assert.equal(frames.seal({ ...frame, url: 'u'.repeat(4_001) }, HOUR_MS), null);
});

test('what is not one of ours, or was changed, opens nothing', () => {
  const token = frames.seal(frame, HOUR_MS) ?? assert.fail();
  const changed = [...Buffer.from(token, 'base64url')].map((byte, at) => (at === 20 ? byte ^ 1 : byte));
  const others = ['', 'x', token.slice(2), token.slice(0, -4), Buffer.from(changed).toString('base64url')];
  for (const other of others) assert.equal(frames.open(other, 0), undefined, other);
  assert.equal(new PreviewFrames('another').open(token, 0), undefined);
});
