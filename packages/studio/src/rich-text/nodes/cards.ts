/**
 * Entries and assets in a text, shown as cards of plain DOM. A card is asked for once a link and editor; who describes them
 * may gather what is asked for in one turn into one request.
 */
import { Node, type NodeViewRendererProps } from '@tiptap/core';
import type { NodeView } from '@tiptap/pm/view';
import type { RichTextLink } from '../document/grammar.ts';
import type { Words } from '../words.ts';
import { linkAttribute, linkOf } from './link-attribute.ts';

/** What is said of an entry or an asset. */
export interface LinkCard {
  readonly title: string;
  /** The content type of an entry, the kind and size of a file. */
  readonly detail: string;
  /** The status in the person's words; null for what has none. */
  readonly status: string | null;
  /** The address of a small picture. */
  readonly thumbnail?: string | undefined;
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
  const picture = element('span', 'card-picture');
  const text = element('span', 'card-text');
  const actions = element('span', 'card-actions');
  dom.contentEditable = 'false';
  dom.setAttribute('role', 'group');
  if (surroundings.canOpen()) actions.append(button(words.open, () => surroundings.open(link)));
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
  dom.append(picture, text, actions);
  whenDescribed(link, surroundings, (card) => {
    const title = card === undefined ? words.loading : (card?.title ?? words.missing);
    const parts = [card === undefined ? '' : (card?.detail ?? link.id), card?.status ?? ''].filter(
      (part) => part !== '',
    );
    dom.setAttribute('aria-label', [kind === 'entry' ? words.entry : words.asset, title, ...parts].join(', '));
    dom.classList.toggle('card-missing', card === null);
    text.replaceChildren(
      element('span', 'card-title', title),
      ...parts.map((part, index) => element('span', index === 0 ? 'card-detail' : 'card-status', part)),
    );
    picture.replaceChildren(...(card?.thumbnail === undefined ? [] : [image(card.thumbnail)]));
    picture.hidden = card?.thumbnail === undefined;
  });
  return {
    dom,
    // Clicks on its buttons are its own; others select it.
    stopEvent: (event) => event.target instanceof HTMLButtonElement,
    ignoreMutation: () => true,
  };
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

/** Shows what is known of a link: undefined until it is, null where there is nothing. */
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

function element(tag: 'div' | 'span', className: string, text = ''): HTMLElement {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function image(address: string): HTMLImageElement {
  const made = document.createElement('img');
  made.alt = '';
  made.src = address;
  made.loading = 'lazy';
  return made;
}

function button(label: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = label;
  made.addEventListener('click', act);
  return made;
}
