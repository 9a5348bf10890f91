/** On which side lines of a language begin. */

const RIGHT_TO_LEFT_SCRIPTS = new Set(['Arab', 'Hebr', 'Syrc', 'Thaa', 'Nkoo', 'Adlm', 'Rohg']);

/** Of whole documents, which hold paragraphs in one language. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return isRightToLeft(locale) ? 'rtl' : 'ltr';
}

/** Of an input: that of its locale where it is right to left, so that an empty one is too, else of what is typed into it. */
export function inputDirection(locale: string): 'auto' | 'rtl' {
  return isRightToLeft(locale) ? 'rtl' : 'auto';
}

function isRightToLeft(locale: string): boolean {
  return RIGHT_TO_LEFT_SCRIPTS.has(new Intl.Locale(locale).maximize().script ?? '');
}
