/**
 * Counts losses in the HTML of one post: elements that have no equivalent node or mark in rich text, by name, with what happened to
 * them.
 */
import type { NoteKind, Notes } from '../../notes.ts';

/** How a note names an element. */
export function elementName(name: string): string {
  return `<${name}>`;
}

export class Losses {
  readonly #counts = new Map<string, { kind: NoteKind; place: string; message: string; count: number }>();

  /** Counts a loss; `place` helps to find it in the text, such as the address of an image. */
  add(kind: NoteKind, message: string, place = ''): void {
    const key = `${kind}\n${place}\n${message}`;
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { kind, place, message, count: 1 });
    else known.count += 1;
  }

  /** Counts an element that is imported in another form. */
  changed(name: string, outcome: string, place = ''): void {
    this.add('changed', `${elementName(name)}: ${outcome}`, place);
  }

  /** Counts an element that is not imported. */
  leftOut(name: string, reason: string, place = ''): void {
    this.add('left_out', `${elementName(name)}: ${reason}`, place);
  }

  /** Adds all losses to the notes about a post. */
  report(about: string, notes: Notes): void {
    for (const { kind, place, message, count } of this.#counts.values())
      notes.add(kind, place === '' ? about : `${about}, ${place}`, message, count);
  }
}
