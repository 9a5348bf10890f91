/** An entry as a record of an import: its schema, and the entry that it describes. */
import { Type } from 'typebox';
import { momentTime } from '../../../../contract/src/moments.ts';
import { invalid } from '../../platform/errors/domain-error.ts';
import { schemaCheck } from '../../platform/http/validation.ts';
import { entryStatuses } from './entry.ts';
import type { ImportedEntry, ImportedTimes } from './entry-import.ts';

const Time = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$' });

/** An entry with both its states, its status and its original times. */
const EntryRecord = Type.Object(
  {
    key: Type.String(),
    content_type: Type.String(),
    slug: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    status: Type.Optional(Type.Enum([...entryStatuses])),
    fields: Type.Record(Type.String(), Type.Unknown()),
    published_fields: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    created_at: Type.Optional(Time),
    updated_at: Type.Optional(Time),
    saved_at: Type.Optional(Time),
    published_at: Type.Optional(Time),
    published_saved_at: Type.Optional(Time),
    first_published_at: Type.Optional(Time),
    archived_at: Type.Optional(Time),
  },
  { additionalProperties: false },
);

interface EntryRecordInput {
  readonly key: string;
  readonly content_type: string;
  readonly slug?: string | null;
  readonly status?: (typeof entryStatuses)[number];
  readonly fields: Record<string, unknown>;
  readonly published_fields?: Record<string, unknown>;
  readonly created_at?: string;
  readonly updated_at?: string;
  readonly saved_at?: string;
  readonly published_at?: string;
  readonly published_saved_at?: string;
  readonly first_published_at?: string;
  readonly archived_at?: string;
}

const checkEntry = schemaCheck(EntryRecord);

/** @throws `validation_failed` if the record is not a valid entry */
export function requireEntryRecord(record: Readonly<Record<string, unknown>>): EntryRecordInput {
  checkEntry(record);
  return record as unknown as EntryRecordInput;
}

/** The entry that a record describes. @throws `validation_failed` if the record, or a time in it, is invalid */
export function importedEntry(record: Readonly<Record<string, unknown>>): ImportedEntry {
  const entry = requireEntryRecord(record);
  return {
    key: entry.key,
    contentType: entry.content_type,
    status: entry.status ?? 'draft',
    fields: entry.fields,
    publishedFields: entry.published_fields,
    times: timesOf(entry),
    ...(entry.slug === undefined ? {} : { slug: entry.slug }),
  };
}

function timesOf(record: EntryRecordInput): ImportedTimes {
  return {
    createdAt: timeOf(record, 'created_at'),
    updatedAt: timeOf(record, 'updated_at'),
    savedAt: timeOf(record, 'saved_at'),
    publishedAt: timeOf(record, 'published_at'),
    publishedSavedAt: timeOf(record, 'published_saved_at'),
    firstPublishedAt: timeOf(record, 'first_published_at'),
    archivedAt: timeOf(record, 'archived_at'),
  };
}

type TimeName =
  | 'created_at'
  | 'updated_at'
  | 'saved_at'
  | 'published_at'
  | 'published_saved_at'
  | 'first_published_at'
  | 'archived_at';

function timeOf(record: EntryRecordInput, name: TimeName): number | undefined {
  const text = record[name];
  if (text === undefined) return undefined;
  const time = momentTime(text);
  if (time === undefined) throw invalid(name, 'format', `Give ${name} as a valid ISO 8601 time.`);
  return time;
}
