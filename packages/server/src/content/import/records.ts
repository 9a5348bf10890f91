/**
 * Parses the lines of an import: NDJSON, one record per line, `{"content_type": {…}}`, `{"asset": {…}}` or
 * `{"entry": {…}}`. A line that cannot be parsed fails on its own.
 */
import { DomainError, invalid } from '../../platform/errors/domain-error.ts';
import { parseJsonBody } from '../../platform/http/json-body.ts';
import type { AssetFile } from '../assets/intake.ts';
import { type KindName, kindNames } from '../kinds/content-kind.ts';
import { isKindName } from '../kinds/kinds.ts';

const LINE_FEED = 0x0a;

/** One parsed line: a record, or the reason why it is not valid. */
export interface ImportLine {
  /** From 1. */
  readonly line: number;
  readonly kind: KindName | null;
  readonly record: Readonly<Record<string, unknown>>;
  readonly problem?: DomainError;
  /** The stored file of the asset, if it comes with the record. */
  readonly file?: AssetFile;
}

/** Maximum lines of one request, including empty ones. */
export const IMPORT_LINES_MAX = 50_000;

/** Maximum bytes of one line: it is parsed in one go, like any other body. */
const LINE_BYTES_MAX = 1_048_576;

/** @throws `payload_too_large` for more than `IMPORT_LINES_MAX` lines; they are only counted, not parsed */
export function rejectManyLines(body: Buffer): void {
  let lines = 0;
  for (let end = body.indexOf(LINE_FEED); end !== -1; end = body.indexOf(LINE_FEED, end + 1)) {
    lines += 1;
    if (lines === IMPORT_LINES_MAX && end + 1 < body.length) throw tooManyLines();
  }
}

function tooManyLines(): DomainError {
  const message = `The body has more than ${IMPORT_LINES_MAX} lines; send them in several requests.`;
  return new DomainError('payload_too_large', message, { limit: IMPORT_LINES_MAX });
}

function tooLong(): DomainError {
  const message = `This line has more than ${LINE_BYTES_MAX} bytes; shorten its record.`;
  return new DomainError('payload_too_large', message, { limit: LINE_BYTES_MAX });
}

/** The lines of a body, without empty ones. Each is parsed only when it is requested. */
export function* readLines(body: Buffer): Generator<ImportLine> {
  let line = 0;
  for (let start = 0; start < body.length; ) {
    const end = body.indexOf(LINE_FEED, start);
    const bytes = body.subarray(start, end === -1 ? body.length : end);
    line += 1;
    start = end === -1 ? body.length : end + 1;
    if (!isBlank(bytes)) yield readLine(line, bytes);
  }
}

/** Whether a line contains only white space. Calling a function for each byte would block the event loop for too long. */
export function isBlank(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at++) if ((bytes[at] as number) > 0x20) return false;
  return true;
}

function readLine(line: number, bytes: Buffer): ImportLine {
  try {
    if (bytes.length > LINE_BYTES_MAX) throw tooLong();
    return recordLine(line, parseJsonBody(bytes));
  } catch (error) {
    if (error instanceof DomainError) return { line, kind: null, record: {}, problem: error };
    throw error;
  }
}

/** Converts a parsed line to one to import. @throws `validation_failed` if it is not an object with exactly one key, a kind */
export function recordLine(line: number, value: unknown): ImportLine {
  const [[kind, record] = [], ...others] = Object.entries(typeof value === 'object' && value !== null ? value : {});
  if (
    others.length > 0 ||
    !isKindName(kind) ||
    typeof record !== 'object' ||
    record === null ||
    Array.isArray(record)
  ) {
    throw invalid('line', 'record', `Give an object with one key, ${kindNames.join(', ')}, that holds the record.`);
  }
  return { line, kind, record: record as Record<string, unknown> };
}
