/** Archives for tests, as `strapi export` writes them, or as nobody should. */
import { gzipSync } from 'node:zlib';

const BLOCK = 512;
const MODE = '0000644\0';

/** A member of an archive. */
export interface Member {
  readonly name: string;
  readonly content?: string | Buffer;
  /** The tar type: `0` a file (the default), `2` a symbolic link. */
  readonly type?: string;
  /** What the header says of its size, if that is not true. */
  readonly size?: number;
}

/** A tar archive. */
export function tarOf(members: readonly Member[]): Buffer {
  return Buffer.concat([...members.flatMap(blocksOf), Buffer.alloc(2 * BLOCK)]);
}

/** A gzipped one. */
export function archiveOf(members: readonly Member[]): Buffer {
  return gzipSync(tarOf(members), { level: 1 });
}

/** Lines of JSON. */
export function linesOf(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

function blocksOf({ name, content = '', type = '0', size }: Member): Buffer[] {
  const body = Buffer.from(content);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100);
  header.write(MODE, 100);
  header.write(`${(size ?? body.length).toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write(' '.repeat(8), 148);
  header.write(type, 156);
  if (type === '2') header.write('/etc/passwd', 157);
  header.write('ustar\0', 257);
  header.write('00', 263);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return [header, body, Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK)];
}
