/** What an import did, or would do: counts by kind, and a list of the results that need attention. */

import type { Violation } from '../../../../../contract/src/violations.ts';
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import type { ImportRow } from '../tables.ts';
import { deleteResult, insertResults, resultsAfter, updateResult } from './store.ts';

/** Maximum listed results; further ones are only counted. */
const LISTED_MAX = 1_000;
/**
 * Maximum stored results. There are more than are listed because many do not stay: links whose targets come later in the archive
 * have a warning until then.
 */
const NOTED_MAX = 20_000;
/** Maximum warnings and errors listed with one result. */
const PROBLEMS_MAX = 10;

export const resourceKinds = [
  'space',
  'locale',
  'environment',
  'alias',
  'content_type',
  'asset',
  'entry',
  'webhook',
] as const;
export type ResourceKind = (typeof resourceKinds)[number];

export const outcomes = ['created', 'updated', 'unchanged', 'refused'] as const;
export type Outcome = (typeof outcomes)[number];

export type Counts = Partial<Record<ResourceKind, Record<Outcome, number>>>;

/** What happened, or would happen, to one resource. */
export interface ResourceResult {
  /** Name of the environment; null for resources of the space. */
  readonly environment: string | null;
  readonly kind: ResourceKind;
  readonly key: string;
  readonly result: Outcome;
  readonly warnings: readonly Violation[];
  readonly error: { readonly code: string; readonly message: string; readonly errors?: unknown } | null;
}

/** A stored result, with the position of its line if it is to be retried. */
export interface StoredResult extends ResourceResult {
  readonly line?: { readonly path: string; readonly at: number };
}

/**
 * Counts results and lists those that need attention, inside the write that stores them.
 * @returns the new values for the row of the import
 */
export async function noteResults(
  writer: Writer,
  row: ImportRow,
  results: readonly StoredResult[],
): Promise<Pick<ImportRow, 'counts' | 'noted'>> {
  const counts = JSON.parse(row.counts) as Counts;
  for (const result of results) addTo(counts, result, 1);
  const worthIt = results.filter((result) => isWorthNoting(result, row.dry_run === 1));
  const noted = worthIt.slice(0, Math.max(0, NOTED_MAX - row.noted)).map((result, index) => {
    return { import: row.id, ordinal: row.noted + index + 1, result: resultText(result) };
  });
  await insertResults(writer, noted);
  return { counts: JSON.stringify(counts), noted: row.noted + noted.length };
}

/** Replaces a stored result, or removes it if it needs no attention any more. */
export async function settleResult(writer: Writer, row: ImportRow, ordinal: number, result: StoredResult) {
  if (isWorthNoting(result, row.dry_run === 1)) await updateResult(writer, row.id, ordinal, resultText(result));
  else await deleteResult(writer, row.id, ordinal);
}

/** The listed results of an import, in order, and whether there are more. */
export async function listedResults(
  db: Reader,
  { id, noted }: Pick<ImportRow, 'id' | 'noted'>,
): Promise<{ results: ResourceResult[]; truncated: boolean }> {
  const rows = await resultsAfter(db, id, 0, LISTED_MAX + 1);
  const results = rows.slice(0, LISTED_MAX).map(({ result }) => {
    const { line: _, ...shown } = JSON.parse(result) as StoredResult;
    return shown;
  });
  return { results, truncated: rows.length > LISTED_MAX || noted >= NOTED_MAX };
}

/** The counts after replacing one result with another. */
export function recounted(counts: string, before: ResourceResult, after: ResourceResult): string {
  const changed = JSON.parse(counts) as Counts;
  addTo(changed, before, -1);
  addTo(changed, after, 1);
  return JSON.stringify(changed);
}

/** The stored form of a result. */
function resultText({ warnings, ...result }: StoredResult): string {
  return JSON.stringify({ ...result, warnings: warnings.slice(0, PROBLEMS_MAX) });
}

/** The result for a resource without problems. */
export function did(
  result: Exclude<Outcome, 'refused'>,
  about: Pick<ResourceResult, 'environment' | 'kind' | 'key'>,
): ResourceResult {
  return { ...about, result, warnings: [], error: null };
}

/** The result for a rejected resource. @throws any error that is not a rejection, or is temporary */
export function refusedBy(error: unknown, about: Pick<ResourceResult, 'environment' | 'kind' | 'key'>): ResourceResult {
  if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
  const { errors } = error.extra as { readonly errors?: unknown };
  const shown = Array.isArray(errors) ? { errors: errors.slice(0, PROBLEMS_MAX) } : {};
  return {
    ...about,
    result: 'refused',
    warnings: [],
    error: { code: error.code, message: error.message, ...shown },
  };
}

function addTo(counts: Counts, { kind, result }: ResourceResult, by: number): void {
  const ofKind = counts[kind] ?? { created: 0, updated: 0, unchanged: 0, refused: 0 };
  counts[kind] = { ...ofKind, [result]: ofKind[result] + by };
}

/** A dry run lists what it would do, an import lists what needs attention. */
function isWorthNoting({ result, warnings }: ResourceResult, isDryRun: boolean): boolean {
  return result === 'refused' || warnings.length > 0 || (isDryRun && result !== 'unchanged');
}
