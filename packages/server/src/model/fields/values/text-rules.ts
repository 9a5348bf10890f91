/**
 * What the text types (string, text, slug) share: parsing, the validations of text, and how the query engine stores it. Lengths
 * count characters (code points), not bytes.
 */
import { characterCount } from '../../../../../contract/src/characters.ts';
import type { Validations } from '../../../../../contract/src/fields.ts';
import type { Violation } from '../../../../../contract/src/violations.ts';
import type { FieldTypeDefinition } from '../define-field-type.ts';
import type { ParseContext } from '../field-type.ts';
import { formatMismatch } from './format.ts';
import { patternMismatch } from './pattern.ts';
import { addViolation, describeValue } from './value-violations.ts';

/** The members that all text types have in common. */
export const textMembers = {
  validate: (value, field, path) => validateText(String(value), field.validations, path),
  text: String,
  column: () => ({ kind: 'exact', many: false }),
  // In one normal form, so that é is found, and is unique, however it is composed.
  indexValue: (value) => String(value).normalize('NFC'),
  operand: (text) => text.normalize('NFC'),
} satisfies Partial<FieldTypeDefinition>;

/** Parses text; undefined, after adding a violation, if the value is not text. */
export function parseText(input: unknown, context: ParseContext): string | undefined {
  if (typeof input === 'string') return input;
  return addViolation(context, 'type', `Give text; this is ${describeValue(input)}.`);
}

/** Checks text against its validations. */
export function validateText(text: string, validations: Validations | undefined, path: string): Violation[] {
  if (validations === undefined) return [];
  const { pattern, in: listed, format } = validations;
  const found = validateLength(text, validations, path);
  const mismatch = pattern === undefined ? null : patternMismatch(pattern, text);
  if (pattern !== undefined && mismatch !== null)
    found.push({ path, rule: 'pattern', params: { pattern }, message: mismatch });
  const misfit = format === undefined ? null : formatMismatch(format, text);
  if (format !== undefined && misfit !== null)
    found.push({ path, rule: 'format', params: { format }, message: misfit });
  return [...found, ...validateListed(text, listed, path)];
}

/** Checks `min_length` and `max_length`. */
export function validateLength(text: string, validations: Validations, path: string): Violation[] {
  const { min_length: shortest, max_length: longest } = validations;
  if (shortest === undefined && longest === undefined) return [];
  const count = characterCount(text);
  if (shortest !== undefined && count < shortest) {
    return [
      {
        path,
        rule: 'min_length',
        params: { limit: shortest, given: count },
        message: `Give at least ${shortest} characters; there are ${count}.`,
      },
    ];
  }
  if (longest === undefined || count <= longest) return [];
  return [
    {
      path,
      rule: 'max_length',
      params: { limit: longest, given: count },
      message: `Give at most ${longest} characters; there are ${count}.`,
    },
  ];
}

/** Checks `in`, with texts compared in one normal form. */
export function validateListed(value: string | number, listed: Validations['in'], path: string): Violation[] {
  if (listed === undefined || listed.includes(value)) return [];
  const composed = String(value).normalize('NFC');
  if (listed.some((one) => String(one).normalize('NFC') === composed)) return [];
  return [{ path, rule: 'in', params: { listed }, message: `Give one of ${shortList(listed)}.` }];
}

/** Formats values for a message, shortened if there are many. */
function shortList(values: readonly (string | number)[]): string {
  const shown = values.slice(0, 20).map(String).join(', ');
  return values.length > 20 ? `${shown}, …` : shown;
}
