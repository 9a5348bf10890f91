/**
 * The plane of files: pictures, documents and films, for everybody who has their address.
 * Guard: none; an address holds the hash of the bytes, which nobody guesses. Answers never change, and may be kept for
 * a year by anyone.
 */
import { type FileRouteParts, fileRoutes } from '../content/assets/file-routes.ts';
import type { Api } from '../platform/http/api.ts';
import { logRequests } from '../platform/http/logger.ts';

export function filePlane(api: Api, parts: FileRouteParts): void {
  if (api.log.level === 'debug' || api.log.level === 'trace') logRequests(api, 'debug');
  fileRoutes(api, parts);
}
