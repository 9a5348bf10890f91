/**
 * Records for the import route, and its result for each. A record is identified by kind and key, which are unique in an
 * import.
 */

/** The kinds of record that the import route accepts. */
export type RecordKind = 'content_type' | 'asset' | 'entry';

/** One line of a request. */
export interface ImportRecord {
  readonly kind: RecordKind;
  readonly key: string;
  /** The line to send, without its line break. */
  readonly line: string;
}

/** A record that was not imported. */
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
