/**
 * Records for the import route, and its result for each. A record is identified by kind and key, which are unique within an import.
 */
import type { ContentTypeKind } from '../../contract/src/content-types.ts';
import type { FieldDefinition } from '../../contract/src/fields.ts';
import type { ExportedFile } from './exported-file.ts';
import type { Notes } from './notes.ts';

/** The kinds of record that the import route accepts. */
export type RecordKind = 'content_type' | 'asset' | 'entry';

/** What identifies a record. */
export interface RecordIdentity {
  readonly kind: RecordKind;
  readonly key: string;
}

/** One line of a request. */
export interface ImportRecord extends RecordIdentity {
  /** The line to send, without its line break. */
  readonly line: string;
}

/** Records that can be iterated several times with the same result: a list, or a way to read a file again. */
export type Records = Iterable<ImportRecord> | AsyncIterable<ImportRecord>;

/** A field of a content type, as a line has it. */
export type FieldRecord = Pick<FieldDefinition, 'id' | 'name' | 'type'> & Partial<FieldDefinition>;

/** A content type, as in a line. */
export interface ContentTypeRecord {
  readonly api_id: string;
  /** `entry` if absent. */
  readonly kind?: ContentTypeKind;
  readonly name: string;
  readonly description: string;
  readonly display_field: string | null;
  readonly slug_field: string | null;
  readonly fields: readonly FieldRecord[];
}

/** An asset, as in a line. Texts are by locale. */
export interface AssetRecord {
  readonly key: string;
  readonly title?: Readonly<Record<string, string>>;
  readonly description?: Readonly<Record<string, string>>;
  readonly alt?: Readonly<Record<string, string>>;
  readonly file_name?: string;
  readonly mime_type?: string;
  readonly size?: number;
  readonly width?: number;
  readonly height?: number;
  readonly created_at?: string;
  readonly updated_at?: string;
}

/** The result of converting a file; `notes` is complete once the records have been iterated. */
export interface ConvertedFile<R extends Records> {
  readonly records: R;
  /** The number of records. */
  readonly total: number;
  readonly refused: readonly RefusedRecord[];
  readonly notes: Notes;
  readonly files: readonly ExportedFile[];
  readonly titles: Titles;
  readonly came: readonly TypeCount[];
}

/** The number of entries in the file with one content type. */
export interface TypeCount {
  readonly content_type: string;
  readonly entries: number;
}

/** The counts, from the content type of each entry. */
export function typeCounts(types: Iterable<string>): readonly TypeCount[] {
  return [...Map.groupBy(types, (type) => type)].map(([content_type, all]) => ({ content_type, entries: all.length }));
}

/** Titles of entries and assets, keyed by `titleKey`; '' if there is none. */
export type Titles = ReadonlyMap<string, string>;

/** The key of a record's title. */
export function titleKey(kind: RecordKind, key: string): string {
  return `${kind} ${key}`;
}

/** How messages name a record, such as `entry 6Pna4O "Reading the tide"`. */
export function recordName({ kind, key, title }: { kind: RecordKind; key: string; title?: string }): string {
  const name = `${kind.replace('_', ' ')} ${key}`;
  return title === undefined ? name : `${name} "${title}"`;
}

/** A record that was not imported. */
export interface RefusedRecord extends RecordIdentity {
  readonly title?: string;
  /** A code of the error catalogue. */
  readonly code: string;
  readonly message: string;
  readonly errors?: readonly RecordViolation[];
}

/** A violation in one value of a record. */
export interface RecordViolation {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** The service's result for one line. */
export interface LineResult {
  readonly line: number;
  readonly kind: string;
  readonly key: string | null;
  readonly id: string | null;
  readonly result: 'created' | 'updated' | 'unchanged' | 'refused';
  readonly warnings: readonly RecordViolation[];
  readonly error?: { readonly code: string; readonly message: string; readonly errors?: readonly RecordViolation[] };
}
