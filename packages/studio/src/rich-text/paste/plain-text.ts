/** Plain text of the clipboard: whether it is Markdown, and as the HTML that the editor reads if it is not. */

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

/** Whether a text shows signs of Markdown. */
export function isMarkdown(text: string): boolean {
  return SIGNS.some((sign) => sign.test(text.replaceAll('\r\n', '\n')));
}

/** The text as HTML with a paragraph for each line that says something. */
export function htmlOfLines(text: string): string {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  return lines.map((line) => `<p>${escaped(line)}</p>`).join('');
}

/** Text as it stands in HTML. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
