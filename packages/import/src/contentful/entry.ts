/**
 * Converts an entry of an export to a record of the import route. Entries with a published version are published here;
 * for an entry edited since, the file contains only the edited content, and the caller has chosen what to do with it.
 */
import type { Notes } from '../notes.ts';
import type { TypePlan } from './content-type.ts';
import type { SourceItem, Sys } from './export-file.ts';
import type { FieldPlan } from './field.ts';
import { keyFor } from './keys.ts';
import type { SourceLocales } from './source-values.ts';
import { timesOf } from './times.ts';

/** What to do with an entry that was edited after it was published. */
export type ChangedRule = 'publish' | 'draft';

/** An entry in the format of the import route. */
export interface EntryRecord {
  readonly key: string;
  readonly content_type: string;
  readonly status: 'draft' | 'published' | 'archived';
  readonly fields: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly created_at?: string;
  readonly updated_at?: string;
  readonly published_at?: string;
  readonly first_published_at?: string;
  readonly archived_at?: string;
}

/** The context of converting an entry. */
export interface EntryContext {
  /** Its name in notes. */
  readonly about: string;
  readonly plan: TypePlan;
  readonly locales: SourceLocales;
  readonly changed: ChangedRule;
  /** Whether the file contains the entry or asset with that id. */
  readonly isInFile: (kind: 'entry' | 'asset', id: string) => boolean;
  readonly notes: Notes;
}

/** Converts one entry; losses are noted. */
export function convertEntry(item: SourceItem, context: EntryContext): EntryRecord {
  const status = statusOf(item, context);
  noteMetadata(item, context);
  return {
    key: keyFor(item.sys.id),
    content_type: context.plan.record.api_id,
    status,
    fields: fieldsOf(item, context),
    ...timesOf(item.sys, ['created_at', 'updated_at', 'first_published_at']),
    ...(status === 'published' ? timesOf(item.sys, ['published_at']) : {}),
    ...(status === 'archived' ? timesOf(item.sys, ['archived_at']) : {}),
  };
}

function statusOf(item: SourceItem, { about, changed, notes }: EntryContext): EntryRecord['status'] {
  const { sys } = item;
  if (sys.archivedAt !== undefined || sys.archivedVersion !== undefined) return 'archived';
  if (typeof sys.publishedVersion !== 'number') return 'draft';
  if (!isEditedSince(sys)) return 'published';
  const outcome = changed === 'publish' ? 'what it holds was published' : 'it is a draft here';
  notes.add(
    'edited_since',
    about,
    `Edited since it was published there; the file does not hold the published content: ${outcome}.`,
  );
  return changed === 'publish' ? 'published' : 'draft';
}

/** Publishing itself increases the version by one; any further increase is an edit. An unpublished locale counts as an edit too. */
function isEditedSince(sys: Sys): boolean {
  const edited = (sys.version ?? 0) > (sys.publishedVersion ?? 0) + 1;
  const states = Object.values(sys.fieldStatus ?? {}).flatMap((locales) => Object.values(locales));
  return edited || states.some((state) => state !== 'published');
}

function fieldsOf(item: SourceItem, context: EntryContext): EntryRecord['fields'] {
  const converted: [string, Record<string, unknown>][] = [];
  for (const [id, values] of Object.entries(item.fields)) {
    const field = context.plan.fields.get(id);
    if (field === undefined) {
      context.notes.add('left_out', `${context.about}, ${id}`, 'Its content type has no such field.');
      continue;
    }
    const own = Object.entries(values).flatMap(([locale, value]) => {
      const result = convertValue({ field, locale, value }, context);
      return result === undefined ? [] : [[locale, result] as const];
    });
    if (own.length > 0) converted.push([field.record.id, Object.fromEntries(own)]);
  }
  return Object.fromEntries(converted);
}

function convertValue(
  source: { readonly field: FieldPlan; readonly locale: string; readonly value: unknown },
  { about: entry, locales, notes, isInFile }: EntryContext,
): unknown {
  const { field, locale, value } = source;
  if (value === null || value === undefined) return undefined;
  const about = `${entry}, ${field.record.id} (${locale})`;
  if (!locales.codes.has(locale))
    return noteLocale(about, notes, `The locale ${locale} is not among the imported ones; the value was left out.`);
  if (!field.record.localized && locale !== locales.default) {
    return noteLocale(
      about,
      notes,
      'The field is not localized; a value beside that of the default locale was left out.',
    );
  }
  return field.convert(value, {
    about,
    notes,
    linkKey: (kind, id) => {
      if (!isInFile(kind, id))
        notes.add('missing_link', about, `Links to ${kind} ${id}, which is not in the file; the link was kept.`);
      return keyFor(id);
    },
  });
}

function noteLocale(about: string, notes: Notes, message: string): undefined {
  notes.add('left_out', about, message);
  return undefined;
}

function noteMetadata({ metadata }: SourceItem, { about, notes }: EntryContext): void {
  const tags = metadata?.tags?.length ?? 0;
  const concepts = metadata?.concepts?.length ?? 0;
  if (tags > 0) notes.add('left_out', about, 'Its tags were left out: there are no tags here.');
  if (concepts > 0) notes.add('left_out', about, 'Its taxonomy concepts were left out: there is no taxonomy here.');
}
