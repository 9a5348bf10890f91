/**
 * Entries and assets in a text, shown as pictures and cards of plain DOM. A card is asked for once a link and editor; who describes them
 * may gather what is asked for in one turn into one request.
 */
import { Node, type NodeViewRendererProps } from '@tiptap/core';
import type { NodeView } from '@tiptap/pm/view';
import type { RichTextLink } from '../document/grammar.ts';
import type { Words } from '../words.ts';
import { button, element } from './elements.ts';
import { linkAttribute, linkOf } from './link-attribute.ts';
import { type CardPicture, pictureParts } from './pictures.ts';

/** What is said of an entry or an asset. */
export interface LinkCard {
  readonly title: string;
  /** The content type of an entry, the kind and size of a file. */
  readonly detail: string;
  /** The status in the person's words; null for what has none. */
  readonly status: string | null;
  /** The address of a small picture. */
  readonly thumbnail?: string | undefined;
  /** The picture itself, where a file is one that browsers show. */
  readonly picture?: CardPicture | undefined;
  /** The kind of another file in a few letters, as PDF. */
  readonly kind?: string | undefined;
}

/** Gives the card of a link, at once where it is known; null where there is no such thing. */
export type Describe = (link: RichTextLink) => LinkCard | null | Promise<LinkCard | null>;

/** What cards need of the editor's surroundings. */
export interface CardSurroundings {
  readonly words: Words;
  describe: Describe;
  /** Whether what is linked can be opened. */
  readonly canOpen: () => boolean;
  open(link: RichTextLink): void;
  /** The picture of an asset that was just uploaded here, until the service shows it. */
  uploadedPicture(id: string): string | undefined;
}

/** The nodes that show entries and assets. */
export function cardNodes(surroundings: CardSurroundings): Node[] {
  return [
    cardNode('entryBlock', 'entry', surroundings),
    cardNode('assetBlock', 'asset', surroundings),
    cardNode('entryInline', 'entry', surroundings),
  ];
}

function cardNode(name: string, kind: RichTextLink['type'], surroundings: CardSurroundings): Node {
  const inline = name === 'entryInline';
  const tag = inline ? 'span' : 'div';
  return Node.create({
    name,
    group: inline ? 'inline' : 'block',
    inline,
    atom: true,
    draggable: !inline,
    addAttributes: () => ({ [kind]: linkAttribute(kind) }),
    parseHTML: () => [
      { tag: `${tag}[data-${kind}]`, getAttrs: (element) => (linkOf(element, kind) === null ? false : null) },
    ],
    renderHTML: ({ HTMLAttributes }) => [tag, HTMLAttributes],
    addNodeView: () => (props) => (inline ? inlineView(props, surroundings) : blockView(props, kind, surroundings)),
  });
}

function blockView(
  { node, editor, getPos }: NodeViewRendererProps,
  kind: RichTextLink['type'],
  surroundings: CardSurroundings,
): NodeView {
  const { words } = surroundings;
  const link: RichTextLink = node.attrs[kind];
  const dom = element('div', 'card');
  const content = element('div', 'card-content');
  const actions = element('span', 'card-actions');
  const open = surroundings.canOpen() ? () => surroundings.open(link) : undefined;
  dom.contentEditable = 'false';
  dom.setAttribute('role', 'group');
  if (open !== undefined) actions.append(button(words.open, open));
  const remove = () => {
    const at = getPos();
    if (at !== undefined)
      editor
        .chain()
        .deleteRange({ from: at, to: at + node.nodeSize })
        .focus()
        .run();
  };
  if (editor.isEditable) actions.append(button(words.remove, remove));
  dom.append(content, actions);
  const uploaded = kind === 'asset' ? surroundings.uploadedPicture(link.id) : undefined;
  let last: string | undefined;
  const show = (card: LinkCard | null | undefined) => {
    const now = card === undefined ? '' : JSON.stringify(card);
    if (now !== last) showCard({ dom, content, kind, link, words, open, uploaded }, card);
    last = now;
  };
  whenDescribed(link, surroundings, show);
  // Somebody may have changed it in another tab.
  const again = () => whenDescribed(link, surroundings, (card) => card !== undefined && show(card));
  if (kind === 'asset') window.addEventListener('focus', again);
  return {
    dom,
    // Clicks on its buttons are its own; others select it.
    stopEvent: (event) => event.target instanceof HTMLButtonElement,
    ignoreMutation: () => true,
    destroy: () => window.removeEventListener('focus', again),
  };
}

interface ShownCard {
  readonly dom: HTMLElement;
  readonly content: HTMLElement;
  readonly kind: RichTextLink['type'];
  readonly link: RichTextLink;
  readonly words: Words;
  readonly open: (() => void) | undefined;
  readonly uploaded: string | undefined;
}

/** Shows what is known of what is linked: undefined until it is, null where there is nothing. */
function showCard(shown: ShownCard, card: LinkCard | null | undefined): void {
  const { dom, content, kind, link, words, open, uploaded } = shown;
  const title = card === undefined ? words.loading : (card?.title ?? words.missing);
  const parts = [card === undefined ? '' : (card?.detail ?? link.id), card?.status ?? ''].filter((part) => part !== '');
  const picture = card === undefined && uploaded !== undefined ? unknownPicture(uploaded) : card?.picture;
  dom.setAttribute('aria-label', [kind === 'entry' ? words.entry : words.asset, title, ...parts].join(', '));
  dom.classList.toggle('card-missing', card === null);
  dom.classList.toggle('picture', picture !== undefined);
  if (picture !== undefined)
    content.replaceChildren(...pictureParts(picture, words, card === undefined ? undefined : open));
  else content.replaceChildren(signOf(kind, card), textOf(title, parts));
}

function unknownPicture(src: string): CardPicture {
  return { src, width: null, height: null, color: null, alt: '', caption: '' };
}

/** A small picture, or what stands for it. */
function signOf(kind: RichTextLink['type'], card: LinkCard | null | undefined): HTMLElement {
  const sign = element('span', 'card-sign', card?.kind ?? '');
  if (card?.thumbnail !== undefined) {
    const image = document.createElement('img');
    Object.assign(image, { alt: '', src: card.thumbnail, loading: 'lazy' });
    sign.append(image);
  }
  sign.dataset.kind = kind;
  sign.ariaHidden = 'true';
  return sign;
}

function textOf(title: string, parts: readonly string[]): HTMLElement {
  const text = element('span', 'card-text');
  const name = element('span', 'card-title');
  const words = document.createElement('bdi');
  words.textContent = title;
  name.append(words);
  text.append(name, ...parts.map((part, index) => element('span', index === 0 ? 'card-detail' : 'card-status', part)));
  return text;
}

function inlineView({ node }: NodeViewRendererProps, surroundings: CardSurroundings): NodeView {
  const link: RichTextLink = node.attrs.entry;
  const dom = element('span', 'chip');
  dom.contentEditable = 'false';
  whenDescribed(link, surroundings, (card) => {
    dom.textContent = card === undefined ? surroundings.words.loading : (card?.title ?? surroundings.words.missing);
    dom.title = [card?.detail ?? link.id, card?.status ?? ''].filter((part) => part !== '').join(' · ');
    dom.classList.toggle('card-missing', card === null);
  });
  return { dom, ignoreMutation: () => true };
}

function whenDescribed(
  link: RichTextLink,
  { describe }: CardSurroundings,
  show: (card: LinkCard | null | undefined) => void,
): void {
  const card = describe(link);
  if (!(card instanceof Promise)) show(card);
  else {
    show(undefined);
    card.then(show, () => show({ title: link.id, detail: '', status: null }));
  }
}
