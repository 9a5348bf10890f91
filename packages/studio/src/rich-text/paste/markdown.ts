/** Markdown in plain text of the clipboard, as the HTML that the editor reads. */

/** Lines that only Markdown begins or ends so. */
const SIGNS = [
  /^#{1,6} \S/m,
  /^(?:[-*+]|\d{1,9}[.)]) \S.*\n(?: *(?:[-*+]|\d{1,9}[.)]) )/m,
  /^```/m,
  /^> \S/m,
  /^\|? *:?-+:? *\|/m,
  /\*\*[^\s*][^*\n]*\*\*/,
  /\[[^\]\n]+\]\([^)\s]+\)/,
];
const FENCE = /^(?:```|~~~)\s*([^\s`]*)\s*$/;
const HEADING = /^(#{1,6})\s+(.+?)\s*#*$/;
const RULE = /^(?:-{3,}|\*{3,}|_{3,})\s*$/;
const QUOTE = /^>\s?/;
const ITEM = /^(\s*)([-*+]|(\d{1,9})[.)])\s+(.*)$/;
const DELIMITERS = /^\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*$/;
/** Spaces that a line of an item is indented by at the least. */
const INDENT_MIN = 2;

/** Whether a text shows signs of Markdown. */
export function isMarkdown(text: string): boolean {
  return SIGNS.some((sign) => sign.test(text.replaceAll('\r\n', '\n')));
}

/** The text as HTML. */
export function htmlOfMarkdown(text: string): string {
  return blocksOf(text.replaceAll(/\r\n?/g, '\n').replaceAll('\t', '    ').split('\n'));
}

/** The text as HTML with a paragraph for each line that says something. */
export function htmlOfLines(text: string): string {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.map((line) => `<p>${escaped(line)}</p>`).join('');
}

function blocksOf(given: readonly string[]): string {
  const lines = [...given];
  const blocks: string[] = [];
  while (lines.length > 0) {
    const block = takeBlank(lines) ?? takeFence(lines) ?? takeHeading(lines) ?? takeRule(lines) ?? takeQuote(lines);
    blocks.push(block ?? takeTable(lines) ?? takeList(lines) ?? takeParagraph(lines));
  }
  return blocks.join('');
}

function takeBlank(lines: string[]): string | null {
  if (lines[0]?.trim() !== '') return null;
  lines.shift();
  return '';
}

function takeFence(lines: string[]): string | null {
  const language = FENCE.exec(lines[0] ?? '')?.[1];
  if (language === undefined) return null;
  lines.shift();
  const end = lines.findIndex((line) => FENCE.test(line));
  const code = lines.splice(0, end === -1 ? lines.length : end);
  lines.shift();
  const name = language === '' ? '' : ` class="language-${escaped(language)}"`;
  return `<pre><code${name}>${escaped(code.join('\n'))}</code></pre>`;
}

function takeHeading(lines: string[]): string | null {
  const [, signs = '', words = ''] = HEADING.exec(lines[0] ?? '') ?? [];
  if (signs === '') return null;
  lines.shift();
  return `<h${signs.length}>${inlineOf(words)}</h${signs.length}>`;
}

function takeRule(lines: string[]): string | null {
  if (!RULE.test(lines[0] ?? '')) return null;
  lines.shift();
  return '<hr>';
}

function takeQuote(lines: string[]): string | null {
  const quoted = takeWhile(lines, (line) => QUOTE.test(line));
  return quoted.length === 0
    ? null
    : `<blockquote>${blocksOf(quoted.map((line) => line.replace(QUOTE, '')))}</blockquote>`;
}

function takeTable(lines: string[]): string | null {
  if (!lines[0]?.includes('|') || !DELIMITERS.test(lines[1] ?? '')) return null;
  const head = cellsOf(lines.shift() ?? '', 'th');
  lines.shift();
  const rows = takeWhile(lines, (line) => line.includes('|')).map((line) => cellsOf(line, 'td'));
  return `<table>${[head, ...rows].map((cells) => `<tr>${cells}</tr>`).join('')}</table>`;
}

function cellsOf(line: string, tag: string): string {
  const cells = line.trim().replace(/^\|/, '').replace(/\|$/, '').split('|');
  return cells.map((cell) => `<${tag}>${inlineOf(cell.trim())}</${tag}>`).join('');
}

/** A list with all that is indented below its items, and the lists in it. */
function takeList(lines: string[]): string | null {
  const [, indent = '', , number] = ITEM.exec(lines[0] ?? '') ?? [];
  if (!ITEM.test(lines[0] ?? '')) return null;
  const tag = number === undefined ? 'ul' : 'ol';
  const items: string[] = [];
  while (isItem(lines[0], indent.length, tag)) {
    const words = ITEM.exec(lines.shift() ?? '')?.[4] ?? '';
    const inner = takeWhile(lines, (line) => belongsTo(line, indent.length));
    items.push(`<li>${blocksOf([words.replace(/^\[[ x]\]\s+/i, ''), ...outdented(inner)])}</li>`);
  }
  const start = tag === 'ol' && number !== '1' ? ` start="${Number(number)}"` : '';
  return `<${tag}${start}>${items.join('')}</${tag}>`;
}

function isItem(line: string | undefined, indent: number, tag: string): boolean {
  const item = ITEM.exec(line ?? '');
  return item !== null && (item[1]?.length ?? 0) < indent + INDENT_MIN && (item[3] === undefined ? 'ul' : 'ol') === tag;
}

function belongsTo(line: string, indent: number): boolean {
  return line.trim() !== '' && line.length - line.trimStart().length >= indent + INDENT_MIN;
}

function outdented(lines: readonly string[]): string[] {
  const indents = lines.map((line) => line.length - line.trimStart().length);
  return lines.map((line) => line.slice(Math.min(...indents)));
}

function takeParagraph(lines: string[]): string {
  const [first = '', ...rest] = takeWhile(lines, (line, index) => index === 0 || isMore(line));
  return `<p>${inlineOf(
    [first, ...rest]
      .map((line) => line.trimEnd())
      .join('\n')
      .trim(),
  )}</p>`;
}

/** Whether a line goes on with a paragraph. */
function isMore(line: string): boolean {
  return line.trim() !== '' && ![FENCE, HEADING, RULE, QUOTE, ITEM].some((sign) => sign.test(line));
}

function takeWhile(lines: string[], holds: (line: string, index: number) => boolean): string[] {
  const end = lines.findIndex((line, index) => !holds(line, index));
  return lines.splice(0, end === -1 ? lines.length : end);
}

/** Words with their emphasis and links; what stands between backquotes is taken as it is. */
function inlineOf(text: string): string {
  return text
    .split(/(`[^`\n]+`)/)
    .map((part, index) => (index % 2 === 1 ? `<code>${escaped(part.slice(1, -1))}</code>` : emphasised(escaped(part))))
    .join('');
}

function emphasised(html: string): string {
  return html
    .replaceAll(/!?\[([^\]\n]+)\]\(([^)\s]+)(?:\s+&quot;[^)]*&quot;)?\)/g, '<a href="$2">$1</a>')
    .replaceAll(/\*\*([^\s*](?:[^*\n]*[^\s*])?)\*\*|__([^\s_](?:[^_\n]*[^\s_])?)__/g, '<strong>$1$2</strong>')
    .replaceAll(
      /(?<![\w*])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?!\w)|(?<!\w)_([^\s_](?:[^_\n]*[^\s_])?)_(?!\w)/g,
      '<em>$1$2</em>',
    )
    .replaceAll(/~~([^\s~](?:[^~\n]*[^\s~])?)~~/g, '<s>$1</s>')
    .replaceAll('\n', ' ');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
