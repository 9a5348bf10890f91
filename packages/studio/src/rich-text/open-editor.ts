/** Opens an editor in the page: its schema is what the field allows, and what it gives is what the server accepts. */
import { Editor, type JSONContent } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { mergeRichText } from '../../../contract/src/rich-text-merge.ts';
import { Sources } from './document/document.ts';
import type { RichTextNode } from './document/grammar.ts';
import { changeInto } from './document/outside-change.ts';
import { extensionsOf, type Surroundings } from './extensions.ts';

/** Marks the transaction that takes a value from outside. */
const FROM_OUTSIDE = 'fromOutside';
/** ProseMirror reads what was composed 20 ms after its end. */
const AFTER_COMPOSITION_MS = 50;
/** Between what is scrolled to and the bars or the end of the window. */
const SCROLL_ROOM_PIXELS = 8;

/** An editor in the page, with the way from values to documents and back. */
export class OpenEditor {
  readonly editor: Editor;
  #sources!: Sources;
  /** A value from outside, and what stood in the editor when it came. */
  #waiting: { readonly value: RichTextNode | null; readonly over: RichTextNode | null } | null = null;

  /** @param place is empty; the editor stands in it until it is closed */
  constructor(place: HTMLElement, value: RichTextNode | null, surroundings: Surroundings) {
    this.editor = new Editor({
      element: place,
      editable: !surroundings.readOnly,
      extensions: extensionsOf(surroundings, (last, now) => {
        surroundings.changedLate(this.#sources.valueOf(now.doc), this.#sources.valueOf(last.doc));
      }),
      enableCoreExtensions: { delete: false },
      injectNonce: surroundings.styleNonce,
      // The schema is there, and the document is not yet made.
      onBeforeCreate: ({ editor }) => {
        this.#sources = new Sources(editor.schema);
        // Tiptap takes a node as it is, which its types do not say.
        editor.setOptions({ content: this.#sources.documentOf(value) as unknown as JSONContent });
      },
      editorProps: { scrollThreshold: roomAround(place), scrollMargin: roomAround(place) },
      onBlur: () => surroundings.left(),
      onUpdate: ({ editor, transaction }) => {
        if (transaction.getMeta(FROM_OUTSIDE) === true) return;
        surroundings.changed(this.#withWaiting(this.#sources.valueOf(editor.state.doc)));
      },
    });
    this.editor.view.setProps({ attributes: (state) => surroundings.attributesOf(state) });
    place.addEventListener('compositionend', () => setTimeout(() => this.#takeWaiting(), AFTER_COMPOSITION_MS));
  }

  /** Takes a value from outside; while a word is being composed, after that. */
  take(value: RichTextNode | null): void {
    this.#waiting = { value, over: this.#sources.valueOf(this.editor.state.doc) };
    if (!this.editor.view.composing) this.#takeWaiting();
  }

  /** The value that a document of this editor stands for; null for one that holds nothing. */
  valueOf(doc: Node): RichTextNode | null {
    return this.#sources.valueOf(doc);
  }

  /** Shows attributes that have changed other than by an edit. */
  refresh(): void {
    this.editor.view.setProps({});
  }

  close(): void {
    this.editor.destroy();
  }

  /** What is written while a value waits is merged with it: the page takes the result for the value now. */
  #withWaiting(mine: RichTextNode | null): RichTextNode | null {
    if (this.#waiting === null) return mine;
    const sides = { base: this.#waiting.over, mine, theirs: this.#waiting.value };
    return mergeRichText(sides)?.value ?? null;
  }

  #takeWaiting(): void {
    if (this.#waiting === null || this.editor.isDestroyed) return;
    const { state, view } = this.editor;
    const made = this.#sources.documentOf(this.#withWaiting(this.#sources.valueOf(state.doc)));
    this.#waiting = null;
    const transaction = changeInto(state.tr, made);
    if (transaction.docChanged) view.dispatch(transaction.setMeta(FROM_OUTSIDE, true));
    this.#sources.adopt(this.editor.state.doc, made);
  }
}

/** What the caret keeps clear of when it is scrolled to: the bars of the page, and the toolbar that sticks below them. */
function roomAround(place: HTMLElement): { readonly [side in 'top' | 'bottom' | 'left' | 'right']: number } {
  return {
    get top() {
      const bars = Number.parseFloat(getComputedStyle(place).getPropertyValue('--bars')) || 0;
      const toolbar = place.parentElement?.querySelector<HTMLElement>('[role="toolbar"]')?.offsetHeight ?? 0;
      return bars + toolbar + SCROLL_ROOM_PIXELS;
    },
    bottom: SCROLL_ROOM_PIXELS,
    left: 0,
    right: 0,
  };
}
