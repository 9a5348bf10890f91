/**
 * What an import has to tell about content that could not come over as it was. Notes are collected while the file is
 * converted and become the report; nothing is left out or changed without one.
 */

/**
 * `left_out`: is not here. `changed`: is here in another form. `edited_since`: the published content is not in the file.
 * `missing_link`: a link whose target the file does not hold.
 */
export type NoteKind = 'left_out' | 'changed' | 'edited_since' | 'missing_link';

export interface Note {
  readonly kind: NoteKind;
  /** What it is about, such as `field blogPost.body` or `entry 6Pna4O, body (en-US)`. */
  readonly about: string;
  /** What happened and why, one sentence. */
  readonly message: string;
}

/** Collects notes; the same note about the same thing is kept once. */
export class Notes {
  readonly #notes = new Map<string, Note>();

  add(kind: NoteKind, about: string, message: string): void {
    this.#notes.set(`${kind}\n${about}\n${message}`, { kind, about, message });
  }

  /** In the order in which they came. */
  all(): readonly Note[] {
    return [...this.#notes.values()];
  }
}
