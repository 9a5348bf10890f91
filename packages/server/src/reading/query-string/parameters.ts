/**
 * Splits a raw query string into parameters. Nothing is guessed: percent-encoding that is not valid UTF-8 is rejected, and the
 * order of parameters is kept. Names and values are plain text here; other modules interpret them.
 */
import { DomainError, invalid } from '../../platform/errors/domain-error.ts';

const PARAMETERS_MAX = 100;

export interface Parameter {
  readonly name: string;
  readonly value: string;
}

/**
 * The parameters of a query string, as they were given. Empty pieces (`a=1&&b=2`) are skipped.
 * @param search the part of the URL after `?`; '' if there is none
 * @throws `malformed_request` if it cannot be decoded, `validation_failed` over `PARAMETERS_MAX` parameters
 */
export function readParameters(search: string): Parameter[] {
  if (search === '') return [];
  const pieces = search.split('&').filter((piece) => piece !== '');
  if (pieces.length > PARAMETERS_MAX) {
    throw invalid(
      'query',
      'max_items',
      `Give at most ${PARAMETERS_MAX} query parameters; there are ${pieces.length}.`,
      {
        limit: PARAMETERS_MAX,
        given: pieces.length,
      },
    );
  }
  return pieces.map(readParameter);
}

/**
 * The first value of one parameter, read separately from the rest; undefined if it is not given, or the query string cannot be decoded:
 * that is rejected when all of it is read.
 */
export function parameterIn(search: string, name: string): string | undefined {
  // Most requests give none, and are not taken apart for it.
  if (!search.includes(name) && !search.includes('%')) return undefined;
  try {
    return readParameters(search).find((parameter) => parameter.name === name)?.value;
  } catch {
    return undefined;
  }
}

/** The part of a request's URL after `?`, without a fragment. */
export function searchOf(url: string): string {
  const start = url.indexOf('?');
  if (start === -1) return '';
  const end = url.indexOf('#', start);
  return end === -1 ? url.slice(start + 1) : url.slice(start + 1, end);
}

function readParameter(piece: string): Parameter {
  const at = piece.indexOf('=');
  const [name, value] = at === -1 ? [piece, ''] : [piece.slice(0, at), piece.slice(at + 1)];
  return { name: decode(name), value: decode(value) };
}

function decode(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    const message = 'The query string does not decode; write every character outside ASCII as percent-encoded UTF-8.';
    throw new DomainError('malformed_request', message);
  }
}
