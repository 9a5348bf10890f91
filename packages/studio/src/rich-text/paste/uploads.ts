/**
 * Pictures on their way: a node holds the place of each until it is uploaded, and becomes the asset. It has no value of its
 * own. Undo and redo may bring the place back later; what became of the picture is remembered for that.
 */
import { Node } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import type { EditorView, NodeView } from '@tiptap/pm/view';
import type { RichTextLink } from '../document/grammar.ts';
import { PENDING_PICTURE } from '../document/own-names.ts';
import { element } from '../nodes/elements.ts';
import type { Words } from '../words.ts';

/** A picture to be uploaded. */
export interface Picture {
  readonly file: File;
  /** What it shows, in words; '' if nobody said. */
  readonly alt: string;
}

/** Uploads pictures; the links are in their order. @param progress is told the share of each that was sent, 0 to 1 */
export type Upload = (
  pictures: readonly Picture[],
  progress: (index: number, share: number) => void,
) => Promise<readonly RichTextLink[]>;

/** What uploads need of the editor's surroundings. */
export interface UploadSurroundings {
  readonly words: Words;
  /** Undefined where pictures cannot be uploaded. */
  readonly upload: () => Upload | undefined;
  say(text: string): void;
}

/** Is told of a picture that was uploaded after the editor was closed: the last text, and the same with the picture in it. */
export type OnLateUpload = (last: EditorState, now: EditorState) => void;

/** What became of a picture: its asset, or null where the upload failed. */
type Outcome = RichTextLink | null;

/** A picture on its way, as it is shown meanwhile. */
interface Sending {
  /** Of the file itself. */
  readonly address: string;
  share: number;
  readonly bars: Set<HTMLProgressElement>;
}

const key = new PluginKey('uploads');

/** The uploads of one editor. */
export class Uploads {
  readonly #outcomes = new Map<string, Outcome>();
  readonly #surroundings: UploadSurroundings;
  readonly #arrivedLate: OnLateUpload;
  /** The text after the editor was closed. */
  #last: EditorState | null = null;
  readonly #begun = new Map<string, Sending>();
  /** Addresses of the files of this editor's uploads, by the asset that each became. */
  readonly #pictures = new Map<string, string>();

  constructor(surroundings: UploadSurroundings, arrivedLate: OnLateUpload) {
    this.#surroundings = surroundings;
    this.#arrivedLate = arrivedLate;
  }

  /** Whether pictures can be uploaded, and stand in the field. */
  isPossible({ schema }: EditorState): boolean {
    return schema.nodes.assetBlock !== undefined && this.#surroundings.upload() !== undefined;
  }

  /** Begins to upload pictures, and gives the names of the places for them. */
  begin(view: EditorView, pictures: readonly Picture[]): string[] {
    const names = pictures.map(({ file }) => {
      const name = crypto.randomUUID();
      this.#begun.set(name, { address: URL.createObjectURL(file), share: 0, bars: new Set() });
      return name;
    });
    void this.#finish(view, names, pictures);
    return names;
  }

  async #finish(view: EditorView, names: readonly string[], pictures: readonly Picture[]): Promise<void> {
    const { upload, words, say } = this.#surroundings;
    try {
      const links = (await upload()?.(pictures, (index, share) => this.#progress(names[index] ?? '', share))) ?? [];
      for (const [index, name] of names.entries()) this.#arrive(name, links[index] ?? null);
    } catch (error) {
      for (const name of names) this.#outcomes.set(name, null);
      say(words.notUploaded(error instanceof Error ? error.message : ''));
    }
    if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, true));
    else {
      const last = this.#last ?? view.state;
      this.#last = last.apply(last.tr.setMeta(key, true));
      this.#arrivedLate(last, this.#last);
    }
  }

  #arrive(name: string, outcome: Outcome): void {
    this.#outcomes.set(name, outcome);
    const address = this.#begun.get(name)?.address;
    if (outcome !== null && address !== undefined) this.#pictures.set(outcome.id, address);
  }

  #progress(name: string, share: number): void {
    const sending = this.#begun.get(name);
    if (sending === undefined) return;
    sending.share = share;
    for (const bar of sending.bars) bar.value = share;
  }

  /** The picture that an asset was uploaded as, from this editor; undefined for any other. */
  pictureOf(id: string): string | undefined {
    return this.#pictures.get(id);
  }

  /** Forgets the files, which the browser keeps as long as they have addresses. */
  #forget(): void {
    for (const { address } of this.#begun.values()) URL.revokeObjectURL(address);
  }

  /** Shows the picture at once, and how much of it has been sent. */
  #view(name: string): NodeView {
    const { words } = this.#surroundings;
    const dom = element('div', 'pending');
    const bar = document.createElement('progress');
    const sending = this.#begun.get(name);
    bar.value = sending?.share ?? 0;
    bar.ariaLabel = words.uploading;
    sending?.bars.add(bar);
    if (sending !== undefined) {
      const image = document.createElement('img');
      Object.assign(image, { alt: '', src: sending.address });
      dom.append(image);
    }
    dom.append(element('span', 'pending-words', words.uploading), bar);
    dom.contentEditable = 'false';
    return { dom, ignoreMutation: () => true, destroy: () => void sending?.bars.delete(bar) };
  }

  /** The node that holds a place, with the plugin that puts the asset there. */
  node(): Node {
    const { words } = this.#surroundings;
    return Node.create({
      name: PENDING_PICTURE,
      group: 'block',
      atom: true,
      addAttributes: () => ({ name: { isRequired: true } }),
      parseHTML: () => [{ tag: 'div[data-pending]', getAttrs: ({ dataset }) => this.#placeOf(dataset) }],
      renderHTML: () => ['div', { class: 'pending' }, words.uploading],
      addNodeView: () => (props) => this.#view(props.node.attrs.name),
      addProseMirrorPlugins: () => [
        new Plugin({
          key,
          view: () => ({ destroy: () => this.#forget() }),
          appendTransaction: (transactions, _, after) => this.#settle(transactions, after),
        }),
      ],
    });
  }

  #placeOf({ pending = '' }: DOMStringMap): { name: string } | false {
    return this.#begun.has(pending) ? { name: pending } : false;
  }

  /** Puts assets where their places are, and takes away those of pictures that could not be uploaded. */
  #settle(transactions: readonly Transaction[], { doc, schema, tr }: EditorState): Transaction | null {
    if (this.#outcomes.size === 0 || !transactions.some((one) => one.docChanged || one.getMeta(key) === true))
      return null;
    doc.descendants((node, at) => {
      const outcome = node.type.name === PENDING_PICTURE ? this.#outcomes.get(node.attrs.name) : undefined;
      if (outcome !== undefined) this.#replace(tr, schema, at, outcome);
      return !node.isTextblock;
    });
    return tr.docChanged ? tr.setMeta('addToHistory', false) : null;
  }

  #replace(transaction: Transaction, schema: EditorState['schema'], at: number, asset: Outcome): void {
    const from = transaction.mapping.map(at);
    const isAlone = transaction.doc.resolve(from).parent.childCount === 1;
    const node = asset === null ? schema.nodes.paragraph?.create() : schema.nodes.assetBlock?.create({ asset });
    if (asset === null && !isAlone) transaction.delete(from, from + 1);
    else if (node !== undefined) transaction.replaceWith(from, from + 1, node);
  }
}
