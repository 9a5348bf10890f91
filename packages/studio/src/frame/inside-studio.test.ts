/** Where a link may lead somebody after their log-in: to a screen of Studio, and nowhere else. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { insideStudio } from './inside-studio.ts';

const INSIDE = [
  '/',
  '/profile',
  '/spaces/spc_a/master/content?q=a%2Fb&status=draft#x',
  '/spaces/a/b/content/k%C3%B6nig',
];

const OUTSIDE = [
  'https://evil.example',
  'HTTPS://evil.example',
  ' https://evil.example',
  '\thttps://evil.example',
  'ht\ntps://evil.example',
  'https:\\\\evil.example',
  'https:/evil.example',
  'https:evil.example',
  '//evil.example',
  ' //evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/%09/evil.example',
  '/%2Fevil.example',
  '/%252Fevil.example',
  '/%5Cevil.example',
  '%2F%2Fevil.example',
  '/..//evil.example',
  '/x/../%2e%2e//evil.example',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'profile',
  '/%',
  '',
  undefined,
  null,
  7,
  ['/profile'],
];

for (const address of INSIDE) it(`leads to ${address}`, () => assert.equal(insideStudio(address), address));

for (const address of OUTSIDE)
  it(`leads nowhere for ${JSON.stringify(address) ?? 'nothing'}`, () => assert.equal(insideStudio(address), undefined));
