/** A digest covers one record completely, and only holds in one installation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecordDigests, type RecordFacts, sameDigest } from './record-digests.ts';

const digests = new RecordDigests('the secret of the installation, long enough');
const facts: RecordFacts = {
  recordId: 'aud_1',
  at: 1,
  account: 'acc_1',
  space: null,
  environment: null,
  actorType: 'user',
  actorId: 'usr_1',
  action: 'entry.create',
  targetType: 'entry',
  targetId: 'ent_1',
  requestId: null,
};
const details = { actorName: 'ada@example.com', ip: '127.0.0.1', userAgent: 'test', changes: '{"after":{}}' };
const digestOf = (one: RecordFacts, kept = details, by = digests) => by.ofRecord(one, by.ofDetails(one.recordId, kept));

test('any change to a record changes its digest', () => {
  const seen = new Set([digestOf(facts).toString('hex')]);
  for (const name of Object.keys(facts)) seen.add(digestOf({ ...facts, [name]: 'other' }).toString('hex'));
  for (const name of Object.keys(details)) seen.add(digestOf(facts, { ...details, [name]: 'other' }).toString('hex'));
  assert.equal(seen.size, 1 + Object.keys(facts).length + Object.keys(details).length);
});

test('the digest depends on the secret', () => {
  const other = new RecordDigests('the secret of another installation, as long');
  assert.ok(sameDigest(digestOf(facts), digestOf(facts)));
  assert.ok(!sameDigest(digestOf(facts), digestOf(facts, details, other)));
  assert.ok(!sameDigest(digestOf(facts), digestOf(facts).subarray(1)));
});
