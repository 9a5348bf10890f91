/**
 * Which result a URL stands for: equal ones share a key, formats follow the client, and what is too large is rejected.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ImagePlan, planImage, type StoredImage } from './image-plan.ts';

const BROWSER = 'image/avif,image/webp,image/apng,image/*,*/*;q=0.8';
const photo: StoredImage = {
  hash: 'a'.repeat(64),
  spaceId: 'spc_plan',
  mimeType: 'image/jpeg',
  width: 6000,
  height: 4000,
  focalPoint: null,
};

function plan(search: string, file: Partial<StoredImage> = {}, accept?: string): ImagePlan {
  const planned = planImage({ file: { ...photo, ...file }, search, accept });
  assert.ok(planned !== null, search);
  return planned;
}

test('equal results have one key, others have their own', () => {
  const key = plan('w=400').key;
  for (const search of ['h=267&w=400&fit=inside', 'w=200&dpr=2', 'w=400&fm=jpg&q=80', 'w=400&fp=0.1,0.1'])
    assert.equal(plan(search).key, key, search);
  for (const search of ['w=401', 'w=400&h=400', 'w=400&fm=webp', 'w=400&q=50'])
    assert.notEqual(plan(search).key, key, search);
  assert.equal(plan('w=100&h=100&fm=png&q=10').key, plan('w=100&h=100&fm=png').key);
});

test('the focal point of the asset applies if the request has none', () => {
  const focalPoint = { x: 0, y: 0 };
  assert.equal(plan('w=9&h=9', { focalPoint }).key, plan('w=9&h=9&fp=0,0').key);
  assert.equal(plan('w=9&h=9&fp=1,1', { focalPoint }).key, plan('w=9&h=9&fp=1,1').key);
  const follows = ['w=9', 'w=9&h=9', 'w=9&h=6', 'w=9&h=9&fp=1,1'].map((search) => plan(search).followsFocalPoint);
  assert.deepEqual(follows, [false, true, false, false]);
});

test('auto follows what the client accepts', () => {
  const format = (accept: string | undefined, file: Partial<StoredImage> = {}, search = 'w=800&fm=auto') =>
    plan(search, file, accept).format;
  assert.equal(format(BROWSER), 'avif');
  assert.equal(format('image/webp,*/*'), 'webp');
  assert.equal(format('image/avif;q=0,image/webp;q=0.0'), 'jpg');
  assert.equal(format('*/*'), 'jpg');
  assert.equal(format(undefined, { mimeType: 'image/png' }), 'png');
  assert.equal(format(BROWSER, {}, 'w=3000&fm=auto'), 'webp');
  assert.equal(format(BROWSER, {}, 'fm=auto'), 'jpg');
  assert.deepEqual([plan('w=1&fm=auto').variesByAccept, plan('w=1&fm=webp').variesByAccept], [true, false]);
});

test('without a format, a result keeps that of the file if it can be written', () => {
  const formats: Readonly<Record<string, string>> = {
    'image/jpeg': 'jpg',
    'image/png': 'png',
    'image/webp': 'webp',
    'image/avif': 'avif',
    'image/gif': 'webp',
    'image/tiff': 'jpg',
  };
  for (const [mimeType, format] of Object.entries(formats)) assert.equal(plan('w=100', { mimeType }).format, format);
  assert.equal(plan('w=5000', { mimeType: 'image/avif' }).format, 'png');
});

test('what is too large to be made in time is rejected with the limit', () => {
  assert.throws(() => plan('fm=avif'), /24.0 megapixels, but the limit for avif is 4.2/);
  assert.throws(() => plan('w=5000&fm=webp'), /the limit for webp is 12.6/);
});

test('what is longer than a format allows gets another, and is rejected where that one is asked for', () => {
  const tall = { width: 400, height: 17_000 };
  assert.equal(plan('fm=auto', tall, 'image/webp').format, 'jpg');
  assert.equal(plan('fm=auto', { ...tall, mimeType: 'image/png' }, BROWSER).format, 'png');
  assert.equal(plan('w=200', { ...tall, mimeType: 'image/webp' }).format, 'webp');
  assert.equal(plan('q=50', { ...tall, mimeType: 'image/webp' }).format, 'png');
  assert.throws(
    () => plan('fm=webp', tall),
    /400 × 17000 pixels, but no side of a webp may have more than 16383; reduce h/,
  );
  assert.throws(() => plan('fm=avif', { width: 17_000, height: 100 }), /reduce w/);
});

test('files without pixels have no parameters, drawings ignore them', () => {
  assert.throws(() => plan('w=1', { mimeType: 'application/pdf' }), /takes no parameters/);
  assert.throws(() => plan('w=1', { width: null }), /takes no parameters/);
  const drawing = { ...photo, mimeType: 'image/svg+xml' };
  assert.equal(planImage({ file: drawing, search: 'w=100&fm=auto', accept: BROWSER }), null);
  assert.throws(() => planImage({ file: drawing, search: 'fm=png', accept: BROWSER }), /cannot be converted/);
  assert.throws(() => planImage({ file: drawing, search: 'w=0', accept: BROWSER }), /query.w/);
  assert.equal(planImage({ file: { ...photo, mimeType: 'application/pdf' }, search: '', accept: BROWSER }), null);
});
