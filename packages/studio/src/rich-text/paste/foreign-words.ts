/**
 * HTML of other programs on its way into a text. What cleans it is loaded when somebody begins to write, so that it is there
 * before anything is pasted; what is pasted sooner waits for it.
 */
import type { Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { readForeignHtml } from './foreign-html.ts';
import type { UploadSurroundings, Uploads } from './uploads.ts';

type Cleaner = typeof import('./clean-into.ts');

/** The foreign words of one editor. */
export class ForeignWords {
  readonly #uploads: Uploads;
  readonly #surroundings: UploadSurroundings;
  #cleaner: Cleaner | null = null;
  #uncleaned: string | null = null;

  constructor(uploads: Uploads, surroundings: UploadSurroundings) {
    this.#uploads = uploads;
    this.#surroundings = surroundings;
  }

  preload(): void {
    this.#load().catch(() => undefined);
  }

  /** The cleaned HTML; before it can be cleaned, what of it is safe to read. */
  clean(html: string, view: EditorView): string {
    if (this.#cleaner !== null) return this.#cleaner.cleanInto(view, html, this.#uploads, this.#surroundings);
    this.#uncleaned = html;
    return readForeignHtml(html).document.body.innerHTML;
  }

  /** The HTML that was just read without being cleaned; null where there is none. It is given once. */
  takeUncleaned(): string | null {
    const html = this.#uncleaned;
    this.#uncleaned = null;
    return html;
  }

  /** Pastes HTML once it can be cleaned. @param otherwise is pasted where that cannot be loaded */
  async pasteCleaned(html: string, otherwise: Slice, view: EditorView): Promise<void> {
    const isLoaded = await this.#load().then(
      () => true,
      () => false,
    );
    if (view.isDestroyed) return;
    if (isLoaded) view.pasteHTML(html);
    else view.dispatch(view.state.tr.replaceSelection(otherwise).scrollIntoView());
  }

  async #load(): Promise<void> {
    this.#cleaner ??= await import('./clean-into.ts');
  }
}
