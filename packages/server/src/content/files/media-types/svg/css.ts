/**
 * Styles of an SVG: kept where they name nothing outside the file. Invariant: whatever could be read in two ways, such
 * as an escape or a comment within a name, is no style that is kept.
 */

/** A comment without an end goes on to the end of the sheet; so each is read once, however many begin. */
const COMMENTS = /\/\*(?:[\s\S]*?\*\/|[\s\S]*$)/g;
/** Rules that fetch something or that name the addresses of namespaces: whole, up to their end. */
const IMPORTS = /@(?:import|charset|namespace)\b[^;{}@]*(?:;|$)/gi;
const FONT_FACES = /@font-face\s*\{[^{}]*\}/gi;
/** An address that is an id of the same file. */
const OWN_URL = /url\(\s*(["']?)#[^\s"'()\\]{1,200}\1\s*\)/gi;
/** What is left must have none of these: addresses, functions that take some, code of old browsers, escapes, marks. */
const UNSAFE =
  /(?:url|src|image|image-set|cross-fade|expression)\s*\(|-moz-binding|behavior\s*:|script:|@import|@font-face|\\|<|\/\*/i;

/** A sheet without what fetches; null where something unsafe is left. */
export function cleanStyleSheet(css: string): string | null {
  const rest = css.replaceAll(COMMENTS, ' ').replaceAll(IMPORTS, '').replaceAll(FONT_FACES, '');
  return isSafeStyle(rest) ? rest : null;
}

/** Whether a declaration, or the value of an attribute that is read like one, names nothing outside the file. */
export function isSafeStyle(css: string): boolean {
  return !UNSAFE.test(css.replaceAll(OWN_URL, ' '));
}
