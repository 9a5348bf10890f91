/** What is shown of a URL. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownUrl } from './shown-url.ts';

test('a URL is shown without tokens and secrets', () => {
  const cases: [string, string][] = [
    ['/a?limit=3&fields.title=x', '/a?limit=3&fields.title=x'],
    ['/a?access_token=abc&limit=3', '/a?access_token=[hidden]&limit=3'],
    ['/a?q=1&Api%2DKey=abc', '/a?q=1&Api%2DKey=[hidden]'],
    ['/a?%=1&code=42', '/a?%=1&code=[hidden]'],
    ['/files/cms_mgm_0123456789abc', '/files/cms_mgm_[hidden]'],
    ['/a?q=cms_del_0123456789abc', '/a?q=cms_del_[hidden]'],
  ];
  for (const [url, shown] of cases) assert.equal(shownUrl(url), shown);
  assert.equal(shownUrl(`/a?${'x'.repeat(9_000)}`).length, 501);
});
