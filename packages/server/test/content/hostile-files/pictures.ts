/** Pictures that are too large, cut off, damaged or odd, and those that are something else as well. */

import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { type Canary, type HostileFile, kept, refused } from './hostile-file.ts';
import { blackPng, png } from './png.ts';

const PIXELS_BEYOND = 16_000;
const PIXELS_WITHIN = 9_900;
const FRAMES_BEYOND = 501;
const ZEROS = 40_000_000;

const encoders: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  jpeg: (image) => image.jpeg(),
  png: (image) => image.png(),
  webp: (image) => image.webp(),
  avif: (image) => image.avif({ effort: 0 }),
  gif: (image) => image.gif(),
  tiff: (image) => image.tiff({ compression: 'deflate' }),
};

/** Pictures of which too little or too much is there. */
export async function damagedPictures(): Promise<HostileFile[]> {
  const cut = await Promise.all(
    Object.entries(encoders).map(async ([format, encode]) => {
      const bytes = await picture(encode);
      return file(`cut-off-${format}`, `a.${format}`, `image/${format}`, bytes.subarray(0, bytes.length * 0.6));
    }),
  );
  const jpeg = await picture(encoders.jpeg);
  const gif = await picture(encoders.gif);
  const header = await picture(encoders.png);
  return [
    ...cut.map((one) => ({ ...one, expected: refused('readable') })),
    { ...file('empty', 'a.png', 'image/png', Buffer.alloc(0)), expected: refused('empty') },
    file('one-byte', 'a.png', 'text/plain', Buffer.from([137])),
    { ...file('png-header-alone', 'a.png', 'image/png', header.subarray(0, 60)), expected: refused('readable') },
    { ...file('png-of-no-pixels', 'a.png', 'image/png', blackPng(0, 1)), expected: refused('readable') },
    { ...file('jpeg-marker-alone', 'a.jpg', 'image/jpeg', jpeg.subarray(0, 20)), expected: refused('readable') },
    { ...file('gif-header-alone', 'a.gif', 'image/gif', gif.subarray(0, 12)), expected: refused('readable') },
    { ...file('tiff-circle', 'a.tif', 'image/tiff', tiffCircle()), expected: refused('readable') },
  ];
}

/** Pictures that ask for much more than they are. */
export async function bombs(): Promise<HostileFile[]> {
  const progressive = await sharp(blackPng(PIXELS_WITHIN, PIXELS_WITHIN)).jpeg({ progressive: true }).toBuffer();
  const avif = await sharp(blackPng(5_000, 4_000)).avif({ effort: 0 }).toBuffer();
  const jpeg = await picture(encoders.jpeg);
  const gif = await picture(encoders.gif);
  const frames = Buffer.concat(Array.from({ length: FRAMES_BEYOND }, () => Buffer.alloc(48, 0)));
  const moving = await sharp(frames, { raw: { width: 4, height: 4 * FRAMES_BEYOND, channels: 3, pageHeight: 4 } })
    .gif({ keepDuplicateFrames: true })
    .toBuffer();
  return [
    {
      ...file('png-bomb', 'a.png', 'image/png', blackPng(PIXELS_BEYOND, PIXELS_BEYOND)),
      expected: refused('max_pixels'),
    },
    { ...file('png-huge', 'a.png', 'image/png', blackPng(2_000_000, 1)), expected: kept('image/png') },
    {
      ...file('png-says-huge', 'a.png', 'image/png', png(2 ** 31 - 1, 2 ** 31 - 1, [])),
      expected: refused('readable'),
    },
    {
      ...file('png-within', 'a.png', 'image/png', blackPng(PIXELS_WITHIN, PIXELS_WITHIN)),
      expected: kept('image/png'),
    },
    { ...file('png-text-bomb', 'a.png', 'image/png', textBomb('zTXt')), expected: kept('image/png') },
    { ...file('png-profile-bomb', 'a.png', 'image/png', textBomb('iCCP')), expected: kept('image/png') },
    { ...file('jpeg-bomb', 'a.jpg', 'image/jpeg', progressive), expected: refused('max_memory') },
    { ...file('jpeg-says-huge', 'a.jpg', 'image/jpeg', hugeJpeg(jpeg)), expected: refused('max_pixels') },
    { ...file('avif-bomb', 'a.avif', 'image/avif', avif), expected: refused('max_memory') },
    { ...file('gif-says-huge', 'a.gif', 'image/gif', hugeGif(gif)), expected: refused('max_pixels') },
    { ...file('gif-many-frames', 'a.gif', 'image/gif', moving), expected: refused('max_frames') },
  ];
}

/** Pictures that are a script, a page or an archive as well, or claim to be something else. */
export async function polyglots(canary: Canary): Promise<HostileFile[]> {
  const gif = await picture(encoders.gif);
  const png = await picture(encoders.png);
  const jpeg = await picture(encoders.jpeg);
  const webp = await picture(encoders.webp);
  const page = (who: string) => Buffer.from(canary.page(who));
  const code = (who: string) => canary.code(who);
  return [
    {
      ...file('gif-script', 'a.gif', 'image/gif', `GIF89a/*${' '.repeat(20)}*/=1;${code('gif-script')}`),
      expected: refused('readable'),
    },
    file(
      'gif-and-script',
      'a.js',
      'image/gif',
      Buffer.concat([gif, Buffer.from(`*/=1;${code('gif-and-script')}`)]),
      'text/javascript',
    ),
    file('gif-and-page', 'a.html', 'image/gif', Buffer.concat([gif, page('gif-and-page')]), 'text/html'),
    file(
      'gif-and-archive',
      'a.jar',
      'image/gif',
      Buffer.concat([gif, Buffer.from('PK\u0003\u0004')]),
      'application/java-archive',
    ),
    file('png-and-page', 'a.png', 'image/png', Buffer.concat([png, page('png-and-page')])),
    file('png-as-page', 'a.html', 'image/png', png, 'text/html'),
    file('jpeg-comment-page', 'a.jpg', 'image/jpeg', withComment(jpeg, page('jpeg-comment-page'))),
    file('jpeg-odd-orientation', 'a.jpg', 'image/jpeg', await withOrientation(99)),
    file(
      'jpeg-broken-metadata',
      'a.jpg',
      'image/jpeg',
      withExif(jpeg, Buffer.from('Exif\0\0MM\0*\xff\xff\xff\xff', 'latin1')),
    ),
    file('webp-and-page', 'a.webp', 'image/webp', Buffer.concat([webp, page('webp-and-page')])),
    file('bitmap-script', 'a.bmp', 'image/bmp', `BM=1;/*${'\u0000'.repeat(60)}*/;${code('bitmap-script')}`),
    file(
      'icon-page',
      'a.ico',
      'image/x-icon',
      Buffer.concat([Buffer.from('00000100010010100000', 'hex'), page('icon-page')]),
    ),
    file('wave-script', 'a.wav', 'audio/wav', `RIFF=1/*WAVEfmt ${' '.repeat(30)}*/;${code('wave-script')}`),
    file('pdf-script', 'a.pdf', 'application/pdf', pdf(code('pdf-script'))),
    file('pdf-page', 'a.html', 'application/pdf', `%PDF-1.4\n${canary.page('pdf-page')}`, 'text/html'),
    file('heic', 'a.heic', 'image/heic', Buffer.from('00000018667479706865696300000000686569636d696631', 'hex')),
  ];
}

function file(title: string, name: string, mimeType: string, bytes: Buffer | string, claimed = mimeType): HostileFile {
  return { title, name: `${title}-${name}`, type: claimed, bytes, expected: kept(mimeType) };
}

/** Something to see, which no encoder makes small. */
async function picture(encode: ((image: Sharp) => Sharp) | undefined): Promise<Buffer> {
  const [width, height] = [300, 200];
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, n) => (n * n * 31) % 251));
  const image = sharp(pixels, { raw: { width, height, channels: 3 } });
  return await (encode === undefined ? image : encode(image)).toBuffer();
}

function textBomb(type: 'zTXt' | 'iCCP'): Buffer {
  const data = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(ZEROS))]);
  return blackPng(8, 8, [{ type, data }]);
}

/** Height and width behind the marker of the frame. */
function hugeJpeg(jpeg: Buffer): Buffer {
  const bytes = Buffer.from(jpeg);
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(65_000, frame + 5);
  bytes.writeUInt16BE(65_000, frame + 7);
  return bytes;
}

/** Both the screen and its first picture, which begins behind the colours. */
function hugeGif(gif: Buffer): Buffer {
  const bytes = Buffer.from(gif);
  const colors = 2 ** ((bytes.readUInt8(10) & 7) + 1);
  const picture = bytes.indexOf(0x2c, 13 + 3 * colors);
  for (const at of [6, 8, picture + 5, picture + 7]) bytes.writeUInt16LE(65_000, at);
  return bytes;
}

function withComment(jpeg: Buffer, comment: Buffer): Buffer {
  return withSegment(jpeg, 0xfe, comment);
}

function withExif(jpeg: Buffer, exif: Buffer): Buffer {
  return withSegment(jpeg, 0xe1, exif);
}

function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}

async function withOrientation(orientation: number): Promise<Buffer> {
  const jpeg = await sharp(await picture(encoders.png))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const tag = jpeg.indexOf(Buffer.from('0112', 'hex'));
  const little = jpeg.indexOf(Buffer.from('1201', 'hex'));
  if (tag !== -1) jpeg.writeUInt16BE(orientation, tag + 8);
  else if (little !== -1) jpeg.writeUInt16LE(orientation, little + 8);
  return jpeg;
}

/** A directory that names itself as the next one. */
function tiffCircle(): Buffer {
  const bytes = Buffer.alloc(14);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(0, 8);
  bytes.writeUInt32LE(8, 10);
  return bytes;
}

function pdf(code: string): string {
  return `%PDF-1.4\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(${code.replaceAll(/[()]/g, '\\$&')})>>>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`;
}
