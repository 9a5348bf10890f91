/**
 * Notes on content that could not be imported unchanged. They are collected during conversion and become the report; nothing is
 * left out or changed without a note.
 */

/**
 * `left_out`: not imported. `changed`: imported in another form. `edited_since`: the published content is not in the
 * file.
 * `missing_link`: a link whose target is not in the file.
 */
export type NoteKind = 'left_out' | 'changed' | 'edited_since' | 'missing_link';

export interface Note {
  readonly kind: NoteKind;
  /** The subject, such as `field blogPost.body` or `entry 6Pna4O, body (en-US)`. */
  readonly about: string;
  /** What happened and why, one sentence. */
  readonly message: string;
  /** The number of occurrences, if counted and more than one. */
  readonly count?: number;
}

/** Collects notes. A repeated note about the same subject is stored once, with its last count. */
export class Notes {
  readonly #notes = new Map<string, Note>();

  add(kind: NoteKind, about: string, message: string, count = 1): void {
    this.#notes.set(`${kind}\n${about}\n${message}`, { kind, about, message, ...(count > 1 ? { count } : {}) });
  }

  /** In the order in which they were added. */
  all(): readonly Note[] {
    return [...this.#notes.values()];
  }
}
