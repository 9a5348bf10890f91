/**
 * Counts what the HTML of one post becomes other than itself: each element that is found in no node or mark of the rich
 * text is counted here, under its name, with what became of it.
 */
import type { NoteKind, Notes } from '../../notes.ts';

/** How an element is named in a note. */
export function elementName(name: string): string {
  return `<${name}>`;
}

export class Losses {
  readonly #counts = new Map<string, { kind: NoteKind; place: string; message: string; count: number }>();

  /** Counts one; `place` says where in the text, if that helps, such as the address of an image. */
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

  /** Adds all to the notes about a post. */
  report(about: string, notes: Notes): void {
    for (const { kind, place, message, count } of this.#counts.values())
      notes.add(kind, place === '' ? about : `${about}, ${place}`, message, count);
  }
}
