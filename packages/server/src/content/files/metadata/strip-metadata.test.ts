/** What is left of the metadata of images, made by a real encoder and by hand. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import sharp, { type Sharp } from 'sharp';
import { removeFolder, temporaryFolder } from '../../../../../testing/src/temporary-folder.ts';
import { stripMetadata } from './strip-metadata.ts';

const SECRET = 'Place: 48.8583 N';
const XMP = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:title="${SECRET}"/></rdf:RDF></x:xmpmeta>`;
const ON_ITS_SIDE = 6;
const folder = temporaryFolder('metadata');
after(() => removeFolder(folder));
let files = 0;

/** An image of two colours with everything in it that a camera and an editor add. */
function photo(): Sharp {
  const halves = Buffer.alloc(60 * 40 * 3, 200);
  halves.fill(20, 0, 60 * 20 * 3);
  return sharp(halves, { raw: { width: 60, height: 40, channels: 3 } })
    .withIccProfile('p3')
    .withExif({ IFD0: { Artist: SECRET }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 30/1' } })
    .withXmp(XMP)
    .withMetadata({ orientation: ON_ITS_SIDE });
}

async function strip(bytes: Buffer, mimeType: string): Promise<Buffer> {
  files += 1;
  const [path, target] = [join(folder, `${files}`), join(folder, `${files}-stripped`)];
  writeFileSync(path, bytes);
  const metadata = await sharp(bytes)
    .metadata()
    .catch(() => null);
  await stripMetadata({ path, target, mimeType, orientation: metadata?.orientation ?? 1 });
  return readFileSync(target);
}

const pixelsOf = (bytes: Buffer) => sharp(bytes).raw().toBuffer();

for (const [format, mimeType] of [
  ['jpeg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
] as const) {
  test(`${format} keeps its pixels, its profile and its orientation, and nothing else`, async () => {
    const original = await photo().toFormat(format).toBuffer();
    assert.ok(original.includes(SECRET), 'the metadata is in the original');
    const stripped = await strip(original, mimeType);
    assert.equal(stripped.includes(SECRET), false);
    assert.equal(stripped.includes('GPS'), false);
    const [before, left] = [await sharp(original).metadata(), await sharp(stripped).metadata()];
    assert.equal(left.xmp, undefined);
    assert.ok((left.exif?.length ?? 0) <= 40, `${left.exif?.length} bytes of Exif`);
    assert.deepEqual(left.icc, before.icc);
    assert.ok((left.icc?.length ?? 0) > 0);
    assert.deepEqual([left.width, left.height, left.orientation], [before.width, before.height, before.orientation]);
    assert.deepEqual(left.autoOrient, before.autoOrient);
    assert.deepEqual(await pixelsOf(stripped), await pixelsOf(original), 'no pixel is encoded anew');
    assert.deepEqual(await strip(stripped, mimeType), stripped, 'a second time changes nothing');
  });
}

test('an image without metadata stays as it is, byte for byte', async () => {
  const plain = sharp({ create: { width: 9, height: 9, channels: 4, background: '#f008' } });
  for (const format of ['png', 'webp', 'avif'] as const) {
    const bytes = await plain.clone().toFormat(format).toBuffer();
    assert.deepEqual(await strip(bytes, `image/${format}`), bytes);
  }
  const progressive = await plain.clone().jpeg({ progressive: true }).toBuffer();
  assert.deepEqual(await strip(progressive, 'image/jpeg'), progressive);
});

test('an animation keeps its frames', async () => {
  const frames = Buffer.alloc(8 * 24 * 3, 90);
  frames.fill(200, 8 * 8 * 3, 8 * 16 * 3);
  const animation = sharp(frames, { raw: { width: 8, height: 24, channels: 3, pageHeight: 8 } });
  const bytes = await animation
    .withXmp(XMP)
    .webp({ loop: 0, delay: [50, 60, 70] })
    .toBuffer();
  const stripped = await strip(bytes, 'image/webp');
  assert.equal(stripped.includes(SECRET), false);
  assert.equal((await sharp(stripped, { animated: true }).metadata()).pages, (await sharp(bytes).metadata()).pages);
});

test('a JPEG loses IPTC, comments and what follows the image', async () => {
  const plain = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#f00' } })
    .jpeg()
    .toBuffer();
  const segment = (marker: number, text: string) =>
    Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text, 'latin1')]);
  const full = Buffer.concat([
    plain.subarray(0, 2),
    segment(0xed, `Photoshop 3.0\0${SECRET}`),
    segment(0xe2, `MPF\0${SECRET}`),
    segment(0xfe, SECRET),
    plain.subarray(2),
    Buffer.from(SECRET),
  ]);
  assert.deepEqual(await strip(full, 'image/jpeg'), plain);
});

test('a PNG loses its texts, its time and what follows the image', async () => {
  const plain = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#f00' } })
    .png()
    .toBuffer();
  const chunk = (type: string, text: string) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(text.length);
    return Buffer.concat([length, Buffer.from(`${type}${text}`, 'latin1'), Buffer.alloc(4)]);
  };
  const texts = ['tEXt', 'zTXt', 'iTXt', 'tIME', 'vnDr'].map((type) => chunk(type, SECRET));
  const full = Buffer.concat([plain.subarray(0, 33), ...texts, plain.subarray(33), Buffer.from(SECRET)]);
  assert.deepEqual(await strip(full, 'image/png'), plain);
});

test('HEIC has the structure of AVIF', async () => {
  const avif = await photo().avif().toBuffer();
  const heic = Buffer.from(avif);
  heic.write('heic', 8, 'latin1');
  const stripped = await strip(heic, 'image/heic');
  assert.equal(stripped.includes(SECRET), false);
  assert.equal(stripped.length, heic.length);
});

test('what is not understood is refused', async () => {
  const refused = { code: 'validation_failed' };
  for (const mimeType of ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/heic'])
    await assert.rejects(strip(Buffer.from('no image at all'), mimeType), refused);
  const cut = {
    jpeg: await photo().jpeg().toBuffer(),
    png: await photo().png().toBuffer(),
    webp: await photo().webp().toBuffer(),
    avif: await photo().avif().toBuffer(),
  };
  for (const [format, bytes] of Object.entries(cut)) {
    const part = bytes.subarray(0, bytes.length - 30);
    const stripped = await strip(part, `image/${format}`).catch((error) => error);
    assert.ok(stripped.code === 'validation_failed' || !stripped.includes(SECRET), format);
  }
});
