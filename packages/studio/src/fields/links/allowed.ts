/** What a field lets one link to. */
import type { Asset, ContentType } from '../../api/types.ts';
import type { ValueModel } from '../field-type.ts';
import { limitsOf } from '../limits.ts';

/** The content types whose entries the field takes: all that have entries, unless the model names some. */
export function typesFor(field: ValueModel, types: readonly ContentType[]): readonly ContentType[] {
  const named = limitsOf(field).content_types;
  const ofEntries = types.filter(({ kind }) => kind === 'entry');
  return named === undefined ? ofEntries : ofEntries.filter((type) => named.includes(type.api_id));
}

/** Whether the field takes the asset. */
export function takesAsset(field: ValueModel, { mime_type, size }: Pick<Asset, 'mime_type' | 'size'>): boolean {
  const { mime_types: kinds, max_size: most } = limitsOf(field);
  if (most !== undefined && (size ?? 0) > most) return false;
  return kinds === undefined || kinds.some((kind) => isOfKind(mime_type ?? '', kind));
}

/** Whether a media type is the one named, or one of `image/*`. */
function isOfKind(mediaType: string, kind: string): boolean {
  return kind.endsWith('/*') ? mediaType.startsWith(kind.slice(0, -1)) : mediaType === kind;
}
