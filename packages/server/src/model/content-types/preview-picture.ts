/**
 * The picture that shows what a component looks like where people choose one: an image asset of the environment, named by its key,
 * which it has in every clone. It is decoration: an asset that is deleted later leaves a component without a picture, and no error.
 */
import { type Violation, violation } from '../../../../contract/src/violations.ts';
import { quoted } from '../../platform/kit/suggestion.ts';
import { keyWithin } from '../spaces/resource-id.ts';

/** What is known of the asset that a request gives. */
export interface GivenPicture {
  readonly exists: boolean;
  /** Null for an asset without a file. */
  readonly mediaType: string | null;
}

/**
 * The key of the asset that a request gives as preview picture.
 * @param before the key of the current one, which may have been deleted since
 * @param context.picture absent if the asset may be created later, as in an import
 */
export function plannedPicture(
  before: string | null,
  given: string | null | undefined,
  { codes, picture }: { readonly codes: readonly string[]; readonly picture?: GivenPicture },
  violations: Violation[],
): string | null {
  if (given === undefined || given === null) return given === null ? null : before;
  const key = keyWithin(codes, 'asset', given);
  if (key === null) violations.push(unknownPicture(given));
  else if (key !== before && picture !== undefined) violations.push(...violationsOf(key, picture));
  return key;
}

function violationsOf(key: string, { exists, mediaType }: GivenPicture): Violation[] {
  if (!exists) return [unknownPicture(key)];
  if (mediaType?.startsWith('image/') === true) return [];
  const message = `Give an image; the asset ${quoted(key)} is ${mediaType === null ? 'without a file' : `of type ${mediaType}`}.`;
  return [violation('preview_picture', 'mime_types', message, { listed: ['image/*'] })];
}

function unknownPicture(given: string): Violation {
  const message = `There is no asset ${quoted(given)} in this environment; upload the picture first, or give null for none.`;
  return violation('preview_picture', 'link', message);
}
