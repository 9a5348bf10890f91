/** How many pixels fit by kind of image, against measurements of the decoders. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Metadata } from 'sharp';
import { wholeDecoding } from './decoder-memory.ts';

const MEGABYTE = 1_048_576;
const DEFAULT_BYTES = 230 * MEGABYTE;

const header = (more: Partial<Metadata>): Metadata => ({ channels: 3, ...more }) as Metadata;
const avif = header({ format: 'heif' });
const progressive = (chromaSubsampling: string) => header({ format: 'jpeg', isProgressive: true, chromaSubsampling });
const megapixels = (metadata: Metadata, bytes = DEFAULT_BYTES) =>
  (wholeDecoding(metadata, bytes)?.pixelsMax ?? Number.POSITIVE_INFINITY) / 1e6;

test('the limits agree with measurements', () => {
  // 12 megapixels took 224 MB, 25 took 456.
  assert.ok(megapixels(avif) >= 12 && megapixels(avif) < 13);
  // 50 took 153 MB, 100 took 300.
  assert.ok(megapixels(progressive('4:2:0')) > 65 && megapixels(progressive('4:2:0')) < 75);
  // 25 took 151 MB, 50 took 299.
  assert.ok(megapixels(progressive('4:4:4')) > 32 && megapixels(progressive('4:4:4')) < 38);
  assert.ok(megapixels(avif, 1_800 * MEGABYTE) >= 100);
});

test('of grey and of four colours, each sample of a progressive JPEG counts', () => {
  const grey = header({ format: 'jpeg', isProgressive: true, channels: 1 });
  const four = header({ format: 'jpeg', isProgressive: true, channels: 4, chromaSubsampling: '4:4:4:4' });
  assert.ok(Math.abs(megapixels(grey) / megapixels(four) - 4) < 0.01);
});

test('what is read row by row has no such limit, and too little memory fits nothing', () => {
  for (const format of ['jpeg', 'png', 'webp', 'gif', 'tiff'] as const)
    assert.equal(wholeDecoding(header({ format, isProgressive: format !== 'jpeg' }), MEGABYTE), null);
  assert.equal(wholeDecoding(avif, MEGABYTE)?.pixelsMax, 0);
});
