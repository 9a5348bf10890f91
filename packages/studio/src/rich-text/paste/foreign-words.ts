/**
 * HTML of other programs and Markdown on their way into a text. What reads them is loaded when somebody begins to write, so that
 * it is there before anything is pasted; what is pasted sooner waits for it.
 */
import type { Slice } from '@tiptap/pm/model';
import type { EditorView } from '@tiptap/pm/view';
import { readForeignHtml } from './foreign-html.ts';
import { htmlOfLines } from './plain-text.ts';
import type { UploadSurroundings, Uploads } from './uploads.ts';

interface Readers {
  readonly cleanInto: typeof import('./clean-into.ts').cleanInto;
  readonly htmlOfMarkdown: typeof import('./markdown.ts').htmlOfMarkdown;
}

/** Makes HTML to be cleaned of what could not be read yet. */
type Unread = (readers: Readers) => string;

/** The foreign words of one editor. */
export class ForeignWords {
  readonly #uploads: Uploads;
  readonly #surroundings: UploadSurroundings;
  #readers: Readers | null = null;
  #unread: Unread | null = null;

  constructor(uploads: Uploads, surroundings: UploadSurroundings) {
    this.#uploads = uploads;
    this.#surroundings = surroundings;
  }

  preload(): void {
    this.#load().catch(() => undefined);
  }

  /** The cleaned HTML; before it can be cleaned, what of it is safe to read. */
  clean(html: string, view: EditorView): string {
    if (this.#readers !== null) return this.#readers.cleanInto(view, html, this.#uploads, this.#surroundings);
    this.#unread = () => html;
    return readForeignHtml(html).document.body.innerHTML;
  }

  /** Markdown as HTML; before it can be read, its lines. */
  htmlOf(markdown: string): string {
    if (this.#readers !== null) return this.#readers.htmlOfMarkdown(markdown);
    this.#unread = (readers) => readers.htmlOfMarkdown(markdown);
    return htmlOfLines(markdown);
  }

  /** What was just taken without being read; null where there is nothing. It is given once. */
  takeUnread(): Unread | null {
    const unread = this.#unread;
    this.#unread = null;
    return unread;
  }

  /** Pastes it once it can be read. @param otherwise is pasted where what reads it cannot be loaded */
  async pasteRead(unread: Unread, otherwise: Slice, view: EditorView): Promise<void> {
    const readers = await this.#load().catch(() => null);
    if (view.isDestroyed) return;
    if (readers === null) view.dispatch(view.state.tr.replaceSelection(otherwise).scrollIntoView());
    else view.pasteHTML(unread(readers));
  }

  async #load(): Promise<Readers> {
    const [{ cleanInto }, { htmlOfMarkdown }] = await Promise.all([import('./clean-into.ts'), import('./markdown.ts')]);
    this.#readers ??= { cleanInto, htmlOfMarkdown };
    return this.#readers;
  }
}
