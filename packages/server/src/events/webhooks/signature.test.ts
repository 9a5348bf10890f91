/** Signatures: published vectors, OpenSSL's word on them, and what receivers with the library of Standard Webhooks see. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { anyText } from '../../../../testing/src/any-text.ts';
import { bodyOf } from './event.ts';
import { deliveryHeaders, hexSignature, standardSignature } from './signature.ts';
import { newSecret } from './webhook-secrets.ts';

const PAYLOADS = 1_000;

const vectorBody =
  '{"event":"entry.publish","space_id":"sp_1","environment":"master","resource":{"id":"en_1","content_type":"article","slug":"hello","status":"published"},"timestamp":"2026-11-21T12:00:00.000Z"}';
const vectors = [
  {
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    hex: '984beddaaf679f901bab3f2baab8e7101264915ef14ce059490978620a9cd85b',
    standard: 'v1,c+3WW79yCBfNOMtk1xExloUOhRK+ynzMnXvMoG5VbBA=',
  },
  {
    secret: 's3cret',
    hex: 'f2c33e4c0722bc0ec6678c12de053ebb9fadbfc30ec49143a90525f43972c8b7',
    standard: 'v1,H/O+42ve2PLz2D5WDJ6pmSoeayTjajk/3vzg9xHSvxE=',
  },
];

describe('a signature', () => {
  for (const { secret, hex, standard } of vectors) {
    it(`by ${secret} is what the vector says, and what OpenSSL says`, () => {
      const signed = { id: 'evt_01TEST', timestamp: '1795262400', body: vectorBody, secrets: [secret] };
      assert.equal(hexSignature(vectorBody, secret), hex);
      assert.equal(standardSignature(signed), standard);
      assert.equal(openssl(['-hmac', secret], vectorBody).toString('hex'), hex);
      const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
      const content = `${signed.id}.${signed.timestamp}.${vectorBody}`;
      const mac = openssl(['-mac', 'HMAC', '-macopt', `hexkey:${key.toString('hex')}`], content);
      assert.equal(`v1,${mac.toString('base64')}`, standard);
    });
  }

  it('is verified by the library of Standard Webhooks, whatever is in the body', () => {
    const text = anyText(200);
    const secrets = fc.oneof(fc.constant('').map(newSecret), fc.string({ minLength: 6, maxLength: 40 }));
    const property = fc.property(text, text, secrets, (slug, key, secret) => {
      const body = bodyOf({
        kind: 'entry.publish',
        spaceId: 'spc_1',
        environment: 'master',
        resource: { id: `ent_abcdef_${key}`, contentType: 'article', contentTypeId: null, slug, status: 'published' },
        at: Date.now(),
      });
      const headers = headersOf(body, [secret]);
      assert.match(headers['x-cms-signature'] ?? '', /^[0-9a-f]{64}$/);
      const library = new StandardWebhook(
        secret.startsWith('whsec_') ? secret : Buffer.from(secret).toString('base64'),
      );
      assert.deepEqual(library.verify(body, headers), JSON.parse(body));
      assert.throws(() => library.verify(`${body} `, headers));
    });
    fc.assert(property, { numRuns: PAYLOADS });
  });

  it('by two secrets is good for receivers that know either', () => {
    const [old, next] = [newSecret(), newSecret()];
    const headers = headersOf('{}', [old, next]);
    assert.equal(headers['x-cms-signature'], hexSignature('{}', old));
    for (const secret of [old, next]) new StandardWebhook(secret).verify('{}', headers);
    assert.throws(() => new StandardWebhook(newSecret()).verify('{}', headers));
  });
});

describe('the headers of a delivery', () => {
  it('say what it is, and come after the custom ones', () => {
    const at = Date.parse('2026-11-21T12:00:00.789Z');
    const custom = { Authorization: 'Bearer x', 'x-cms-event': 'forged' };
    const named = { tags: 'ent_k3x9q2_tide,mixed_k3x9q2', slugs: '{"de":{"slug":"ebbe"}}' };
    const delivery = { event: 'entry.publish', deliveryId: 'dlv_1', revision: 7, attempt: 2, at, ...named };
    const headers = deliveryHeaders({ ...delivery, body: '{}', secrets: ['s3cret'], custom });
    assert.deepEqual(headers, {
      Authorization: 'Bearer x',
      'content-type': 'application/json',
      'user-agent': 'Lectern/0',
      'x-cms-event': 'entry.publish',
      'x-cms-delivery': 'dlv_1',
      'x-cms-attempt': '2',
      'x-cms-revision': '7',
      'x-cms-timestamp': '2026-11-21T12:00:00.789Z',
      'x-cms-tags': named.tags,
      'x-cms-slugs': named.slugs,
      'x-cms-signature': hexSignature('{}', 's3cret'),
      'webhook-id': 'dlv_1',
      'webhook-timestamp': '1795262400',
      'webhook-signature': standardSignature({
        id: 'dlv_1',
        timestamp: '1795262400',
        body: '{}',
        secrets: ['s3cret'],
      }),
    });
  });
});

function headersOf(body: string, secrets: [string, ...string[]]): Record<string, string> {
  const named = { tags: 'environment_k3x9q2', slugs: null };
  const delivery = { event: 'entry.publish', deliveryId: 'dlv_1', revision: 1, attempt: 1, at: Date.now(), ...named };
  return deliveryHeaders({ ...delivery, body, secrets, custom: {} });
}

function openssl(options: string[], input: string): Buffer {
  return execFileSync('openssl', ['dgst', '-sha256', ...options, '-binary'], { input });
}
