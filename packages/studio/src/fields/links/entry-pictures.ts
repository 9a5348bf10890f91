/** The main picture of an entry, and small forms of pictures for rows, cards and pickers. */
import type { Validations } from '../../../../contract/src/fields.ts';
import type { Asset, ContentType, Entry, Field } from '../../api/types.ts';
import { pictureUrl } from '../picture.ts';
import { linkOf } from './link-value.ts';

/** A small form of a picture. */
export interface Thumbnail {
  readonly src: string;
  /** Of the picture, to be seen until it is there; null where the service knows none. */
  readonly color: string | null;
}

/** Pixels of the square that rows show: enough for 40 on the densest screens. One size, so that each is made once. */
const SQUARE_PIXELS = 96;

/** A square of a picture for rows and cards; null for other files. */
export function squareOf(asset: Asset): Thumbnail | null {
  return thumbnailOf(asset, { w: SQUARE_PIXELS, h: SQUARE_PIXELS });
}

/** A part of a picture in the shape given in pixels, around its focal point; null for other files. */
export function thumbnailOf(asset: Asset, { w, h }: { readonly w: number; readonly h: number }): Thumbnail | null {
  const url = pictureUrl(asset);
  if (url === null) return null;
  // Without pixels (SVG) there is nothing to make smaller.
  return { src: asset.width === null ? url : `${url}?w=${w}&h=${h}&fit=cover`, color: asset.dominant_color };
}

/**
 * The field with the main picture of entries of a type: the first for one file, one that takes pictures alone before others;
 * else the first for several files. Rich text is not looked into, as all of it would have to be read for each row.
 */
export function pictureFieldOf({ fields }: Pick<ContentType, 'fields'>): Field | undefined {
  const single = fields.filter((field) => field.type === 'asset' && mayBePicture(field.validations));
  const several = (field: Field) => field.items?.type === 'asset' && mayBePicture(field.items.validations);
  return single.find(isPictureAlone) ?? single[0] ?? fields.find(several);
}

/** The id of the file in the main picture of an entry, in a locale or else in any; null for none. */
export function pictureIdOf(
  { fields }: Pick<Entry, 'fields'>,
  type: Pick<ContentType, 'fields'> | undefined,
  locale: string,
): string | null {
  const field = type === undefined ? undefined : pictureFieldOf(type);
  const values = field === undefined ? undefined : fields[field.id];
  if (values === undefined) return null;
  const value = values[locale] ?? Object.values(values)[0];
  return linkOf(Array.isArray(value) ? value[0] : value)?.id ?? null;
}

/** The fields that a list has to ask for to show main pictures. */
export function pictureFields(types: readonly ContentType[]): readonly string[] {
  const ofEntries = types.filter(({ kind }) => kind === 'entry');
  return [...new Set(ofEntries.flatMap((type) => pictureFieldOf(type)?.id ?? []))];
}

function mayBePicture(validations: Field['validations']): boolean {
  return kindsIn(validations)?.some((kind) => kind.startsWith('image/')) ?? true;
}

/** Whether a field takes pictures alone. */
export function isPictureAlone({ validations }: { readonly validations?: Field['validations'] | undefined }): boolean {
  return kindsIn(validations)?.every((kind) => kind.startsWith('image/')) ?? false;
}

function kindsIn(validations: Field['validations'] | undefined): readonly string[] | undefined {
  return (validations as Validations | undefined)?.mime_types;
}
