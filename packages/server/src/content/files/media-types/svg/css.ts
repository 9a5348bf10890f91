/**
 * Styles of an SVG: kept if they do not refer to anything outside the file. Invariant: ambiguous styles, such as an escape or a
 * comment within a name, are removed.
 */

/** An unclosed comment extends to the end of the sheet, so each character is read once, however many comments start. */
const COMMENTS = /\/\*(?:[\s\S]*?\*\/|[\s\S]*$)/g;
/** Rules that fetch something or name namespaces: complete, up to their end. */
const IMPORTS = /@(?:import|charset|namespace)\b[^;{}@]*(?:;|$)/gi;
const FONT_FACES = /@font-face\s*\{[^{}]*\}/gi;
/** A reference to an id in the same file. */
const OWN_URL = /url\(\s*(["']?)#[^\s"'()\\]{1,200}\1\s*\)/gi;
/** Must not occur in the rest: URLs, functions that take URLs, code of old browsers, escapes, marks. */
const UNSAFE =
  /(?:url|src|image|image-set|cross-fade|expression)\s*\(|-moz-binding|behavior\s*:|script:|@import|@font-face|\\|<|\/\*/i;

/** Returns a style sheet without imports and fonts; null if something unsafe remains. */
export function cleanStyleSheet(css: string): string | null {
  const rest = css.replaceAll(COMMENTS, ' ').replaceAll(IMPORTS, '').replaceAll(FONT_FACES, '');
  return isSafeStyle(rest) ? rest : null;
}

/** Whether a declaration, or an attribute value parsed like one, refers to nothing outside the file. */
export function isSafeStyle(css: string): boolean {
  return !UNSAFE.test(css.replaceAll(OWN_URL, ' '));
}
