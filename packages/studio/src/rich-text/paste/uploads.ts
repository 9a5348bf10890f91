/**
 * Pictures on their way: a node holds the place of each until it is uploaded, and becomes the asset. It has no value of its
 * own. Undo and redo may bring the place back later; what became of the picture is remembered for that.
 */
import { Node } from '@tiptap/core';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import type { RichTextLink } from '../document/grammar.ts';
import { PENDING_PICTURE } from '../document/own-names.ts';
import type { Words } from '../words.ts';

/** A picture to be uploaded. */
export interface Picture {
  readonly file: File;
  /** What it shows, in words; '' if nobody said. */
  readonly alt: string;
}

/** Uploads pictures; the links are in their order. */
export type Upload = (pictures: readonly Picture[]) => Promise<readonly RichTextLink[]>;

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

const key = new PluginKey('uploads');

/** The uploads of one editor. */
export class Uploads {
  readonly #outcomes = new Map<string, Outcome>();
  readonly #surroundings: UploadSurroundings;
  readonly #arrivedLate: OnLateUpload;
  /** The text after the editor was closed. */
  #last: EditorState | null = null;
  readonly #begun = new Set<string>();

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
    const names = pictures.map(() => crypto.randomUUID());
    for (const name of names) this.#begun.add(name);
    void this.#finish(view, names, pictures);
    return names;
  }

  async #finish(view: EditorView, names: readonly string[], pictures: readonly Picture[]): Promise<void> {
    const { upload, words, say } = this.#surroundings;
    try {
      const links = (await upload()?.(pictures)) ?? [];
      for (const [index, name] of names.entries()) this.#outcomes.set(name, links[index] ?? null);
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
      addProseMirrorPlugins: () => [
        new Plugin({ key, appendTransaction: (transactions, _, after) => this.#settle(transactions, after) }),
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
