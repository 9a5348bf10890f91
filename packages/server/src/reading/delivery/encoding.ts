/**
 * In which encoding a response goes out. What is small goes out plain: compressing it would cost more than it saves.
 */

/** Responses smaller than this go out as they are. */
const COMPRESSED_FROM_BYTES = 2_048;
/** Headers cached with what they allow. */
const HEADERS_KEPT = 200;
const HEADER_CHARACTERS_MAX = 500;

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
