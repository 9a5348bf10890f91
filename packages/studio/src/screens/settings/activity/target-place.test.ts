/** What a record names has its place in Studio, by an address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auditActions } from '../../../../../contract/src/audit-actions.ts';
import { targetPlace } from './target-place.ts';

const here = { space: 'spc_1', environment: 'next' };
const of = (type: string, id: string, more: object = {}) =>
  targetPlace({ action: `${type}.update`, target: { type, id }, space_id: 'spc_1', environment: null, ...more }, here);

test('what can be opened is open at its address, in the space and environment of the record', () => {
  const elsewhere = { space_id: 'spc_2', environment: 'branch' };
  assert.deepEqual(of('webhook', 'whk_1'), { to: '/spaces/spc_1/next/settings/webhooks', search: { open: 'whk_1' } });
  assert.deepEqual(of('asset', 'ast_a1b2c3_sky', elsewhere), {
    to: '/spaces/spc_2/branch/media',
    search: { asset: 'ast_a1b2c3_sky' },
  });
  assert.deepEqual(of('merge', 'mrg_1', elsewhere), {
    to: '/spaces/spc_2/branch/settings/environments/merges',
    search: { into: 'branch', open: 'mrg_1' },
  });
  assert.equal(of('view', 'viw_1', { space_id: 'spc_2' })?.to, '/spaces/spc_2/master/content');
  assert.equal(of('entry', 'ent_a1b2c3_first_post')?.to, '/spaces/spc_1/next/content/first_post');
  assert.equal(of('change_set', 'chg_a1b2c3_k1')?.to, '/spaces/spc_1/next/releases/chg_a1b2c3_k1');
  assert.equal(of('content_type', 'typ_a1b2c3_blog_post')?.to, '/spaces/spc_1/next/model/blog_post');
  assert.deepEqual(of('member', 'usr_1', { space_id: null })?.search, { open: 'usr_1' });
});

test('what a record says is gone has no place, and neither has what Studio shows nowhere', () => {
  const placeless = Object.keys(auditActions).filter((type) => of(type, 'id') === null);
  const ofPeople = ['passkey', 'password_reset', 'recovery_codes', 'second_factor', 'session', 'verification'];
  assert.deepEqual(
    placeless.toSorted(),
    ['audit', 'calendar_feed', 'content', 'migration', 'search', ...ofPeople].toSorted(),
  );
  for (const action of ['webhook.delete', 'account.remove'])
    assert.equal(of(action.split('.')[0] ?? '', 'whk_1', { action }), null);
});
