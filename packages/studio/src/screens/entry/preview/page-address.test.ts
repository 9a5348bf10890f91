/** Where a page is read with a newer token, which pages browsers show inside of Studio, and where their values are in the form. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContentType } from '../../../api/types.ts';
import { formPlace, isMixed, renewedAddress } from './page-address.ts';

const preview = (token: string, path = 'sea') => ({
  url: `https://a.example/${path}?preview=${token}`,
  frame_url: null,
  token,
  revision: 1,
  expires_at: '2026-11-29T12:00:00.000Z',
});

test('the page of the entry is read at its new address, another one of the site at its own, with the new token', () => {
  const [before, after] = [preview('cms_pvw_1'), preview('cms_pvw_2', 'ocean')];
  for (const [now, expected] of [
    ['https://a.example/sea?preview=cms_pvw_1', 'https://a.example/ocean?preview=cms_pvw_2'],
    ['https://a.example/other?x=1&preview=cms_pvw_1#y', 'https://a.example/other?x=1&preview=cms_pvw_2#y'],
    ['https://a.example/p/cms_pvw_1/other', 'https://a.example/p/cms_pvw_2/other'],
    ['https://a.example/other', 'https://a.example/other'],
  ] as const)
    assert.equal(renewedAddress(now, before, after), expected);
  const gone = { ...after, url: null };
  assert.equal(renewedAddress(before.url, before, gone), 'https://a.example/sea?preview=cms_pvw_2');
});

test('a page over http is not shown inside of https, unless it is on the device itself', () => {
  const [secure, plain] = [{ protocol: 'https:' }, { protocol: 'http:' }];
  assert.equal(isMixed('http://a.example/', secure), true);
  for (const address of ['https://a.example/', 'http://localhost:3000/', 'http://127.0.0.1/', 'http://a.localhost/'])
    assert.equal(isMixed(address, secure), false, address);
  assert.equal(isMixed('http://a.example/', plain), false);
});

test('a value of a page is named in the form by its field, its locale and the way to it', () => {
  const fields = [
    { id: 'title', localized: true },
    { id: 'blocks', localized: false },
    { id: 'byLocale', localized: true },
  ];
  const type = { fields } as unknown as ContentType;
  for (const [field, locale, path] of [
    ['title', null, 'fields.title.en'],
    ['title', 'de', 'fields.title.de'],
    ['blocks.b1.words', null, 'fields.blocks.b1.words.en'],
    ['byLocale.b1.words', 'de', 'fields.byLocale.de.b1.words'],
    ['gone', null, 'fields.gone.en'],
  ] as const) {
    const [top] = field.split('.');
    assert.deepEqual(formPlace({ entry: 'ent_1_a', field, locale }, type, 'en'), {
      field: top,
      locale: locale ?? 'en',
      path,
    });
  }
});
