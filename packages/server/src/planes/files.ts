/**
 * The file plane: images, documents and videos, for everyone who has their URL.
 * Guard: none; a URL contains the hash of the content, which nobody can guess. Responses never change and may be cached
 * for a year by anyone.
 */
import { type FileRouteParts, fileRoutes } from '../content/assets/file-routes.ts';
import type { Api } from '../platform/http/api.ts';
import { logRequests } from '../platform/http/logger.ts';

export function filePlane(api: Api, parts: FileRouteParts): void {
  if (api.log.level === 'debug' || api.log.level === 'trace') logRequests(api, 'debug');
  fileRoutes(api, parts);
}
