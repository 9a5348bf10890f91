/** Titles and excerpts may contain HTML and entities in WordPress; in Lectern they are plain text. */
import { parseHtml, textIn } from './html/html-tree.ts';

/** The text without HTML, with runs of blanks collapsed. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return joined(html);
  const nodes = parseHtml(html);
  return joined(nodes === null ? html : textIn(nodes));
}

function joined(text: string): string {
  return text.replaceAll(/[\s]+/g, ' ').trim();
}
