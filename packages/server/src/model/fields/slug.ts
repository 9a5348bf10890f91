/**
 * The field type `slug`: the part of a URL that names an entry. It is kept as given apart from its normal form (NFC),
 * so that texts that look alike are one slug. Whether it is taken, the entry rules say.
 */
import { Type } from 'typebox';
import type { Validations } from './field.ts';
import type { FieldType, ParseContext } from './field-type.ts';
import { refuse } from './values/refusal.ts';
import { checkTextSettings, parseText, validateText } from './values/text-rules.ts';

const SLUG_SHAPE = /^[\p{L}\p{M}\p{N}._~/-]{1,200}$/u;

const validations = ['min_length', 'max_length', 'pattern', 'in'] as const satisfies readonly (keyof Validations)[];

export const slugType: FieldType = {
  name: 'slug',
  valueSchema: Type.String({ minLength: 1, maxLength: 200 }),
  validations,
  mayBeObject: false,
  mayBeUnique: true,
  mayBeDisplayed: true,
  parse,
  validate: (value, field, path) => validateText(String(value), field.validations, path),
  checkSettings: checkTextSettings(validations, parse),
  rendersAsStored: () => true,
  render: (value) => value,
  links: () => [],
  text: (value) => String(value),
  column: () => ({ kind: 'exact', orderable: true, many: false }),
  indexValue: (value) => String(value),
  operand: (text) => text.normalize('NFC'),
};

function parse(input: unknown, context: ParseContext): string | undefined {
  const slug = parseText(input, context)?.normalize('NFC');
  if (slug === undefined || SLUG_SHAPE.test(slug)) return slug;
  return refuse(context, 'slug', 'Give 1 to 200 letters, digits, or characters of . _ ~ / - as a slug.');
}
