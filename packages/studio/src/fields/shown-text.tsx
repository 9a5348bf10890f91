/** Rich text as it reads, without an editor: headings, lists, tables and marks, and entries and assets as cards. */
import { createElement, type ReactNode } from 'react';
import type { RichTextMark, RichTextNode } from '../../../contract/src/rich-text.ts';
import styles from './compared.module.css';
import { WRITTEN_IN } from './compared-blocks.ts';
import { useTitle } from './links/cards.ts';
import { LinkCard } from './links/link-card.tsx';
import { type LinkValue, linkOf } from './links/link-value.ts';

const TAGS: Readonly<Record<string, string>> = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  blockquote: 'blockquote',
  codeBlock: 'pre',
  horizontalRule: 'hr',
  table: 'table',
  tableRow: 'tr',
  tableCell: 'td',
  tableHeader: 'th',
};
const MARK_TAGS: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
  superscript: 'sup',
  subscript: 'sub',
};

/** The element that a block is. */
export function tagOf({ type, attrs }: RichTextNode): string {
  return type === 'heading' ? `h${Number(attrs?.level ?? 1)}` : (TAGS[type] ?? 'div');
}

export function ShownNode({ node }: { readonly node: RichTextNode }): ReactNode {
  const link = linkOf(node.attrs?.entry ?? node.attrs?.asset);
  if (link !== null)
    return (
      <div className={styles.card}>
        <LinkCard link={link} />
      </div>
    );
  if (WRITTEN_IN.has(node.type))
    return createElement(tagOf(node), { dir: 'auto' }, <ShownInline nodes={node.content ?? []} />);
  if (node.type === 'horizontalRule') return <hr />;
  if (TAGS[node.type] === undefined) return <p>{node.type}</p>;
  const children = (node.content ?? []).map((child, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no identity but their place
    <ShownNode key={place} node={child} />
  ));
  return createElement(tagOf(node), spansOf(node), node.type === 'table' ? <tbody>{children}</tbody> : children);
}

export function ShownInline({ nodes }: { readonly nodes: readonly RichTextNode[] }): ReactNode {
  return nodes.map((node, place) => {
    const entry = linkOf(node.attrs?.entry);
    // biome-ignore lint/suspicious/noArrayIndexKey: words have no identity but their place
    if (entry !== null) return <LinkedTitle key={place} link={entry} />;
    // biome-ignore lint/suspicious/noArrayIndexKey: words have no identity but their place
    if (node.type === 'hardBreak') return <br key={place} />;
    const marks = node.marks ?? [];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: words have no identity but their place
      <span key={place}>
        {marks.reduceRight<ReactNode>((inside, mark) => inMark(mark, inside), node.text ?? node.type)}
      </span>
    );
  });
}

function inMark(mark: RichTextMark, inside: ReactNode): ReactNode {
  const tag = MARK_TAGS[mark.type];
  if (tag !== undefined) return createElement(tag, null, inside);
  const link = linkOf(mark.attrs?.entry ?? mark.attrs?.asset);
  if (link !== null) return <Linked link={link}>{inside}</Linked>;
  const { href } = mark.attrs ?? {};
  return (
    <span className={styles.link} title={typeof href === 'string' ? href : mark.type}>
      {inside}
    </span>
  );
}

function Linked({ link, children }: { readonly link: LinkValue; readonly children: ReactNode }): ReactNode {
  const title = useTitle(link);
  return (
    <span className={styles.link} title={title}>
      {children}
    </span>
  );
}

function LinkedTitle({ link }: { readonly link: LinkValue }): ReactNode {
  return <span className={styles.link}>{useTitle(link)}</span>;
}

function spansOf({ attrs = {} }: RichTextNode): Record<string, number> {
  const spans = { colSpan: attrs.colspan, rowSpan: attrs.rowspan, start: attrs.start };
  return Object.fromEntries(
    Object.entries(spans).filter((span): span is [string, number] => typeof span[1] === 'number'),
  );
}
