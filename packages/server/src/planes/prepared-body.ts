/** A body that many are sent: encoded at most once for each encoding, and not sent again to whoever has it. */
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasResponse } from '../platform/http/conditional.ts';
import { acceptedEncodings, type Encoding } from '../reading/delivery/encoding.ts';
import { tagOf } from '../reading/delivery/entity-tag.ts';

/** Compressed once and sent often. Higher levels take seconds for a few per cent. */
const BROTLI_QUALITY = 9;

const encode: Readonly<Record<Encoding, (plain: Buffer) => Promise<Buffer>>> = {
  identity: async (plain) => plain,
  gzip: promisify<Buffer, Buffer>(gzip),
  br: (plain) =>
    promisify(brotliCompress)(plain, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
      },
    }),
};

export class PreparedBody {
  readonly #plain: Buffer;
  readonly #hash: string;
  readonly #encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(plain: Buffer) {
    this.#plain = plain;
    this.#hash = hash('sha256', plain, 'base64url');
  }

  /** Sends it in the encoding that the client takes best, or 304. Type and caching are headers that the caller has set. */
  async send({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { best } = acceptedEncodings(headers['accept-encoding']);
    const tag = tagOf(`${best} ${this.#hash}`);
    reply.header('etag', tag).header('vary', 'Accept-Encoding');
    if (hasResponse(headers['if-none-match'], tag)) return reply.code(304).send();
    if (best !== 'identity') reply.header('content-encoding', best);
    return reply.send(await this.#in(best));
  }

  #in(encoding: Encoding): Promise<Buffer> {
    const body = this.#encoded.get(encoding) ?? encode[encoding](this.#plain);
    this.#encoded.set(encoding, body);
    return body;
  }
}
