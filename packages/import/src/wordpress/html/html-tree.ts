/**
 * Parses HTML to a tree, without deciding what an element becomes. The parser takes linear time, and nesting is limited, so that no
 * text takes long.
 */
import { Parser } from 'htmlparser2';

/** Maximum nesting. Real pages stay below 40; the tree is walked recursively. */
const NESTING_MAX = 100;

export interface HtmlElement {
  readonly kind: 'element';
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly HtmlNode[];
}

export type HtmlNode =
  | HtmlElement
  | { readonly kind: 'text'; readonly text: string }
  /** `<!-- … -->`; the block editor marks the beginning and end of a block with one. */
  | { readonly kind: 'comment'; readonly text: string };

/** Parses HTML as browsers do, with entities decoded; null if it is nested too deeply. */
export function parseHtml(html: string): readonly HtmlNode[] | null {
  const top: HtmlNode[] = [];
  const open: HtmlNode[][] = [top];
  let isTooDeep = false;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const children: HtmlNode[] = [];
      open.at(-1)?.push({ kind: 'element', name, attributes, children });
      open.push(children);
      isTooDeep ||= open.length > NESTING_MAX;
    },
    onclosetag: () => void open.pop(),
    ontext: (text) => {
      const siblings = open.at(-1) ?? top;
      const last = siblings.at(-1);
      // The parser reports entities as separate texts, but shortcodes and addresses must be seen as a whole.
      if (last?.kind === 'text') siblings[siblings.length - 1] = { kind: 'text', text: last.text + text };
      else siblings.push({ kind: 'text', text });
    },
    oncomment: (text) => void open.at(-1)?.push({ kind: 'comment', text }),
    onprocessinginstruction: (_name, text) => void open.at(-1)?.push({ kind: 'text', text: `<${text}>` }),
  });
  // In pieces, so that a text that is nested too deeply is not parsed to its end.
  for (let at = 0; at < html.length && !isTooDeep; at += NESTING_MAX * 10)
    parser.write(html.slice(at, at + NESTING_MAX * 10));
  if (isTooDeep) return null;
  parser.end();
  return isTooDeep ? null : top;
}

/** All text in nodes, line breaks for `<br>`. */
export function textIn(nodes: readonly HtmlNode[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text') return node.text;
      if (node.kind === 'comment') return '';
      return node.name === 'br' ? '\n' : textIn(node.children);
    })
    .join('');
}

/** All elements in nodes, at any depth. */
export function elementsIn(nodes: readonly HtmlNode[]): readonly HtmlElement[] {
  return nodes.flatMap((node) => (node.kind === 'element' ? [node, ...elementsIn(node.children)] : []));
}
