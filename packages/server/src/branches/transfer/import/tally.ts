/** What an import did, or would do: counted by kind, and the results worth reading listed one by one. */

import type { Violation } from '../../../../../contract/src/violations.ts';
import type { Writer } from '../../../platform/database/database.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import type { ImportRow } from '../tables.ts';
import { insertResults } from './store.ts';

/** Results that are listed; beyond that they are only counted. */
export const NOTED_MAX = 1_000;
/** Warnings and errors that are listed with one result. */
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

/** What became, or would become, of one resource. */
export interface ResourceResult {
  /** Name of the environment; null for what belongs to the space. */
  readonly environment: string | null;
  readonly kind: ResourceKind;
  readonly key: string;
  readonly result: Outcome;
  readonly warnings: readonly Violation[];
  readonly error: { readonly code: string; readonly message: string; readonly errors?: unknown } | null;
}

/** A result as it is stored: with where its line is, if it is to be tried again. */
export interface StoredResult extends ResourceResult {
  readonly line?: { readonly path: string; readonly at: number };
}

/**
 * Counts results and lists those worth it, inside the write that stores them.
 * @returns what then stands in the row of the import
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

/** The counts with one result in the place of another. */
export function recounted(counts: string, before: ResourceResult, after: ResourceResult): string {
  const changed = JSON.parse(counts) as Counts;
  addTo(changed, before, -1);
  addTo(changed, after, 1);
  return JSON.stringify(changed);
}

/** A result as it is stored. */
export function resultText({ warnings, ...result }: StoredResult): string {
  return JSON.stringify({ ...result, warnings: warnings.slice(0, PROBLEMS_MAX) });
}

/** The result of a resource without problems. */
export function did(
  result: Exclude<Outcome, 'refused'>,
  about: Pick<ResourceResult, 'environment' | 'kind' | 'key'>,
): ResourceResult {
  return { ...about, result, warnings: [], error: null };
}

/** The result of a resource that was refused. @throws whatever is no refusal, or one that passes */
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

/** A dry run lists what it would do, an import what needs attention. */
function isWorthNoting({ result, warnings }: ResourceResult, isDryRun: boolean): boolean {
  return result === 'refused' || warnings.length > 0 || (isDryRun && result !== 'unchanged');
}
