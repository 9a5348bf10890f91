/**
 * The names by which caches know what a response depends on (`Cache-Tag`), the same of the service and of copies of its content.
 * `docs/operations/cdn.md` says what they mean.
 */
import { resourceId } from './keys.ts';

/** Resources of a response that are named one by one; a response with more depends on content types. */
export const RESOURCES_NAMED_MAX = 40;
/** Content types that are named one by one; a response that rests on more rests on all entries of the environment. */
export const TYPES_NAMED_MAX = 40;

const ENVIRONMENT = 'environment_';

/** On everything read in the environment whose name, its own or an alias, has that code. */
export function environmentTag(code: string): string {
  return ENVIRONMENT + code;
}

/** The codes that `environmentTag` was given, among other tags. */
export function codesInTags(tags: readonly string[]): string[] {
  return tags.filter((tag) => tag.startsWith(ENVIRONMENT)).map((tag) => tag.slice(ENVIRONMENT.length));
}

/** On lists of assets, and on responses with too many resources to name each. */
export function assetsTag(code: string): string {
  return `assets_${code}`;
}

/** On what a change of any entry may alter. */
export function mixedTag(code: string): string {
  return `mixed_${code}`;
}

/** On what any entry of the content type may alter. */
export function typeTag(code: string, apiId: string): string {
  return resourceId('content_type', code, apiId);
}
