/** The named formats of text. Each expression runs in linear time and is only used on short text. */
import type { ValueFormat } from '../../../../../contract/src/fields.ts';

const EMAIL_CHARACTERS_MAX = 254;
const URL_CHARACTERS_MAX = 2048;

const EMAIL_SHAPE = /^[^\s@\p{Cc}]{1,64}@[^\s@.\p{Cc}]+(?:\.[^\s@.\p{Cc}]+)+$/u;
const COLOR_SHAPE = /^#(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const UUID_SHAPE = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

interface Format {
  readonly fits: (text: string) => boolean;
  readonly advice: string;
}

const formats: Readonly<Record<ValueFormat, Format>> = {
  email: {
    fits: (text) => text.length <= EMAIL_CHARACTERS_MAX && EMAIL_SHAPE.test(text),
    advice: 'Give an e-mail address such as ann@example.com.',
  },
  url: { fits: isWebAddress, advice: 'Give a complete URL that begins with https:// or http://.' },
  color: { fits: (text) => COLOR_SHAPE.test(text), advice: 'Give a colour such as #0af or #00aaff.' },
  uuid: { fits: (text) => UUID_SHAPE.test(text), advice: 'Give a UUID such as 123e4567-e89b-12d3-a456-426614174000.' },
};

/** @returns null if the text has the format, otherwise a sentence that says what to give */
export function formatMismatch(format: ValueFormat, text: string): string | null {
  const { fits, advice } = formats[format];
  return fits(text) ? null : advice;
}

function isWebAddress(text: string): boolean {
  if (text.length > URL_CHARACTERS_MAX || /[\s\p{Cc}]/u.test(text)) return false;
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
