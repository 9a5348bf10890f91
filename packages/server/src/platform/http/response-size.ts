/**
 * Limits and writes every JSON response. Invariant: a response larger than `RESPONSE_BYTES_MAX` is refused before it is put
 * together; none is truncated.
 */
import type { FastifyInstance } from 'fastify';
import { type DomainError, validationFailed } from '../errors/domain-error.ts';
import { Pace } from '../kit/pace.ts';

export const RESPONSE_BYTES_MAX = 16 * 1024 * 1024;
const MEBIBYTE = 1024 * 1024;

/** Counts the bytes of a response while its parts are gathered, so that one that is too large is refused before it is joined. */
export class ResponseSize {
  readonly #parameters: readonly string[];
  #bytes = 0;

  /** @param parameters query parameters that make the response smaller */
  constructor(parameters: readonly string[] = ['limit', 'select']) {
    this.#parameters = parameters;
  }

  /** The bytes so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @throws `validation_failed` that names the parameters if the response is too large */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > RESPONSE_BYTES_MAX) throw tooLarge(this.#parameters);
  }
}

/** JSON that is already serialised. */
export class WrittenJson {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}

/** Writes the lists of every route registered on `app` after this call in pieces, so that a long list blocks nobody. */
export function writeListsInPieces(app: Pick<FastifyInstance, 'addHook'>): void {
  app.addHook('preSerialization', async (_request, _reply, payload) =>
    isList(payload) ? new WrittenJson(await listInPieces(payload)) : payload,
  );
}

/**
 * Serialises a response as JSON, or returns the bytes if it is already serialised.
 * @throws `validation_failed` if it is too large
 */
export function boundedJson(response: unknown): string {
  // Fastify accepts bytes from a serializer as well as text, but its types only allow text.
  if (response instanceof WrittenJson) return response.bytes as Buffer & string;
  const text = JSON.stringify(response);
  new ResponseSize([]).add(Buffer.byteLength(text));
  return text;
}

/**
 * A list as JSON. Its items are written one by one, so that no more than the bound is ever written.
 * @throws `validation_failed` if it is too large
 */
export async function listInPieces({ items, ...rest }: List): Promise<Buffer> {
  const size = new ResponseSize(['limit']);
  const pace = new Pace();
  const pieces = [Buffer.from('{"items":[')];
  for (const [index, item] of items.entries()) {
    const piece = Buffer.from(`${index === 0 ? '' : ','}${JSON.stringify(item)}`);
    size.add(piece.length);
    pieces.push(piece);
    await pace.restIfDue();
  }
  pieces.push(Buffer.from(`],${JSON.stringify(rest).slice(1)}`));
  return Buffer.concat(pieces);
}

interface List {
  readonly items: readonly unknown[];
  readonly total: number;
  readonly skip?: number;
  readonly limit?: number;
}

function isList(response: unknown): response is List {
  if (typeof response !== 'object' || response === null) return false;
  const { items, total } = response as Partial<List>;
  return Array.isArray(items) && typeof total === 'number';
}

function tooLarge(parameters: readonly string[]): DomainError {
  const bound = `The response would be larger than ${RESPONSE_BYTES_MAX / MEBIBYTE} MiB`;
  const message = `${bound}; ${adviceOf(parameters)}.`;
  const paths = parameters.length === 0 ? ['response'] : parameters.map((name) => `query.${name}`);
  const params = { limit: RESPONSE_BYTES_MAX, unit: 'bytes' } as const;
  return validationFailed(paths.map((path) => ({ path, rule: 'response_size', params, message })));
}

function adviceOf(parameters: readonly string[]): string {
  if (parameters.includes('select'))
    return 'ask for fewer items with limit or less of each with select, or a smaller include';
  return parameters.includes('limit') ? 'ask for fewer items with limit' : 'make the resource smaller';
}
