/**
 * The tags that a change takes back: webhook deliveries carry them in `X-CMS-Tags`.
 * Invariant: whatever a change can alter has a tag that the event of the change names.
 */
import { assetsTag, environmentTag, mixedTag, typeTag } from '../../../../contract/src/cache-tags.ts';
import { resourceId } from './resource-id.ts';

/** Tags of one event. A burst that changes more names whole environments instead. */
const EVENT_TAGS_MAX = 45;

/** A changed resource. */
export interface TaggedChange {
  readonly kind: 'entry' | 'asset' | 'content_type' | 'environment' | 'change_set';
  /** Code of the environment's name: for an alias that was moved, the alias's. */
  readonly code: string;
  readonly key: string;
  /** The `api_id` of an entry's content type. */
  readonly contentType: string | null;
}

/** The tags of everything that a change may make stale. */
export function tagsOfChange({ kind, code, key, contentType }: TaggedChange): readonly string[] {
  if (kind === 'asset') return [resourceId('asset', code, key), assetsTag(code)];
  if (kind !== 'entry') return [environmentTag(code)];
  const ofType = contentType === null ? [] : [typeTag(code, contentType)];
  return [resourceId('entry', code, key), ...ofType, mixedTag(code)];
}

/** The tags of two changes together: of whole environments where those of single resources would be too many. */
export function joinedTags(some: readonly string[], others: readonly string[]): readonly string[] {
  const all = new Set([...some, ...others]);
  if (all.size <= EVENT_TAGS_MAX) return [...all];
  return [...new Set([...all].map((tag) => environmentTag(tag.split('_')[1] ?? '')))];
}
