/**
 * The field type `slug`: the part of a URL that identifies an entry. Normalized to Unicode NFC, so that texts that look alike are
 * the same slug. The entry rules check that it is unique.
 */
import { isSlug, SLUG_CHARACTERS_MAX } from '../../../../contract/src/slugs.ts';
import { defineFieldType } from './define-field-type.ts';
import type { ParseContext } from './field-type.ts';
import { parseText, textMembers } from './values/text-rules.ts';
import { addViolation } from './values/value-violations.ts';

export const slugType = defineFieldType({
  name: 'slug',
  description: `1 to ${SLUG_CHARACTERS_MAX} letters, digits or characters of \`. _ ~ / -\`, of any script. Kept as given, in Unicode normal form NFC.`,
  ...textMembers,
  validationRules: { parse },
  parse,
});

function parse(input: unknown, context: ParseContext): string | undefined {
  const slug = parseText(input, context)?.normalize('NFC');
  if (slug === undefined || isSlug(slug)) return slug;
  return addViolation(
    context,
    'slug',
    `Give 1 to ${SLUG_CHARACTERS_MAX} letters, digits, or characters of ._~/- as a slug.`,
  );
}
