/** Blanks: non-breaking ones that only keep a place, control characters, and paragraphs with nothing in them. */

const CONTROL_CHARACTERS = /[^\P{Cc}\t\n\r]|[\ufeff\u200b]/gu;
/** A non-breaking blank between two characters is meant so, as in `10 km`; at an end or beside another blank it is not. */
const LAYOUT_BLANKS = /^\u00a0+|\u00a0+$|\u00a0+(?=[\s\u00a0])|(?<=[\s\u00a0])\u00a0+/g;
const BLOCKS = 'p, h1, h2, h3, h4, h5, h6, blockquote, li, td, th, pre';

/** Puts blanks in order, lets pictures stand below their paragraph, and takes out blocks that hold nothing, but for cells. */
export function orderBlanks(root: Element): void {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text !== null; text = walker.nextNode()) {
    const clean = (text.textContent ?? '').replaceAll(CONTROL_CHARACTERS, '');
    text.textContent = text.parentElement?.closest('pre') ? clean : clean.replaceAll(LAYOUT_BLANKS, ' ');
  }
  for (const place of [...root.querySelectorAll('[data-pending]')].reverse())
    place.closest('p, h1, h2, h3, h4, h5, h6')?.after(place);
  for (const line of root.querySelectorAll('br')) if (isAtEdge(line)) line.remove();
  // Inner ones stand after outer ones, and are gone before those are looked at.
  for (const block of [...root.querySelectorAll('p, h1, h2, h3, h4, h5, h6, li, ul, ol, blockquote')].reverse())
    if (isBlank(block)) block.remove();
}

/** Whether a line break begins or ends a block, or stands between blocks, where it breaks no line. */
function isAtEdge(line: Element): boolean {
  const block = line.parentElement?.closest(BLOCKS);
  if (!block) return isBlock(beside(line, 'previousSibling')) || isBlock(beside(line, 'nextSibling'));
  const range = line.ownerDocument.createRange();
  range.selectNodeContents(block);
  range.setStartAfter(line);
  const isLast = range.toString().trim() === '';
  range.selectNodeContents(block);
  range.setEndBefore(line);
  return isLast || range.toString().trim() === '';
}

function beside(line: Element, side: 'previousSibling' | 'nextSibling'): ChildNode | null {
  let node = line[side];
  while (node?.nodeType === Node.TEXT_NODE && node.textContent?.trim() === '') node = node[side];
  return node;
}

function isBlock(node: ChildNode | null): boolean {
  return node === null || (node instanceof Element && node.matches(`${BLOCKS}, ul, ol, table, hr`));
}

function isBlank(block: Element): boolean {
  return block.textContent?.trim() === '' && block.querySelector('hr, table, td, th, [data-pending]') === null;
}
