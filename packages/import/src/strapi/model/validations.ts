/**
 * Converts what a Strapi attribute requires of its values to Lectern's validations. The field type decides which of them it
 * supports and whether their values are valid; the others are noted and left out.
 */

import type { Validations } from '../../../../contract/src/fields.ts';
import { type Converted, keptValidations, type RulesOwner } from '../../kept-validations.ts';
import { toRe2 } from '../../pattern.ts';
import type { SourceAttribute } from '../archive/schema.ts';

/** Strapi's kinds of files → media types; a kind that is not listed accepts any file. */
const MEDIA_TYPES: Readonly<Record<string, string>> = { images: 'image/*', videos: 'video/*', audios: 'audio/*' };

/** The rules on single values. */
export function valueValidations({ type, settings }: SourceAttribute, owner: RulesOwner): Validations {
  return keptValidations(
    {
      ...given('min_length', settings.minLength),
      ...given('max_length', settings.maxLength),
      ...(type === 'integer' || type === 'decimal' || type === 'float'
        ? { ...given('min', settings.min), ...given('max', settings.max) }
        : {}),
      ...(typeof settings.regex === 'string' ? { pattern: toRe2({ pattern: settings.regex, flags: '' }) } : {}),
      ...(type === 'enumeration' ? given('in', settings.enum) : {}),
      ...(type === 'email' ? { format: 'email' } : {}),
    },
    owner,
  );
}

/** The rules about the number of items in a list. */
export function countValidations({ settings }: SourceAttribute, owner: RulesOwner): Validations {
  return keptValidations({ ...given('min_items', settings.min), ...given('max_items', settings.max) }, owner);
}

/** The kinds of files that an attribute accepts. */
export function fileValidations({ settings }: SourceAttribute, owner: RulesOwner): Validations {
  const kinds = Array.isArray(settings.allowedTypes) ? settings.allowedTypes.map(String) : [];
  const types = kinds.map((kind) => (Object.hasOwn(MEDIA_TYPES, kind) ? MEDIA_TYPES[kind] : undefined));
  return types.length === 0 || types.includes(undefined) ? {} : keptValidations({ mime_types: types }, owner);
}

function given(name: keyof Validations, value: unknown): Converted {
  return value === null || value === undefined ? {} : { [name]: value };
}
