/** Templates of preview addresses: which are taken, and the origins that they are of. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { filledPreviewUrl, previewUrlViolations } from './preview-url.ts';

const GOOD = [
  null,
  'https://www.example.com',
  'https://www.example.com/{locale}/{slug}?id={id}&key={key}#{environment}',
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
