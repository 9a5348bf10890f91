/** Titles and excerpts: WordPress lets them hold HTML and entities; here they are text. */
import { parseHtml, textIn } from './html/html-tree.ts';

/** The text without HTML, blanks joined. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return joined(html);
  const nodes = parseHtml(html);
  return joined(nodes === null ? html : textIn(nodes));
}

function joined(text: string): string {
  return text.replaceAll(/[\s]+/g, ' ').trim();
}
