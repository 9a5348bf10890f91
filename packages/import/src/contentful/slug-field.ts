/**
 * Decides which field of a type becomes its slug field: a short text that Contentful edits as a slug, with unique values that are
 * all valid slugs in Lectern. Otherwise it stays text, so that no value has to change.
 */

import { isSlug } from '../../../contract/src/slugs.ts';
import { excerpt } from '../excerpt.ts';
import type { Notes } from '../notes.ts';
import type { SourceContentType, SourceControl, SourceField, SourceItem } from './export-file.ts';
import { entryName } from './item-names.ts';
import { ownValues, type SourceLocales, valueIn } from './source-values.ts';

/** Maximum characters of a value quoted in a note. */
const CHARACTERS_SHOWN = 80;

/** The input of the decision. */
export interface SlugQuestion {
  readonly type: SourceContentType;
  readonly controls: readonly SourceControl[];
  /** All entries of the type, whatever their status. */
  readonly entries: readonly SourceItem[];
  readonly locales: SourceLocales;
  readonly notes: Notes;
}

/** The Contentful id of the field that becomes the slug field; null if there is none. */
export function slugFieldOf(question: SlugQuestion): string | null {
  const edited = new Set(
    question.controls.filter((control) => control.widgetId === 'slugEditor').map((control) => control.fieldId),
  );
  let chosen: string | null = null;
  for (const field of question.type.fields) {
    if (!edited.has(field.id) || !(field.type === 'Symbol' || field.type === 'Text')) continue;
    const reason = chosen === null ? obstacle(field, question) : 'a type has one slug field, and another field is it';
    if (reason === null) chosen = field.id;
    else
      question.notes.add(
        'changed',
        `field ${question.type.sys.id}.${field.id}`,
        `Edited as a slug there, plain text here: ${reason}.`,
      );
  }
  return chosen;
}

/** Why the field cannot be the slug field; null if it can. */
function obstacle(field: SourceField, question: SlugQuestion): string | null {
  for (const { entry, locale, value } of ownValues(question.entries, field.id)) {
    if (typeof value !== 'string' || !isSlug(value)) {
      const name = entryName(entry, question.type, question.locales);
      return `${excerpt(JSON.stringify(value), CHARACTERS_SHOWN)} (${name}, ${locale}) cannot be a slug`;
    }
  }
  return sharedSlug(field, question);
}

/** Two entries that have the same slug in one locale, possibly by fallback. */
function sharedSlug(field: SourceField, { type, entries, locales }: SlugQuestion): string | null {
  for (const locale of field.localized === true ? locales.codes : [locales.default]) {
    const holders = new Map<string, string>();
    for (const entry of entries) {
      const slug = shownSlug(entry, field.id, locales.chain(locale));
      if (slug === undefined) continue;
      const other = holders.get(slug);
      const name = entryName(entry, type, locales);
      if (other !== undefined) return `${other} and ${name} have the same slug "${slug}" in ${locale}`;
      holders.set(slug, name);
    }
  }
  return null;
}

function shownSlug(entry: SourceItem, fieldId: string, chain: readonly string[]): string | undefined {
  const slug = chain.map((code) => valueIn(entry, fieldId, code)).find((value) => typeof value === 'string');
  return typeof slug === 'string' ? slug.normalize('NFC') : undefined;
}
