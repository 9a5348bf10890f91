/**
 * The sections of a report as text. Similar problems are grouped, so that a thousand entries with one problem are one
 * line.
 */
import type { Note, NoteKind } from '@lectern/import/notes.ts';
import { type RefusedRecord, recordName, type TypeCount } from '@lectern/import/records.ts';

/** Items named in one line; the rest is counted. */
const EXAMPLES_MAX = 5;

const noteTitles: readonly (readonly [NoteKind, string])[] = [
  ['left_out', 'Could not be carried over'],
  ['changed', 'Is different here'],
  ['edited_since', 'Edited since it was published'],
  ['missing_link', 'Links whose target is not in the file'],
];

/** The sections as one text; empty ones are left out. */
export function textOf(sections: readonly (readonly string[])[]): string {
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** A section of list items under a title; empty without items. */
export function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `  - ${line}`)];
}

/** What the file holds, as one line under the entries; none without entries. */
export function cameLines(came: readonly TypeCount[]): readonly string[] {
  const counts = came.map(({ content_type, entries }) => `${content_type} ${entries}`);
  return counts.length === 0 ? [] : [`                 in the file: ${counts.join(', ')}`];
}

interface Fact {
  readonly about: string;
  readonly message: string;
  readonly count?: number;
}

/** One line per message, with its first few subjects. */
export function grouped(facts: readonly Fact[]): readonly string[] {
  const byMessage = Map.groupBy(facts, (fact) => fact.message);
  return [...byMessage].map(([message, alike]) => {
    const named = alike
      .slice(0, EXAMPLES_MAX)
      .map(({ about, count = 1 }) => (count > 1 ? `${about} (${count} times)` : about));
    const rest = alike.length - named.length;
    return `${named.join('; ')}${rest > 0 ? ` and ${rest} more` : ''}: ${message}`;
  });
}

/** One section for each kind of note. */
export function noteSections(notes: readonly Note[]): readonly (readonly string[])[] {
  return noteTitles.map(([kind, title]) => section(title, grouped(notes.filter((note) => note.kind === kind))));
}

/** One item for each refused record, with what is wrong in it. */
export function refusedLines(refused: readonly RefusedRecord[]): readonly string[] {
  return refused.map((record) => {
    const details = (record.errors ?? []).map((error) => `\n      ${error.path}: ${error.message}`).join('');
    return `${recordName(record)}: ${record.message}${details}`;
  });
}
