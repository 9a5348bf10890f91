/**
 * What an import would do, without writing anything: which records and files are new. Whether the service accepts a
 * record, and whether an existing one would change, is only known when it is sent.
 */

import type { Note } from '@lectern/import/notes.ts';
import {
  type RecordIdentity,
  type RecordKind,
  type RefusedRecord,
  type TypeCount,
  titleKey,
} from '@lectern/import/records.ts';
import { type ServiceClient, ServiceError } from '../service-client.ts';
import type { LocalesOutcome } from './locales.ts';
import { cameLines, noteSections, refusedLines, section, textOf } from './report-sections.ts';

/** Keys in one request; they have to fit into a URL. */
const KEYS_PER_REQUEST = 100;
const PAGE_ITEMS = 1_000;
/** The service does not page further than this with `skip`. */
const ITEMS_MAX = 100_000;

/** How many records of a kind there are here and how many are new. */
export interface PlannedCounts {
  readonly total: number;
  readonly new: number;
  readonly present: number;
  readonly refused: number;
}

export interface ImportPlan {
  readonly dry_run: true;
  readonly file: string;
  readonly space: string;
  readonly environment: string;
  readonly locales: LocalesOutcome;
  readonly content_types: PlannedCounts;
  readonly assets: PlannedCounts;
  readonly entries: PlannedCounts;
  /** What the file holds, by content type. */
  readonly came: readonly TypeCount[];
  /** Null if files were left out. */
  readonly files: { readonly total: number; readonly found: number; readonly missing: number } | null;
  readonly refused: readonly RefusedRecord[];
  readonly notes: readonly Note[];
}

/** The input of a plan. */
export interface PlanParts
  extends Pick<ImportPlan, 'file' | 'space' | 'environment' | 'locales' | 'files' | 'notes' | 'came'> {
  readonly records: readonly RecordIdentity[];
  /** What could not be converted to a record. */
  readonly refused: readonly RefusedRecord[];
  /** Path of the environment. */
  readonly path: string;
  readonly client: ServiceClient;
}

/**
 * Compares the records with what the environment has.
 * @throws ServiceError if it cannot be read
 */
export async function planImport({ records, refused, path, client, ...parts }: PlanParts): Promise<ImportPlan> {
  const read = (query: string) => client.send({ method: 'GET', path: `${path}/${query}` }) as Promise<Page>;
  const entryKeys = records.flatMap(({ kind, key }) => (kind === 'entry' ? [key] : []));
  const present = new Set([
    ...(await allItems(read, 'content-types')).map((item) => titleKey('content_type', item.api_id ?? '')),
    ...(await allItems(read, 'media')).map((item) => titleKey('asset', item.key ?? '')),
    ...(await entriesAmong(read, entryKeys)).map((item) => titleKey('entry', item.key ?? '')),
  ]);
  const counts = (kind: RecordKind): PlannedCounts => {
    const alike = records.filter((record) => record.kind === kind);
    const known = alike.filter(({ key }) => present.has(titleKey(kind, key))).length;
    const rejected = refused.filter((record) => record.kind === kind).length;
    return { total: alike.length + rejected, new: alike.length - known, present: known, refused: rejected };
  };
  return {
    dry_run: true,
    ...parts,
    content_types: counts('content_type'),
    assets: counts('asset'),
    entries: counts('entry'),
    refused,
  };
}

/** Whether nothing in the file is known to fail. */
export function isPossible({ refused, files }: ImportPlan): boolean {
  return refused.length === 0 && (files?.missing ?? 0) === 0;
}

/** The plan as text, several lines. */
export function planText(plan: ImportPlan): string {
  const { locales, files } = plan;
  return textOf([
    [
      `Would import ${plan.file} into space ${plan.space}, environment ${plan.environment}. Nothing was written.`,
      '',
      `  locales        ${locales.created.length} new, ${locales.updated.length} to update, ${locales.unchanged.length} unchanged`,
      `  content types  ${countsText(plan.content_types)}`,
      `  assets         ${countsText(plan.assets)}`,
      `  entries        ${countsText(plan.entries)}`,
      ...cameLines(plan.came),
      ...(files === null ? [] : [`  files          ${files.found} found, ${files.missing} missing`]),
    ],
    section('Would be refused', refusedLines(plan.refused)),
    ...noteSections(plan.notes),
  ]);
}

interface Page {
  readonly items: readonly { readonly key?: string; readonly api_id?: string }[];
  readonly total: number;
}

type Read = (query: string) => Promise<Page>;

async function allItems(read: Read, resource: string): Promise<Page['items']> {
  const items: Page['items'][number][] = [];
  for (;;) {
    const page = await read(`${resource}?limit=${PAGE_ITEMS}&skip=${items.length}`);
    items.push(...page.items);
    if (page.items.length === 0 || items.length >= page.total) return items;
    if (items.length >= ITEMS_MAX)
      throw new ServiceError(`The environment has more than ${ITEMS_MAX} ${resource}; import without --dry-run.`);
  }
}

async function entriesAmong(read: Read, keys: readonly string[]): Promise<Page['items']> {
  const items: Page['items'][number][] = [];
  for (let start = 0; start < keys.length; start += KEYS_PER_REQUEST) {
    const ids = keys.slice(start, start + KEYS_PER_REQUEST).join(',');
    items.push(...(await read(`entries?limit=${KEYS_PER_REQUEST}&ids=${ids}`)).items);
  }
  return items;
}

function countsText(counts: PlannedCounts): string {
  return `${counts.new} new, ${counts.present} already here, ${counts.refused} refused`;
}
