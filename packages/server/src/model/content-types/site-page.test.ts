/** Pages that an address names: only those of sites that a `preview_url` names, with the token where the site takes it. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { filledSitePage, sitePage } from './site-page.ts';

const typesOf = (...urls: (string | null)[]) => urls.map((previewUrl) => ({ previewUrl }));
const one = typesOf(null, 'https://www.example.com/{slug}?id={id}&look={preview}#top', 'https://plain.example/{slug}');
const two = typesOf('https://a.example/{slug}?t={preview}', 'http://localhost:3000/{preview}/{slug}');

const rule = (given: string, types = one): string => {
  try {
    return sitePage(given, types);
  } catch (error) {
    assert.ok(error instanceof DomainError && error.code === 'validation_failed', String(error));
    return (error.extra.errors as { rule: string }[])[0]?.rule ?? '';
  }
};

it('the token stands where the address has it, or where the site has it', () => {
  assert.equal(rule('/news'), 'https://www.example.com/news?look={preview}');
  assert.equal(rule('/news?tag=a#x'), 'https://www.example.com/news?tag=a&look={preview}#x');
  assert.equal(rule('/news?now={preview}'), 'https://www.example.com/news?now={preview}');
  assert.equal(rule('https://WWW.example.com/news'), 'https://WWW.example.com/news?look={preview}');
  assert.equal(rule('http://localhost:3000/x/{preview}', two), 'http://localhost:3000/x/{preview}');
  assert.equal(rule('https://a.example/x', two), 'https://a.example/x?t={preview}');
});

it('what leads elsewhere is refused, whatever a browser makes of it', () => {
  for (const given of ['https://evil.example/', '//evil.example/a', 'https://www.example.com.evil.example/'])
    assert.equal(rule(given), 'in', given);
  for (const given of ['http://www.example.com/', 'https://www.example.com:8443/', 'https://plain.example/'])
    assert.equal(rule(given), 'in', given);
  for (const given of [
    '/\\evil.example',
    'https://u:p@www.example.com/',
    '/a b',
    '/a\nb',
    '/{slug}',
    'https://[',
    '/}',
  ])
    assert.equal(rule(given), 'url', given);
  assert.equal(rule('javascript:alert(1)'), 'in');
  assert.equal(rule('/x', two), 'url', 'of which site?');
  assert.equal(rule('/x', typesOf(null)), 'required');
  assert.equal(rule('http://localhost:3000/x', two), 'required', 'where does it take the token?');
  assert.equal(rule(`/${'a'.repeat(2_000)}`), 'max_length');
});

it('a page is filled in as long as its site is one of the environment', () => {
  assert.equal(
    filledSitePage('https://www.example.com/news?look={preview}', 'tok', one),
    'https://www.example.com/news?look=tok',
  );
  assert.equal(filledSitePage('https://a.example/news?look={preview}', 'tok', one), null);
});
