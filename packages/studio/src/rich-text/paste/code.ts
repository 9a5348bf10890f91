/** Code in foreign HTML: what `pre` says, and what editors of code say by a style alone. */

const MONOSPACED = /mono|consol|courier|menlo|fira code|source code|jetbrains/i;
const KEEPS_BLANKS = /^(?:pre|break-spaces)/;
/** What begins and ends a line of code. */
const LINES = new Set(['div', 'p', 'li', 'tr', 'pre']);

/** Whether an element keeps the line ends of its text; undefined if its style says nothing of them. */
export function keepsLineEnds(element: HTMLElement): boolean | undefined {
  if (element.localName === 'pre') return true;
  const { whiteSpace } = element.style;
  return whiteSpace === '' ? undefined : KEEPS_BLANKS.test(whiteSpace);
}

/** Whether a block is code by its style: several lines with their blanks, in letters of one width. A single line is words. */
export function isStyledCode(element: Element): boolean {
  if (!(element instanceof HTMLElement) || keepsLineEnds(element) !== true) return false;
  return MONOSPACED.test(element.style.fontFamily) && codeText(element).includes('\n');
}

/** Code as it stands, without its colours, and with the class that says its language. */
export function codeOf(source: Element, document: Document): Element {
  const [pre, code] = [document.createElement('pre'), document.createElement('code')];
  const classes = `${source.className} ${source.querySelector('code')?.className ?? ''}`;
  const language = /(?:^|\s)((?:lang|language)-[^\s]+)/.exec(classes)?.[1];
  if (language !== undefined) code.className = language;
  code.textContent = codeText(source);
  pre.append(code);
  return pre;
}

function codeText(source: Element): string {
  return textIn(source, '').replace(/\n$/, '').replaceAll('\u00a0', ' ');
}

/** @returns what was before, with the text of the node */
function textIn(node: Node, before: string): string {
  let text = before;
  for (const child of node.childNodes) {
    const isLine = child instanceof Element && LINES.has(child.localName);
    if (isLine && text !== '' && !text.endsWith('\n')) text += '\n';
    if (child.nodeType === Node.TEXT_NODE) text += child.textContent;
    else if (child instanceof Element && child.localName === 'br') text += '\n';
    else text = textIn(child, text);
    if (isLine && !text.endsWith('\n')) text += '\n';
  }
  return text;
}
