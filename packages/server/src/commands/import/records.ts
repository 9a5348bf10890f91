/**
 * Records on their way to the import route, and what came back for each. A record is named by kind and key; no import
 * sends two of one name.
 */

/** The kinds of record that the import route takes. */
export type RecordKind = 'content_type' | 'asset' | 'entry';

/** One line of a request. */
export interface ImportRecord {
  readonly kind: RecordKind;
  readonly key: string;
  /** The line as it is sent, without its line break. */
  readonly line: string;
}

/** A record that is not in the service now. */
export interface RefusedRecord {
  readonly kind: RecordKind;
  readonly key: string;
  /** A code of the error catalogue. */
  readonly code: string;
  readonly message: string;
  readonly errors?: readonly RecordViolation[];
}

/** What is wrong with one value of a record. */
export interface RecordViolation {
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}

/** What the service says of one line. */
export interface LineResult {
  readonly line: number;
  readonly kind: string;
  readonly key: string | null;
  readonly id: string | null;
  readonly result: 'created' | 'updated' | 'unchanged' | 'refused';
  readonly warnings: readonly RecordViolation[];
  readonly error?: { readonly code: string; readonly message: string; readonly errors?: readonly RecordViolation[] };
}
