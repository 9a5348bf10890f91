/** Documents as short lines of text, so that a test can say what it expects where one can read it. */
import type { Json } from './writing-desk.ts';

const NODES: Readonly<Record<string, string>> = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  blockquote: 'quote',
  codeBlock: 'pre',
  horizontalRule: 'hr',
  hardBreak: 'br',
  tableRow: 'tr',
  tableHeader: 'th',
  tableCell: 'td',
};
const MARKS: Readonly<Record<string, string>> = { bold: 'b', italic: 'i', underline: 'u', strike: 's', link: 'a' };

/** The blocks, one a line; `<name attributes: content>`, marks alike. A paragraph that a block holds alone is left out. */
export function outlineOf(blocks: readonly Json[]): string {
  return blocks.map(nodeText).join('\n');
}

function nodeText({ type, attrs, content = [], marks = [], text }: Json): string {
  const inner = text === undefined ? (content as Json[]).map(nodeText).join('') : String(text);
  if (text === undefined) return `<${headOf(type, attrs, NODES)}${inner === '' ? '' : `: ${unwrapped(inner)}`}>`;
  return (marks as Json[]).reduceRight((words, mark) => `<${headOf(mark.type, mark.attrs, MARKS)}: ${words}>`, inner);
}

function headOf(type: unknown, attrs: unknown, names: Readonly<Record<string, string>>): string {
  const values = Object.values((attrs ?? {}) as Json).map((value) =>
    typeof value === 'object' ? String((value as Json).id) : String(value),
  );
  return [names[String(type)] ?? String(type), ...values].join(' ');
}

function unwrapped(inner: string): string {
  return (
    /^<p: (?<words>(?:[^<>]|<(?:b|i|u|s|a|code|superscript|subscript)[^<>]*>)*)>$/.exec(inner)?.groups?.words ?? inner
  );
}
