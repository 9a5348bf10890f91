/** Images end to end: real decoders in their own process, on images made here. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import type { StoredImage } from './image-plan.ts';
import { type ImageResult, Images } from './images.ts';

const MEGABYTE = 1_048_576;
const folder = mkdtempSync(join(tmpdir(), 'lectern-images-'));
const images = imagesIn('results');
const SPACE = 'spc_images';
const ADDRESS = '127.0.0.1';
const hashes = new Map<string, string>();
let originalsOpened = 0;
let originalsReleased = 0;

after(async () => {
  await images.close();
  rmSync(folder, { recursive: true });
});

function imagesIn(name: string, memoryMegabytes = 230): Images {
  const memoryBytes = memoryMegabytes * MEGABYTE;
  return new Images({ folder: join(folder, name), pixelsMax: 1e8, memoryBytes, keptBytesMax: 100 * MEGABYTE });
}

/** Red on the left, blue on the right. */
async function write(name: string, make: (image: Sharp) => Sharp, size = { width: 60, height: 40 }): Promise<string> {
  const path = join(folder, name);
  const right = { create: { width: size.width / 2, height: size.height, channels: 3, background: '#00f' } } as const;
  const base = sharp({ create: { ...size, channels: 3, background: '#f00' } });
  const both = await base
    .composite([{ input: right, left: size.width / 2, top: 0 }])
    .png()
    .toBuffer();
  await make(sharp(both)).toFile(path);
  return path;
}

const mimeTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  tif: 'image/tiff',
};

function mimeTypeOf(path: string): string {
  return Object.entries(mimeTypes).find(([extension]) => path.endsWith(extension))?.[1] ?? '';
}

async function render(
  path: string,
  search: string,
  by = images,
  more: Partial<StoredImage> = {},
): Promise<ImageResult> {
  const facts = await by.inspect({ spaceId: SPACE, path, mimeType: mimeTypeOf(path) });
  assert.ok(facts !== null);
  const hash = hashes.get(path) ?? hashes.set(path, `${hashes.size}`.padStart(64, '0')).get(path) ?? '';
  const { width, height } = facts;
  const file = { hash, spaceId: SPACE, mimeType: mimeTypeOf(path), width, height, focalPoint: null, ...more };
  const plan = by.plan({ file, search, accept: undefined });
  assert.ok(plan !== null);
  originalsOpened += 1;
  const open = async () => {
    const release = async () => {
      originalsReleased += 1;
    };
    return { path, release };
  };
  return await by.render(plan, { open }, ADDRESS);
}

async function pixels({ file }: ImageResult) {
  const bytes = await file.readFile();
  await file.close();
  const image = sharp(bytes, { animated: true });
  const metadata = await image.metadata();
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) =>
    [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)]
      .map((value) => (value > 127 ? 1 : 0))
      .join('');
  return { metadata, bytes, at };
}

const formats: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  'a.jpg': (image) => image.jpeg(),
  'progressive.jpg': (image) => image.jpeg({ progressive: true }),
  'a.png': (image) => image.png(),
  'a.webp': (image) => image.webp({ lossless: true }),
  'a.avif': (image) => image.avif(),
  'a.gif': (image) => image.gif(),
  'a.tif': (image) => image.tiff(),
};

for (const [name, make] of Object.entries(formats)) {
  test(`${name} is measured, its colour found, and resized`, async () => {
    const path = await write(name, make);
    const facts = await images.inspect({ spaceId: SPACE, path, mimeType: mimeTypeOf(name) });
    assert.ok(facts !== null);
    assert.deepEqual([facts.width, facts.height, facts.frames], [60, 40, 1]);
    assert.match(facts.dominantColor, /^#(f.0.0.|0.0.f.)$/);
    assert.match(facts.placeholder, /^data:image\/webp;base64,[A-Za-z0-9+/=]{40,400}$/);
    const { metadata, at } = await pixels(await render(path, 'w=30&fm=png'));
    assert.deepEqual([metadata.format, metadata.width, metadata.height], ['png', 30, 20]);
    assert.deepEqual([at(3, 10), at(27, 10)], ['100', '001']);
  });

  test(`${name} cut off is rejected`, async () => {
    const path = await write(name, make, { width: 600, height: 400 });
    const bytes = readFileSync(path);
    for (const share of [0.3, 0.7, 0.95]) {
      const broken = join(folder, `cut-${name}`);
      writeFileSync(broken, bytes.subarray(0, bytes.length * share));
      await assert.rejects(
        images.inspect({ spaceId: SPACE, path: broken, mimeType: mimeTypeOf(name) }),
        /damaged or cut off/,
        `${share}`,
      );
    }
  });
}

test('every format can be written', async () => {
  const path = await write('source.jpg', (image) => image.jpeg());
  for (const [format, name] of Object.entries({ webp: 'webp', avif: 'heif', jpg: 'jpeg', png: 'png' }))
    assert.equal((await pixels(await render(path, `w=30&fm=${format}`))).metadata.format, name);
});

test('orientation is applied, and all other metadata is removed', async () => {
  const exif = { IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitude: '1/1 2/1 3/1' } };
  const path = await write('turned.jpg', (image) => image.withExif(exif).withMetadata({ orientation: 6 }).jpeg());
  const facts = await images.inspect({ spaceId: SPACE, path, mimeType: 'image/jpeg' });
  assert.deepEqual([facts?.width, facts?.height], [40, 60]);
  const { metadata, at } = await pixels(await render(path, 'w=20&fm=png'));
  assert.deepEqual(
    [metadata.width, metadata.height, metadata.exif, metadata.orientation],
    [20, 30, undefined, undefined],
  );
  assert.deepEqual([at(10, 3), at(10, 27)], ['100', '001']);
});

test('the focus stays visible', async () => {
  const path = await write('focus.png', (image) => image.png());
  const left = await pixels(await render(path, 'w=20&h=40&fp=0,0.5'));
  const right = await pixels(await render(path, 'w=20&h=40', images, { focalPoint: { x: 1, y: 0.5 } }));
  assert.deepEqual([left.at(10, 20), right.at(10, 20)], ['100', '001']);
});

test('contain pads with white or transparency', async () => {
  const path = await write('contain.png', (image) => image.png());
  const white = await pixels(await render(path, 'w=30&h=30&fit=contain&fm=jpg'));
  assert.deepEqual([white.metadata.height, white.at(3, 1), white.at(3, 15)], [30, '111', '100']);
  const clear = await pixels(await render(path, 'w=30&h=30&fit=contain&fm=png'));
  assert.equal(clear.metadata.hasAlpha, true);
});

test('animations stay animated as WebP, also cropped and padded', async () => {
  const frame = (background: string) =>
    sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .png()
      .toBuffer();
  const path = join(folder, 'moving.gif');
  await sharp(await Promise.all(['#f00', '#0f0', '#00f'].map(frame)), { join: { animated: true } })
    .gif({ delay: [100, 100, 100] })
    .toFile(path);
  for (const search of ['w=30', 'w=20&h=20', 'w=20&h=20&fit=contain']) {
    const { metadata } = await pixels(await render(path, search));
    assert.deepEqual([metadata.format, metadata.pages], ['webp', 3], search);
  }
  assert.equal((await pixels(await render(path, 'w=30&fm=png'))).metadata.pages ?? 1, 1);
});

test('a result is made once however many requests wait, and survives a restart', async () => {
  const path = await write('once.png', (image) => image.png());
  const [first, later] = [imagesIn('once'), imagesIn('once')];
  try {
    const before = originalsReleased;
    const images = await Promise.all(Array.from({ length: 20 }, () => render(path, 'w=10&dpr=2', first)));
    images.push(await render(path, 'w=20', later));
    assert.equal(originalsReleased - before, 1);
    for (const { file } of images) await file.close();
    const files = readdirSync(join(folder, 'once'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    assert.equal(files.length, 1);
    assert.ok(originalsOpened > 20);
  } finally {
    await Promise.all([first.close(), later.close()]);
  }
});

test('an image that takes too much memory ends its process and nothing else', async () => {
  const path = await write('large.png', (image) => image.resize(5000, 5000).png({ progressive: true }));
  const small = await write('small.png', (image) => image.png());
  const narrow = imagesIn('narrow', 30);
  try {
    await assert.rejects(
      narrow.inspect({ spaceId: SPACE, path, mimeType: 'image/png' }),
      /more memory than LECTERN_IMAGE_MEMORY/,
    );
    assert.equal((await narrow.inspect({ spaceId: SPACE, path: small, mimeType: 'image/png' }))?.width, 60);
  } finally {
    await narrow.close();
  }
});

test('an image of a kind that is decoded as a whole is rejected with the size that fits', async () => {
  const path = await write('large.avif', (image) => image.resize(2000, 2000).avif({ effort: 0 }));
  const jpeg = await write('large.jpg', (image) => image.resize(3000, 3000).jpeg({ progressive: true }));
  const narrow = imagesIn('narrow', 30);
  try {
    const refusedAvif = /4\.0 megapixels \(2000 × 2000\); .* room for 0\.8 as AVIF: .* not progressive, PNG or WebP/;
    await assert.rejects(narrow.inspect({ spaceId: SPACE, path, mimeType: 'image/avif' }), refusedAvif);
    const refusedJpeg = /9\.0 megapixels .* room for 4\.7 as progressive JPEG/;
    await assert.rejects(narrow.inspect({ spaceId: SPACE, path: jpeg, mimeType: 'image/jpeg' }), refusedJpeg);
  } finally {
    await narrow.close();
  }
});

test('too many pixels are rejected with the limit', async () => {
  const path = await write('wide.png', (image) => image.png());
  const bytes = readFileSync(path);
  const [headerAt, headerBytes] = [12, 17];
  bytes.writeUInt32BE(16_000, headerAt + 4);
  bytes.writeUInt32BE(16_000, headerAt + 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(headerAt, headerAt + headerBytes)), headerAt + headerBytes);
  writeFileSync(path, bytes);
  await assert.rejects(
    images.inspect({ spaceId: SPACE, path, mimeType: 'image/png' }),
    /256.0 megapixels .* at most 100/,
  );
});

test('other types than images are ignored, and a drawing is cleaned', async () => {
  assert.equal(await images.inspect({ spaceId: SPACE, path: 'nowhere', mimeType: 'application/pdf' }), null);
  const [path, target] = [join(folder, 'a.svg'), join(folder, 'b.svg')];
  writeFileSync(path, '<svg width="3" height="4"><script>alert(1)</script></svg>');
  assert.deepEqual(await images.cleanSvg({ spaceId: SPACE, path, target }), { width: 3, height: 4 });
  assert.doesNotMatch(readFileSync(target, 'utf8'), /script/);
  copyFileSync(target, path);
  writeFileSync(path, '<svg>&broken;</svg>');
  await assert.rejects(images.cleanSvg({ spaceId: SPACE, path, target: join(folder, 'c.svg') }), /not well-formed/);
  assert.throws(() => statSync(join(folder, 'c.svg')), /ENOENT/);
});

test('a failed result is not retried at once', async () => {
  const path = join(folder, 'broken.png');
  writeFileSync(path, 'no image');
  const plan = images.plan({
    file: { hash: 'broken', spaceId: SPACE, mimeType: 'image/png', width: 9, height: 9, focalPoint: null },
    search: 'w=3',
    accept: undefined,
  });
  assert.ok(plan !== null);
  let opened = 0;
  const original = {
    open: async () => {
      opened += 1;
      return { path, release: async () => undefined };
    },
  };
  for (let n = 0; n < 3; n += 1) await assert.rejects(images.render(plan, original, ADDRESS), /damaged or cut off/);
  assert.equal(opened, 1);
});

test('a process that ends to give memory back loses none of the jobs that follow', async () => {
  const path = await write('large.jpg', (image) => image.jpeg(), { width: 3_000, height: 2_000 });
  const small = imagesIn('small', 50);
  for (let n = 0; n < 20; n += 1)
    assert.equal((await small.inspect({ spaceId: SPACE, path, mimeType: 'image/jpeg' }))?.width, 3_000);
  await small.close();
});

test('results wait in a bounded queue, and closing ends all jobs', async () => {
  const path = await write('queue.png', (image) => image.png(), { width: 2_000, height: 2_000 });
  const many = imagesIn('queue');
  const plans = Array.from({ length: 110 }, (_, n) => {
    const hash = `queue${n % 10}`;
    const file = { hash, spaceId: SPACE, mimeType: 'image/png', width: 2_000, height: 2_000, focalPoint: null };
    const plan = many.plan({ file, search: `w=${1_000 + n}&fm=png`, accept: undefined });
    assert.ok(plan !== null);
    return many.render(plan, { open: async () => ({ path, release: async () => undefined }) }, `${ADDRESS}${n % 5}`);
  });
  const settled = Promise.allSettled(plans);
  await Promise.any(plans.map((plan) => plan.catch((error) => error)));
  await many.close();
  const codes = (await settled).flatMap((one) =>
    one.status === 'rejected' ? [one.reason.code ?? one.reason.message] : [],
  );
  assert.ok(codes.filter((code) => code === 'unavailable').length >= 8, codes.join());
});
