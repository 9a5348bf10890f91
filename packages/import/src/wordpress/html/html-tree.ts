/**
 * HTML as a tree, without judging it: what an element becomes is decided elsewhere. The parser is linear in the length
 * of the text, and nesting is limited, so that no text takes long.
 */
import { Parser } from 'htmlparser2';

/** Real pages stay below 40; the tree is walked recursively. */
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
  /** `<!-- … -->`; the blocks of the editor begin and end with one. */
  | { readonly kind: 'comment'; readonly text: string };

/** Parses HTML as browsers would, entities decoded; null if it is nested too deep. */
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
      // Entities come as texts of their own; a shortcode or an address has to be seen whole.
      if (last?.kind === 'text') siblings[siblings.length - 1] = { kind: 'text', text: last.text + text };
      else siblings.push({ kind: 'text', text });
    },
    oncomment: (text) => void open.at(-1)?.push({ kind: 'comment', text }),
    onprocessinginstruction: (_name, text) => void open.at(-1)?.push({ kind: 'text', text: `<${text}>` }),
  });
  // In pieces, so that a text that is too deep is not read to its end.
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
