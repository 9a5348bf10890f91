/** The prefixes of tokens: no prefix starts with another, and each kind of key has its own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as kinds from './token-kinds.ts';

test('no prefix begins another, so that no token is taken for one of another kind', () => {
  const { KEY_PREFIXES, REFRESH_PREFIX, INVITATION_PREFIX, RESET_PREFIX, CHALLENGE_PREFIX, SCIM_PREFIX } = kinds;
  const others = [
    REFRESH_PREFIX,
    INVITATION_PREFIX,
    RESET_PREFIX,
    CHALLENGE_PREFIX,
    SCIM_PREFIX,
    kinds.SSO_CODE_PREFIX,
    kinds.CALENDAR_PREFIX,
    kinds.PREVIEW_TOKEN_PREFIX,
  ];
  const all = [...Object.values(KEY_PREFIXES), ...others];
  assert.equal(new Set(all).size, all.length);
  for (const prefix of all)
    assert.deepEqual(
      all.filter((other) => other.startsWith(prefix)),
      [prefix],
    );
});

test('the kind of a key is read from its prefix alone, to the letter', () => {
  for (const kind of kinds.keyKinds) assert.equal(kinds.keyKindOf(`${kinds.KEY_PREFIXES[kind]}abc`), kind);
  for (const text of ['', 'cms_del', 'CMS_DEL_abc', ' cms_del_abc', 'cms_ref_abc', 'cms_xyz_abc', 'constructor'])
    assert.equal(kinds.keyKindOf(text), undefined, text);
});
