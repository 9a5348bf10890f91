/**
 * Plain text as language models read and write it. Text with a format, such as an email address, is not for people. Text from a
 * fixed list can be chosen, but not translated.
 */
import type { Validations } from '../../../../../contract/src/fields.ts';
import type { Prose } from '../field-type.ts';

/** @param charactersMax limit for every value of the type */
export function plainProse(validations: Validations = {}, charactersMax = Number.POSITIVE_INFINITY): Prose | null {
  const { format, in: listed, min_length: shortest, max_length: longest } = validations;
  if (format !== undefined) return null;
  const most = Math.min(longest ?? charactersMax, charactersMax);
  const limits = [
    ...(shortest === undefined ? [] : [`at least ${shortest} characters`]),
    ...(Number.isFinite(most) ? [`at most ${most} characters`] : []),
  ];
  return {
    texts: (value) => (typeof value === 'string' && listed === undefined ? [value] : []),
    withTexts: (value, texts) => texts[0] ?? value,
    schema: {
      type: 'string',
      ...(listed === undefined ? {} : { enum: listed }),
      ...(limits.length === 0 ? {} : { description: `Text of ${limits.join(' and ')}.` }),
    },
    toInput: (written) => written,
  };
}
