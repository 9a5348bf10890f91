/**
 * Where the file of an asset can be fetched: `/assets/<asset id>/<hash>/<file name>`. The hash is that of the bytes, so
 * that an address shows one file for ever.
 */

import { resourceId } from '../../model/spaces/resource-id.ts';
import type { Tables } from '../../platform/database/columns.ts';

/** Path pattern of the route that sends files. */
export const FILE_PATH = '/assets/:asset_id/:hash/:file_name';

/** Address under which clients reach the service, without `/` at its end. Known for sure once the service listens. */
export interface PublicAddress {
  readonly url: string;
}

/** The address of an asset's file; null while it has none. @param code of the environment */
export function fileUrl(
  { url }: PublicAddress,
  code: string,
  { key, file_hash: hash, file_name: name }: Pick<Tables['assets'], 'key' | 'file_hash' | 'file_name'>,
): string | null {
  if (hash === null) return null;
  return `${url}/assets/${resourceId('asset', code, key)}/${hash}/${encodeURIComponent(name ?? '')}`;
}
