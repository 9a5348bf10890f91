/** Sanitizes file names from clients, so that they are safe to show, to use in URLs and to save files under. */

/** Browsers escape quotes and line breaks in form names this way. */
const FORM_ESCAPES: Readonly<Record<string, string>> = { '%22': '"', '%0D': '', '%0A': '' };
const NAMELESS = 'file';
/** Control characters, and characters that change text direction and so disguise a name. */
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029\ufeff]/gu;

/** The name without folders and invisible characters; `file` if nothing is left. It may still be too long. */
export function cleanFileName(given: string | undefined): string {
  const text = (given ?? '')
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/%(?:22|0D|0A)/g, (escaped) => FORM_ESCAPES[escaped] ?? '');
  const last = text.split(/[/\\]/).at(-1) ?? '';
  const name = last
    .replaceAll(UNSEEN, '')
    .trim()
    .replace(/[. ]+$/, '');
  return name === '' ? NAMELESS : name;
}
