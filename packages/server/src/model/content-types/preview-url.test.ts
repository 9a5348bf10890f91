/** Templates of preview addresses: which are taken, and the origins that they are of. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  filledPreviewUrl,
  importedPreviewUrl,
  previewUrlViolations,
  previewUrlWarnings,
  withoutSecrets,
} from './preview-url.ts';

const GOOD = [
  null,
  'https://www.example.com',
  'https://www.example.com/{locale}/{slug}?id={id}&key={key}#{environment}',
  'https://www.example.com/{slug}?preview={preview}',
  'https://www.example.com:8443/a',
  'https://münchen.example/{slug}',
  'http://localhost:3000/{slug}',
  'http://preview.localhost/{slug}',
  'http://127.0.0.1:8080/',
  'http://[::1]:3000/{key}',
];

const BAD = [
  '',
  'www.example.com/{slug}',
  '/{slug}',
  'http://www.example.com/{slug}',
  'http://localhost.example.com/{slug}',
  'http://127.example.com/',
  'https://{slug}.example.com/',
  'https://www.example.com{slug}/',
  'https://www.example.com:{key}/',
  'https://name:word@www.example.com/',
  'https://www.example.com/{title}',
  'https://www.example.com/{slug',
  'https://www.example.com/slug}',
  'https://www.example.com/{{slug}}',
  'https://www.example.com/a b',
  'https://www.example.com\\@evil.example/',
  'https://www.example.com/\n',
  'javascript:alert(1)',
  'data:text/html,{slug}',
  'ftp://www.example.com/{slug}',
  `https://www.example.com/${'x'.repeat(2_000)}`,
  7,
  {},
];

for (const template of GOOD) it(`takes ${template}`, () => assert.deepEqual(previewUrlViolations(template), []));
for (const template of BAD)
  it(`refuses ${JSON.stringify(template).slice(0, 60)}`, () => {
    const [violation, ...more] = previewUrlViolations(template);
    assert.deepEqual([violation?.path, violation?.rule, more], ['preview_url', 'format', []]);
  });

it('is filled in, encoded, with the slashes of a slug', () => {
  const named = { slug: 'küche/öl', id: 'ent_k3x9q2_oil', key: 'oil', locale: 'de-AT', environment: 'master' };
  const filling = { ...named, preview: '' };
  const template = 'https://www.example.com/{locale}/{slug}?id={id}&key={key}&env={environment}';
  const url = 'https://www.example.com/de-AT/k%C3%BCche/%C3%B6l?id=ent_k3x9q2_oil&key=oil&env=master';
  assert.equal(filledPreviewUrl(template, filling), url);
  assert.equal(filledPreviewUrl(template, { ...filling, slug: null }), null);
  assert.equal(
    filledPreviewUrl('https://www.example.com/{key}', { ...filling, slug: null }),
    'https://www.example.com/oil',
  );
});

it('has nothing where a token will stand', () => {
  const filling = { slug: 'a', id: 'b', key: 'c', locale: 'd', environment: 'e', preview: '' };
  assert.equal(filledPreviewUrl('https://www.example.com/{slug}?t={preview}', filling), 'https://www.example.com/a?t=');
});

const SECRET = {
  'https://www.example.com/{slug}?secret=quiet': 'the parameter "secret"',
  'https://www.example.com/{slug}?id={id}&previewToken=abc': 'the parameter "previewToken"',
  'https://www.example.com/{slug}?api_key=abc': 'the parameter "api_key"',
  'https://www.example.com/{slug}?PASSWORD=abc': 'the parameter "PASSWORD"',
  'https://www.example.com/?x-vercel-protection-bypass=abc': 'the parameter "x-vercel-protection-bypass"',
  'https://www.example.com/{slug}?v=9f86d081884c7d659a2feaa0c55ad015': 'the parameter "v"',
  'https://www.example.com/#/{slug}?token=abc': 'the parameter "token"',
  'https://www.example.com/{slug}#access_token=abc': 'the parameter "access_token"',
  'https://www.example.com/{slug}?to=/page?token=abc': 'the parameter "token"',
  'https://www.example.com/{slug}?id={id};token=abc': 'the parameter "token"',
  'https://www.example.com/3f2b8c1a-77d4-4e0a-9b1c-5d6e7f8a9b0c/{slug}': 'the long random text',
};
for (const [template, what] of Object.entries(SECRET))
  it(`warns of ${what} in ${template}`, () => {
    assert.deepEqual(previewUrlViolations(template), []);
    const [warning, ...more] = previewUrlWarnings(template);
    assert.deepEqual([warning?.path, warning?.rule, more], ['preview_url', 'secret', []]);
    assert.ok(warning?.message.includes(what));
  });

const PLAIN = [
  ...GOOD,
  'https://www.example.com/{slug}?key={key}&token={preview}&author=ada',
  'https://www.example.com/preview-of-our-2024-spring-campaign/{slug}?mode=preview',
  'https://deploy-7f3a9c1b2d4e5f60.example.com/{slug}',
  'https://www.example.com/previewOfAllPagesInEveryLanguage/{locale}',
];
for (const template of PLAIN)
  it(`warns of nothing in ${template}`, () => assert.deepEqual(previewUrlWarnings(template), []));

it('leaves an export without what may be secret in its query, and comes back with it where the type has it', () => {
  const full = 'https://www.example.com/{slug}?secret=quiet#top';
  assert.equal(withoutSecrets(full), 'https://www.example.com/{slug}#top');
  assert.equal(withoutSecrets('https://www.example.com/#/{slug}?secret=quiet'), 'https://www.example.com/#/{slug}');
  assert.equal(importedPreviewUrl('https://www.example.com/{slug}#top', full), full);
  for (const [query, left] of [
    ['?preview={preview}&secret=quiet&at={locale}{slug}', '?preview={preview}&at={locale}{slug}'],
    ['?secret={slug}quiet', ''],
    ['?preview={preview}?secret=quiet', ''],
    ['?a1b2c3d4e5f6g7h8i9={slug}', ''],
  ] as const)
    assert.equal(withoutSecrets(`https://www.example.com/${query}`), `https://www.example.com/${left}`);
  assert.equal(importedPreviewUrl('https://www.example.com/other', full), 'https://www.example.com/other');
  assert.equal(importedPreviewUrl(null, full), null);
});
