/** What is secret of a webhook: sealed in its row, and what becomes of it under another secret of the installation. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WebhookRow } from './tables.ts';
import { newSecret, WebhookSecrets } from './webhook-secrets.ts';

const secrets = new WebhookSecrets('the secret of the installation');
const later = new WebhookSecrets('another secret of the installation');

function rowOf(parts: { secret: string; next: string | null; headers: Record<string, string> }): WebhookRow {
  return {
    id: 'whk_1',
    space_id: 'spc_1',
    name: 'Search',
    url: 'https://example.com/',
    headers: secrets.sealHeaders(parts.headers),
    events: '[]',
    filters: '{"content_types":[],"environments":[]}',
    active: 1,
    debounce_seconds: 0,
    secret: secrets.seal(parts.secret),
    next_secret: parts.next === null ? null : secrets.seal(parts.next),
    next_secret_at: parts.next === null ? null : 1,
    disabled_reason: null,
    disabled_at: null,
    failures: 0,
    failing_since: null,
    paused_until: 0,
    version: 3,
    created_at: 1,
    created_by: 'usr_1',
    updated_at: 1,
  };
}

describe('the secrets of a webhook', () => {
  it('come out as they went in, and cannot be read in the row', () => {
    const row = rowOf({ secret: 's3cret-of-ours', next: 'the-next-one', headers: { 'X-Key': 'välue' } });
    const sendable = secrets.sendable(row);
    assert.deepEqual([sendable.secrets, sendable.headers], [['s3cret-of-ours', 'the-next-one'], { 'X-Key': 'välue' }]);
    const text = Buffer.concat([row.secret, row.next_secret ?? new Uint8Array(), row.headers]).toString('latin1');
    assert.ok(!/s3cret|next|X-Key/.test(text));
  });

  it('that were encrypted with another secret do not hide the webhook, and nothing is sent with them', () => {
    const row = rowOf({ secret: newSecret(), next: null, headers: { 'X-Key': 'value' } });
    assert.deepEqual([secrets.canOpen(row), later.canOpen(row), later.headersOf(row)], [true, false, {}]);
    assert.throws(() => later.sendable(row));
    const repaired = { ...row, secret: later.seal('a-new-secret'), headers: later.sealHeaders({}) };
    assert.deepEqual(later.sendable(repaired).secrets, ['a-new-secret']);
  });
});
