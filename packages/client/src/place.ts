/** Where the content of an environment is read. */
import type { ClientOptions } from './types/client.ts';

/** The address that all paths are below of, with `/` at its end. */
export function placeOf({ url, space, environment = 'master' }: ClientOptions): string {
  const [inSpace, inEnvironment] = [space, environment].map(encodeURIComponent);
  return `${url.replace(/\/+$/, '')}/spaces/${inSpace}/environments/${inEnvironment}/delivery/`;
}
