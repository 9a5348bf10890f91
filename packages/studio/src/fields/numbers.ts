/** Numbers as people type and paste them: with the separators of their language or of another, with spaces. */

import { isExactNumber } from '../../../contract/src/exact-numbers.ts';

/** Zero of the digits that are typed with keyboards of other scripts. */
const OTHER_ZEROS = [0x0660, 0x06f0, 0x0966, 0xff10];
const PLAIN_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * Reads a number.
 * @param language BCP 47 tag, which decides what `1.234` means
 * @returns null if the text is none, or one that would come back as another
 */
export function parseNumber(text: string, language: string): number | null {
  const plain = plainNumber(text, language);
  return plain !== null && isExactNumber(plain) ? Number(plain) : null;
}

/** Whether the text is a number that would come back as another, as it has too many digits. */
export function isInexact(text: string, language: string): boolean {
  const plain = plainNumber(text, language);
  return plain !== null && !isExactNumber(plain);
}

/** The number as JSON would have it; null if the text is none. */
function plainNumber(text: string, language: string): string | null {
  const compact = westernDigits(text)
    .replaceAll(/[\s'’_]/gu, '')
    .replaceAll('−', '-')
    .replaceAll('٫', '.')
    .replaceAll('٬', '');
  const plain = withPointAlone(compact, decimalSeparator(language));
  return PLAIN_NUMBER.test(plain) ? plain : null;
}

/** Writes a number in full, with the decimal separator of the language and no others. */
export function formatNumber(value: number, language: string): string {
  return String(value).replace('.', decimalSeparator(language));
}

function decimalSeparator(language: string): string {
  const parts = new Intl.NumberFormat(language, { numberingSystem: 'latn' }).formatToParts(1.5);
  return parts.find(({ type }) => type === 'decimal')?.value ?? '.';
}

/** Drops the separators of thousands and writes the decimal one as a point. */
function withPointAlone(text: string, decimal: string): string {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  if (last === -1) return text;
  const separator = text.charAt(last);
  const other = separator === '.' ? ',' : '.';
  const repeated = text.indexOf(separator) !== last;
  const groupsThousands = separator !== decimal && /^[+-]?\d{1,3}[.,]\d{3}$/.test(text);
  if (repeated || groupsThousands) {
    // `1,234,567` groups thousands; `1,2,3` is no number.
    return /^[+-]?\d{1,3}([.,]\d{3})+$/.test(text) && !text.includes(other) ? text.replaceAll(separator, '') : 'x';
  }
  return text.slice(0, last).replaceAll(other, '') + text.slice(last).replace(',', '.');
}

function westernDigits(text: string): string {
  return text.replaceAll(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = OTHER_ZEROS.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}
