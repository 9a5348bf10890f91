/** In which state an invitation is, and what its mail says. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Language } from '../../../platform/kit/language.ts';
import { invitationMail, newTokens, stateOf } from './invitation.ts';
import type { StoredInvitation } from './store.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const row = {
  email: 'bob@example.com',
  role: 'editor',
  accepted_by: null,
  closed_at: null,
  expires_at: NOW + 1,
  inviter_role: 'admin',
  inviter_name: 'Ann',
  inviter_email: 'ann@example.com',
} as StoredInvitation;

const states: readonly (readonly [string, Partial<StoredInvitation>, string])[] = [
  ['that nobody answered', {}, 'open'],
  ['in the millisecond of its end', { expires_at: NOW }, 'expired'],
  ['after its end', { expires_at: NOW - 1 }, 'expired'],
  ['that was withdrawn', { closed_at: NOW - 1 }, 'withdrawn'],
  ['that was withdrawn and has ended', { closed_at: NOW - 1, expires_at: NOW - 1 }, 'withdrawn'],
  ['that was accepted', { accepted_by: 'usr_1' }, 'accepted'],
  ['that was accepted before its end', { accepted_by: 'usr_1', expires_at: NOW - 1 }, 'accepted'],
  ['that was accepted by the time the inviter left', { accepted_by: 'usr_1', inviter_role: null }, 'accepted'],
  ['of somebody who has left', { inviter_role: null }, 'withdrawn'],
  ['of somebody who may no longer invite', { inviter_role: 'developer' }, 'withdrawn'],
  ['to a role above that of the inviter today', { role: 'owner' }, 'withdrawn'],
  ['to the role of the inviter', { role: 'admin' }, 'open'],
  ['to be an owner, by an owner', { role: 'owner', inviter_role: 'owner' }, 'open'],
];
for (const [what, changed, state] of states)
  test(`an invitation ${what} is ${state}`, () => assert.equal(stateOf({ ...row, ...changed }, NOW), state));

test('whoever invites has another token than the mail, and neither is stored', () => {
  const { shown, mailed, hashes } = newTokens();
  assert.equal(new Set([shown, mailed, hashes.token_hash, hashes.mailed_hash]).size, 4);
});

const mail = (changed: Partial<StoredInvitation>, accountName = 'Acme', language: Language = 'en') => {
  const serviceUrl = 'https://cms.example';
  return invitationMail({ ...row, ...changed }, { accountName, token: 'cms_inv_x', serviceUrl, language });
};

test('the mail says who invites, to what, as what, until when, and where to accept', () => {
  const { to, subject, paragraphs, link } = mail({});
  assert.equal(to, 'bob@example.com');
  assert.match(subject, /Acme/);
  assert.match(paragraphs.join(' '), /^Ann \(ann@example\.com\) invites you .*Acme.* role editor\. .*2026-06-01/);
  assert.equal(link?.url, 'https://cms.example/accept-invitation?token=cms_inv_x');
});

test('the mail says the same in German', () => {
  const { subject, paragraphs, link } = mail({}, 'Acme', 'de');
  assert.equal(subject, 'Einladung zu „Acme“ auf Lectern');
  assert.match(
    paragraphs.join(' '),
    /^Ann \(ann@example\.com\) lädt Sie zu „Acme“ ein, .*Rolle Redaktion\. .*01\.06\.2026/,
  );
  assert.equal(link?.label, 'Einladung annehmen');
});

test('a name that could be taken for something else is left out', () => {
  for (const name of [null, '', 'Click https://evil.example', 'evil.example/x'])
    assert.match(mail({ inviter_name: name }).paragraphs[0] ?? '', /^ann@example\.com invites you/, String(name));
});
