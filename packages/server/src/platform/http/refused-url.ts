/** URLs that no route accepts. No name contains a NUL, and not every engine accepts one in a query. */
import { DomainError, invalid, notFound } from '../errors/domain-error.ts';

const URL_BYTES_MAX = 8_192;
const ESCAPED_NUL = '%00';

/** Why a URL is refused; undefined for one that may be routed. */
export function refusalOfUrl(url: string): DomainError | undefined {
  if (url.length > URL_BYTES_MAX) return tooLong();
  if (!url.includes(ESCAPED_NUL)) return undefined;
  const [path = ''] = url.split('?', 1);
  if (path.includes(ESCAPED_NUL)) return notFound('path');
  return invalid('query', 'characters', 'A parameter contains the NUL character (%00); remove it.');
}

function tooLong(): DomainError {
  const message = `The URL is longer than ${URL_BYTES_MAX} bytes; use fewer or shorter parameters.`;
  return new DomainError('headers_too_large', message, { limit: URL_BYTES_MAX });
}
