/**
 * In which encoding a response goes out, and the compression itself, off the event loop. What is small goes out plain:
 * compressing it would cost more than it saves. What goes out once is compressed at the fastest levels, so that
 * compression is not the cost; what is kept, well.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { MaybePromise } from '../../platform/kit/steps.ts';

/** Responses smaller than this go out as they are. */
const COMPRESSED_FROM_BYTES = 2_048;
/** Headers cached with what they allow. */
const HEADERS_KEPT = 200;
const HEADER_CHARACTERS_MAX = 500;

/** How hard is tried. */
interface Level {
  readonly gzip: number;
  readonly brotli: number;
}

const QUICKLY: Level = { gzip: 1, brotli: 1 };
const WELL: Level = { gzip: 6, brotli: 5 };

/** What the client takes best; `identity` where it takes none of ours. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** What a client takes. */
export interface AcceptedEncodings {
  /** Brotli before gzip where it likes both alike. */
  readonly best: Encoding;
  /** Whether it takes gzip too. */
  readonly gzip: boolean;
}

const PLAIN: AcceptedEncodings = { best: 'identity', gzip: false };
const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);
const known = new Map<string, AcceptedEncodings>();

/** What a header `Accept-Encoding` allows. */
export function acceptedEncodings(header: string | undefined): AcceptedEncodings {
  if (header === undefined || header.length > HEADER_CHARACTERS_MAX) return PLAIN;
  let accepted = known.get(header);
  if (accepted === undefined) {
    accepted = readHeader(header);
    if (known.size >= HEADERS_KEPT) known.clear();
    known.set(header, accepted);
  }
  return accepted;
}

/** The encoding that a response of that many bytes really goes out in. */
export function encodingOfSize(encoding: Encoding, bytes: number): Encoding {
  return bytes < COMPRESSED_FROM_BYTES ? 'identity' : encoding;
}

/** Compresses quickly what goes out once. */
export function encode(body: Buffer, encoding: Encoding): MaybePromise<Buffer> {
  return encoding === 'identity' ? body : compress(body, encoding, QUICKLY);
}

/** Compresses well what goes out many times. */
export async function encodeWell(body: Buffer, encoding: Encoding): Promise<Buffer> {
  return encoding === 'identity' ? body : compress(body, encoding, WELL);
}

function compress(body: Buffer, encoding: 'br' | 'gzip', level: Level): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(body, { level: level.gzip });
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: level.brotli,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return compressBrotli(body, { params });
}

function readHeader(header: string): AcceptedEncodings {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    weights.set(name, quality === undefined ? 1 : Number(quality) || 0);
  }
  const weightOf = (name: Encoding): number => weights.get(name) ?? weights.get('*') ?? 0;
  const [brotli, gzipped] = [weightOf('br'), weightOf('gzip')];
  if (brotli === 0 && gzipped === 0) return PLAIN;
  return { best: brotli >= gzipped ? 'br' : 'gzip', gzip: gzipped > 0 };
}
