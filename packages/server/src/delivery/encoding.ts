/**
 * In which encoding an answer goes out, and the compression itself, off the event loop. What is small goes out plain:
 * compressing it would cost more than it saves. The fastest levels are used, so that compression is not the cost.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Answers smaller than this go out as they are. */
const COMPRESSED_FROM_BYTES = 2_048;
const GZIP_LEVEL = 1;
const BROTLI_QUALITY = 1;
/** Headers remembered with what they ask for. */
const HEADERS_KEPT = 200;
const HEADER_CHARACTERS_MAX = 500;

/** What the client takes best; `identity` where it takes none of ours. */
export type Encoding = 'br' | 'gzip' | 'identity';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
const known = new Map<string, Encoding>();

/** The best encoding that a header `Accept-Encoding` allows: brotli before gzip where the client likes both alike. */
export function encodingFor(header: string | undefined): Encoding {
  if (header === undefined || header.length > HEADER_CHARACTERS_MAX) return 'identity';
  let encoding = known.get(header);
  if (encoding === undefined) {
    encoding = readHeader(header);
    if (known.size >= HEADERS_KEPT) known.clear();
    known.set(header, encoding);
  }
  return encoding;
}

/** The bytes of an answer in the encoding, and the one they really are in. */
export async function encode(body: Buffer, encoding: Encoding): Promise<{ body: Buffer; encoding: Encoding }> {
  if (encoding === 'identity' || body.length < COMPRESSED_FROM_BYTES) return { body, encoding: 'identity' };
  if (encoding === 'gzip') return { body: await compressGzip(body, { level: GZIP_LEVEL }), encoding };
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return { body: await compressBrotli(body, { params }), encoding };
}

function readHeader(header: string): Encoding {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, quality === undefined ? 1 : Number(quality) || 0);
  }
  const weightOf = (name: Encoding): number => weights.get(name) ?? weights.get('*') ?? 0;
  const [brotli, gzipped] = [weightOf('br'), weightOf('gzip')];
  if (brotli === 0 && gzipped === 0) return 'identity';
  return brotli >= gzipped ? 'br' : 'gzip';
}
