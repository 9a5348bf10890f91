/** Detects markup at the beginning of a text: SVG, HTML and other XML. Anything else is not markup. */
import type { RecognisedFile } from './recognised-file.ts';

/** What may precede the first element; each is searched once per position, so that no text takes long. */
const PIECES = [/\s+/y, /<\?[^>]*>/y, /<!--[\s\S]*?-->/y, /<!doctype[^>[]*(?:\[[^\]]*\][^>]*)?>/iy];
const PIECES_MAX = 200;
const FIRST_ELEMENT = /<(?:[a-z_][\w.-]{0,30}:)?([a-z][a-z0-9]*)(?=[\s/>])/iy;
const XML_DECLARATION = /^\s*<\?xml[\s?]/i;
const HTML_DOCTYPE = /<!doctype\s+html/i;
const XHTML_NAMESPACE = 'http://www.w3.org/1999/xhtml';
const XHTML: RecognisedFile = { mimeType: 'application/xhtml+xml', extension: 'xhtml' };
const HTML_ELEMENTS = new Set(
  (
    'a b body br div embed font form frameset h1 head html iframe img input link meta object p script span style table ' +
    'template title video'
  ).split(' '),
);

/** The type of markup of a text; null if it is not markup. */
export function markupType(text: string): RecognisedFile | null {
  const start = prologueLength(text);
  const isXml = XML_DECLARATION.test(text);
  FIRST_ELEMENT.lastIndex = start;
  const element = FIRST_ELEMENT.exec(text)?.[1]?.toLowerCase() ?? '';
  if (element === 'svg') return { mimeType: 'image/svg+xml', extension: 'svg' };
  if (isXml) return text.includes(XHTML_NAMESPACE) ? XHTML : { mimeType: 'application/xml', extension: 'xml' };
  const isPage = HTML_ELEMENTS.has(element) || HTML_DOCTYPE.test(text.slice(0, start));
  return isPage ? { mimeType: 'text/html', extension: 'html' } : null;
}

/** Position of the first element, after space, declarations, comments and document types. */
function prologueLength(text: string): number {
  let at = 0;
  for (let count = 0; count < PIECES_MAX; count += 1) {
    const next = PIECES.map((piece) => endOf(piece, text, at)).find((end) => end > at);
    if (next === undefined) break;
    at = next;
  }
  return at;
}

function endOf(piece: RegExp, text: string, at: number): number {
  piece.lastIndex = at;
  return piece.test(text) ? piece.lastIndex : at;
}
