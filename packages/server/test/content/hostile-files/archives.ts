/** Archives that are far larger once unpacked. They are stored as they are, and never unpacked. */
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import { type Canary, type HostileFile, kept } from './hostile-file.ts';

const ZEROS = 40_000_000;
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export function archives(canary: Canary): HostileFile[] {
  const bomb = zip('zeros', Buffer.alloc(ZEROS));
  return [
    file('zip-bomb', 'a.zip', 'application/zip', bomb),
    file('zip-bomb-in-zip', 'a.zip', 'application/zip', zip('inner.zip', bomb)),
    file('document-bomb', 'a.docx', WORD, zip('[Content_Types].xml', Buffer.alloc(ZEROS))),
    file('zip-with-paths', 'a.epub', 'application/epub+zip', zip('../../../../tmp/hostile', Buffer.from('x'))),
    file(
      'zip-and-page',
      'a.html',
      'application/zip',
      Buffer.concat([zip('a', Buffer.from('a')), Buffer.from(canary.page('zip-and-page'))]),
      'text/html',
    ),
    file('gzip-bomb', 'a.gz', 'application/gzip', gzipSync(Buffer.alloc(ZEROS))),
    file(
      'packed-drawing',
      'a.svgz',
      'application/gzip',
      gzipSync(`<svg xmlns="http://www.w3.org/2000/svg"><script>${canary.code('packed-drawing')}</script></svg>`),
      'image/svg+xml',
    ),
  ];
}

function file(title: string, name: string, mimeType: string, bytes: Buffer, claimed = mimeType): HostileFile {
  return { title, name: `${title}-${name}`, type: claimed, bytes, expected: kept(mimeType) };
}

/** An archive with one file, as its first half: nobody looks at the directory behind it. */
function zip(name: string, content: Buffer): Buffer {
  const header = Buffer.alloc(30);
  const packed = deflateRawSync(content);
  header.write('PK\u0003\u0004', 'latin1');
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(crc32(content), 14);
  header.writeUInt32LE(packed.length, 18);
  header.writeUInt32LE(content.length, 22);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  return Buffer.concat([header, Buffer.from(name), packed]);
}
