/** The attribute `entry` or `asset` of nodes and marks, which travels through the clipboard as `data-entry`, `data-asset`. */
import type { Attribute } from '@tiptap/core';
import type { RichTextLink } from '../document/grammar.ts';

/** The attribute that links to an entry or an asset. */
export function linkAttribute(kind: RichTextLink['type']): Partial<Attribute> {
  return {
    isRequired: true,
    parseHTML: (element) => linkOf(element, kind),
    renderHTML: (attributes) => ({ [`data-${kind}`]: attributes[kind].id }),
  };
}

/** The link that an element carries; null where it has none. */
export function linkOf(element: HTMLElement, kind: RichTextLink['type']): RichTextLink | null {
  const id = element.getAttribute(`data-${kind}`) ?? '';
  return id === '' ? null : { type: kind, id };
}
