/**
 * Styles of an SVG: kept if they refer to nothing outside the file. Invariant: ambiguous styles, such as an escape or a
 * comment within a name, are removed.
 */

/** A comment without an end reaches to the end of the sheet, so each is read once, however many begin. */
const COMMENTS = /\/\*(?:[\s\S]*?\*\/|[\s\S]*$)/g;
/** Rules that fetch something or name namespaces: complete, up to their end. */
const IMPORTS = /@(?:import|charset|namespace)\b[^;{}@]*(?:;|$)/gi;
const FONT_FACES = /@font-face\s*\{[^{}]*\}/gi;
/** A reference to an id in the same file. */
const OWN_URL = /url\(\s*(["']?)#[^\s"'()\\]{1,200}\1\s*\)/gi;
/** The rest must contain none of these: URLs, functions that take some, code of old browsers, escapes, marks. */
const UNSAFE =
  /(?:url|src|image|image-set|cross-fade|expression)\s*\(|-moz-binding|behavior\s*:|script:|@import|@font-face|\\|<|\/\*/i;

/** A style sheet without imports and fonts; null if something unsafe is left. */
export function cleanStyleSheet(css: string): string | null {
  const rest = css.replaceAll(COMMENTS, ' ').replaceAll(IMPORTS, '').replaceAll(FONT_FACES, '');
  return isSafeStyle(rest) ? rest : null;
}

/** Whether a declaration, or an attribute value read like one, refers to nothing outside the file. */
export function isSafeStyle(css: string): boolean {
  return !UNSAFE.test(css.replaceAll(OWN_URL, ' '));
}
