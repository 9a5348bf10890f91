/** Short helpers for writing rich text by hand: the demo's articles read as prose, not as JSON. */

/** A node or mark of rich text. */
export interface Prose {
  readonly type: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly content?: readonly Prose[];
  readonly text?: string;
  readonly marks?: readonly Prose[];
}

/** Text as it is, or with marks. */
export type Words = string | Prose;

/** A whole document. */
export function doc(...content: readonly Prose[]): Prose {
  return { type: 'doc', content };
}

export function paragraph(...words: readonly Words[]): Prose {
  return { type: 'paragraph', content: words.map(textOf) };
}

export function heading(words: string): Prose {
  return { type: 'heading', attrs: { level: 2 }, content: [textOf(words)] };
}

/** A list with one line an item. */
export function bullets(...items: readonly string[]): Prose {
  return { type: 'bulletList', content: items.map((item) => ({ type: 'listItem', content: [paragraph(item)] })) };
}

export function quote(words: string): Prose {
  return { type: 'blockquote', content: [paragraph(words)] };
}

/** A picture between paragraphs, by the key of its asset. */
export function picture(asset: string): Prose {
  return { type: 'assetBlock', attrs: { asset: { type: 'asset', id: asset } } };
}

export function emphasis(words: string): Prose {
  return { type: 'text', marks: [{ type: 'italic' }], text: words };
}

/** A link around words to another entry, by its key. */
export function linkTo(entry: string, words: string): Prose {
  return { type: 'text', marks: [{ type: 'entryLink', attrs: { entry: { type: 'entry', id: entry } } }], text: words };
}

function textOf(words: Words): Prose {
  return typeof words === 'string' ? { type: 'text', text: words } : words;
}
