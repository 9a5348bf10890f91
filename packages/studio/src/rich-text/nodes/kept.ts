/**
 * What a stored value has and the field does not allow (any more), or Studio does not know: it is shown as a plain block and
 * stays in the value as it is, until a person removes it. Through the clipboard it comes back only into its own editor, so
 * that nothing foreign gets in this way.
 */
import { Mark, Node } from '@tiptap/core';
import type { RichTextNode } from '../document/grammar.ts';
import { KEPT_BLOCK, KEPT_INLINE, KEPT_MARK } from '../document/own-names.ts';
import type { Words } from '../words.ts';

const SHOWN_CHARACTERS_MAX = 200;

/** The nodes and the mark of one editor. */
export function keptExtensions(words: Words): (Node | Mark)[] {
  const copies = new Map<string, unknown>();
  const attributes = {
    source: {
      isRequired: true,
      parseHTML: (element: HTMLElement) => copies.get(element.dataset.kept ?? ''),
      renderHTML: ({ source }: Record<string, unknown>) => ({ 'data-kept': copyOf(source, copies) }),
    },
  };
  const rule = (tag: string) => () => [
    {
      tag: `${tag}[data-kept]`,
      getAttrs: ({ dataset }: HTMLElement) => (copies.has(dataset.kept ?? '') ? null : (false as const)),
    },
  ];
  const node = { atom: true, selectable: true, addAttributes: () => attributes };
  return [
    Node.create({
      ...node,
      name: KEPT_BLOCK,
      group: 'block',
      parseHTML: rule('div'),
      renderHTML: ({ node: { attrs }, HTMLAttributes }) => [
        'div',
        { ...HTMLAttributes, class: 'kept' },
        ['span', { class: 'kept-name' }, words.kept(attrs.source.type)],
        ['span', { class: 'kept-text' }, textOf(attrs.source).slice(0, SHOWN_CHARACTERS_MAX)],
      ],
    }),
    Node.create({
      ...node,
      name: KEPT_INLINE,
      group: 'inline',
      inline: true,
      parseHTML: rule('span'),
      renderHTML: ({ node: { attrs }, HTMLAttributes }) => [
        'span',
        { ...HTMLAttributes, class: 'kept', title: words.kept(attrs.source.type) },
        attrs.source.text ?? attrs.source.type,
      ],
    }),
    Mark.create({
      name: KEPT_MARK,
      // Several of them may stand on one text.
      excludes: '',
      addAttributes: () => attributes,
      parseHTML: rule('span'),
      renderHTML: ({ HTMLAttributes }) => ['span', HTMLAttributes, 0],
    }),
  ];
}

function copyOf(source: unknown, copies: Map<string, unknown>): string {
  const known = [...copies].find(([, copied]) => copied === source)?.[0] ?? `${copies.size}`;
  copies.set(known, source);
  return known;
}

function textOf({ text, content = [] }: RichTextNode): string {
  return text ?? content.map(textOf).join(' ').trim();
}
