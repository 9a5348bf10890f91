/**
 * Compresses responses in the thread pool, so many bytes at a time: it has four threads, which files and passwords need too.
 * What would have to wait for long goes out as it is. What goes out once is compressed at the fastest levels, so that
 * compression is not the cost; what is kept, well. Invariant: large responses take three threads at most, and one of a space.
 */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { FairTurns, type FairTurnsLimits, QueueFullError } from '../../platform/kit/fair-turns.ts';
import type { MaybePromise } from '../../platform/kit/steps.ts';
import type { Encoding } from './encoding.ts';

/** Bytes of one space that are compressed at a time; a larger response counts as so many. */
const SPACE_BYTES_MAX = 524_288;
/** Bytes that are compressed at a time. */
const BYTES: FairTurnsLimits = {
  total: 3 * SPACE_BYTES_MAX,
  perParty: SPACE_BYTES_MAX,
  waiting: 1_000,
  waitingPerParty: 100,
  waitMs: 1_000,
};

/** How hard is tried. */
interface Level {
  readonly gzip: number;
  readonly brotli: number;
}

const QUICKLY: Level = { gzip: 1, brotli: 1 };
const WELL: Level = { gzip: 6, brotli: 5 };

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

/** A body, and what it is encoded in. */
export interface Encoded {
  readonly body: Buffer;
  readonly encoding: Encoding;
}

export class Compression {
  readonly #bytes: FairTurns;

  constructor(bytes: FairTurnsLimits = BYTES) {
    this.#bytes = new FairTurns(bytes);
  }

  /**
   * Compresses quickly what goes out once.
   * @param party whose turn it is: a space
   */
  quickly(body: Buffer, encoding: Encoding, party: string): MaybePromise<Encoded> {
    return encoding === 'identity' ? { body, encoding } : this.#compress(party, { body, encoding, level: QUICKLY });
  }

  /**
   * Compresses well what goes out many times.
   * @param party whose turn it is: a space
   */
  well(body: Buffer, encoding: Encoding, party: string): MaybePromise<Encoded> {
    return encoding === 'identity' ? { body, encoding } : this.#compress(party, { body, encoding, level: WELL });
  }

  async #compress(
    party: string,
    { body, encoding, level }: { body: Buffer; encoding: 'br' | 'gzip'; level: Level },
  ): Promise<Encoded> {
    const compress = encoding === 'gzip' ? gzipped : brotlied;
    const amount = Math.min(body.length, SPACE_BYTES_MAX);
    try {
      return { body: await this.#bytes.run(party, () => compress(body, level), { amount }), encoding };
    } catch (error) {
      if (error instanceof QueueFullError) return { body, encoding: 'identity' };
      throw error;
    }
  }
}

function gzipped(body: Buffer, level: Level): Promise<Buffer> {
  return compressGzip(body, { level: level.gzip });
}

function brotlied(body: Buffer, level: Level): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: level.brotli,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
  return compressBrotli(body, { params });
}
