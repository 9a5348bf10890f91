/**
 * The JSON of rich text, by node and mark. `E` and `A` are what stands in the place of links to entries and assets: the links
 * themselves, or what they lead to where the field is included.
 */
import type { AssetLink, EntryLink } from './values.ts';

/** A value of a field of type `rich_text`. */
export interface RichText<E = EntryLink, A = AssetLink> {
  type: 'doc';
  content: RichTextBlock<E, A>[];
}

/** Nodes that stand one below another. */
export type RichTextBlock<E = EntryLink, A = AssetLink> =
  | { type: 'paragraph'; content?: RichTextInline<E, A>[] }
  | { type: 'heading'; attrs: { level: number }; content?: RichTextInline<E, A>[] }
  | { type: 'bulletList'; content: RichTextItem<E, A>[] }
  | { type: 'orderedList'; attrs?: { start?: number }; content: RichTextItem<E, A>[] }
  | { type: 'blockquote'; content: RichTextBlock<E, A>[] }
  | { type: 'codeBlock'; attrs?: { language?: string }; content?: { type: 'text'; text: string }[] }
  | { type: 'horizontalRule' }
  | { type: 'table'; content: RichTextRow<E, A>[] }
  | { type: 'entryBlock'; attrs: { entry: E } }
  | { type: 'assetBlock'; attrs: { asset: A } };

/** Nodes that stand in a line. */
export type RichTextInline<E = EntryLink, A = AssetLink> =
  | { type: 'text'; text: string; marks?: RichTextMark<E, A>[] }
  | { type: 'hardBreak'; marks?: RichTextMark<E, A>[] }
  | { type: 'entryInline'; attrs: { entry: E }; marks?: RichTextMark<E, A>[] };

export type RichTextMark<E = EntryLink, A = AssetLink> =
  | { type: 'bold' | 'italic' | 'underline' | 'strike' | 'code' | 'superscript' | 'subscript' }
  | { type: 'link'; attrs: { href: string } }
  | { type: 'entryLink'; attrs: { entry: E } }
  | { type: 'assetLink'; attrs: { asset: A } };

export interface RichTextItem<E = EntryLink, A = AssetLink> {
  type: 'listItem';
  content: RichTextBlock<E, A>[];
}

export interface RichTextRow<E = EntryLink, A = AssetLink> {
  type: 'tableRow';
  content?: RichTextCell<E, A>[];
}

export interface RichTextCell<E = EntryLink, A = AssetLink> {
  type: 'tableCell' | 'tableHeader';
  attrs?: { colspan?: number; rowspan?: number; colwidth?: number[] };
  content: RichTextBlock<E, A>[];
}
