/**
 * Finds shortcodes in text, such as `[gallery ids="1,2"]`. Any word in square brackets looks like one, and only the site's plugins
 * know which ones are. WordPress's own are known here; others are recognized by their attributes or closing tag.
 */

/** A piece of text: plain, or one shortcode. */
export type TextPiece = { readonly text: string } | { readonly shortcode: Shortcode };

export interface Shortcode {
  readonly name: string;
  readonly isClosing: boolean;
  readonly attributes: Readonly<Record<string, string>>;
  /** The shortcode as written. */
  readonly source: string;
}

/** A match never extends beyond the next bracket, so the whole text is read only once. */
const SHORTCODE = /\[(\/?)([a-zA-Z][\w-]{0,63})((?:\s[^[\]]*)?)\]/g;
const ATTRIBUTE = /([\w-]{1,64})\s?=\s?(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g;
const OWN: ReadonlySet<string> = new Set(['caption', 'wp_caption', 'gallery', 'embed', 'audio', 'video', 'playlist']);

/** Splits text at its shortcodes. `[[name]]` is WordPress's escape for a bracketed word. */
export function piecesOf(text: string): readonly TextPiece[] {
  if (!text.includes('[')) return [{ text }];
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(SHORTCODE)) {
    const { index } = match;
    const end = index + match[0].length;
    if (text[index - 1] === '[' && text[end] === ']') {
      pieces.push({ text: text.slice(from, index - 1) }, { text: match[0] });
      from = end + 1;
    } else if (isShortcode(match, text)) {
      pieces.push({ text: text.slice(from, index) }, { shortcode: shortcodeOf(match) });
      from = end;
    }
  }
  pieces.push({ text: text.slice(from) });
  return pieces.filter((piece) => 'shortcode' in piece || piece.text !== '');
}

function isShortcode([, slash, name = '', rest = '']: RegExpExecArray, text: string): boolean {
  if (OWN.has(name) || slash === '/') return true;
  return rest.includes('=') || /[_-]/.test(name) || text.includes(`[/${name}]`);
}

function shortcodeOf([source, slash, name = '', rest = '']: RegExpExecArray): Shortcode {
  const attributes = Object.fromEntries(
    [...rest.matchAll(ATTRIBUTE)].map(([, key = '', double, single, bare]) => [
      key.toLowerCase(),
      double ?? single ?? bare ?? '',
    ]),
  );
  return { name, isClosing: slash === '/', attributes, source };
}
