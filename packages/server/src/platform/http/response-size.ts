/**
 * The bound of every JSON response. Invariant: a response is refused before it is put together when it would be larger
 * than `RESPONSE_BYTES_MAX`, and none is cut.
 */
import { type DomainError, validationFailed } from '../errors/domain-error.ts';

export const RESPONSE_BYTES_MAX = 16 * 1024 * 1024;
const MEBIBYTE = 1024 * 1024;

/** Counts the bytes of a response while it is gathered, so that what is too large is refused before it is joined. */
export class ResponseSize {
  readonly #parameters: readonly string[];
  #bytes = 0;

  /** @param parameters query parameters that make the response smaller */
  constructor(parameters: readonly string[] = ['limit', 'select']) {
    this.#parameters = parameters;
  }

  /** @throws `validation_failed` that names the parameters if the response is too large */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > RESPONSE_BYTES_MAX) throw tooLarge(this.#parameters);
  }
}

/**
 * A response as JSON. The items of a list are written one by one, so that no more than the bound is ever written.
 * @throws `validation_failed` if it is too large
 */
export function boundedJson(response: unknown): string {
  if (!isList(response)) {
    const text = JSON.stringify(response);
    new ResponseSize([]).add(Buffer.byteLength(text));
    return text;
  }
  const { items, ...rest } = response;
  const size = new ResponseSize(['limit']);
  const texts = items.map((item) => {
    const text = JSON.stringify(item);
    size.add(Buffer.byteLength(text) + 1);
    return text;
  });
  return `{"items":[${texts.join(',')}],${JSON.stringify(rest).slice(1)}`;
}

interface List {
  readonly items: readonly unknown[];
  readonly total: number;
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
  return validationFailed(paths.map((path) => ({ path, rule: 'response_size', message })));
}

function adviceOf(parameters: readonly string[]): string {
  if (parameters.includes('select'))
    return 'ask for fewer items with limit or less of each with select, or a smaller include';
  return parameters.includes('limit') ? 'ask for fewer items with limit' : 'make the resource smaller';
}
