/**
 * What importing records would do: compares them with those that the environment has. Whether a value fits its field is
 * only known when it is imported; what a record needs to be one is checked here.
 */
import type { Model } from '../../../model/content-types/model.ts';
import { importedPreviewUrl } from '../../../model/content-types/preview-url.ts';
import { readTypeRecord } from '../../../model/content-types/type-record.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { inKeyOrder } from '../../../platform/kit/key-order.ts';
import { Pace } from '../../../platform/kit/pace.ts';
import { readAssetsByKey } from '../../assets/asset-records.ts';
import { readEntriesByKey } from '../../entries/entry-records.ts';
import { type RecordKind, requireEntryRecord } from '../../import/records.ts';
import { typeRecords } from '../export/small-files.ts';
import { did, type ResourceResult, refusedBy } from './tally.ts';

type Given = Readonly<Record<string, unknown>>;

/** What is compared. */
export interface Comparison {
  /** Name of the environment. */
  readonly environment: string;
  readonly kind: RecordKind;
  readonly records: readonly Given[];
}

/** @param model of the environment; null if it would be created first */
export async function compareRecords(
  db: Reader,
  model: Model | null,
  { environment, kind, records }: Comparison,
): Promise<ResourceResult[]> {
  const keys = records.map((record) => String(record.key));
  const standing = model === null ? new Map<string, Given>() : await standingRecords(db, model, { kind, keys });
  const results: ResourceResult[] = [];
  const pace = new Pace();
  for (const record of records) {
    const key = String(kind === 'content_type' ? record.api_id : record.key);
    results.push(resultOf(record, standing.get(key), { environment, kind, key }));
    await pace.restIfDue();
  }
  return results;
}

function resultOf(record: Given, before: Given | undefined, about: Omit<Comparison, 'records'> & { key: string }) {
  try {
    requireRecord(about.kind, record);
    if (before === undefined) return did('created', about);
    return did(isSame(before, asImported(record, before)) ? 'unchanged' : 'updated', about);
  } catch (error) {
    return refusedBy(error, about);
  }
}

async function standingRecords(
  db: Reader,
  model: Model,
  { kind, keys }: { kind: RecordKind; keys: readonly string[] },
): Promise<Map<string, Given>> {
  if (kind === 'content_type')
    return new Map(typeRecords(model, true).map((record) => [String(record.api_id), record]));
  const read = kind === 'asset' ? await readAssetsByKey(db, model, keys) : await readEntriesByKey(db, model, keys);
  return new Map(read.map(({ key, record }) => [key, record]));
}

/** @throws `validation_failed` */
function requireRecord(kind: RecordKind, record: Given): void {
  if (kind === 'entry') requireEntryRecord(record);
  else if (kind === 'content_type') readTypeRecord(record);
}

/** A record as it is imported over the one that there is. */
function asImported(record: Given, { preview_url: standing }: Given): Given {
  const { preview_url: given } = record;
  if (typeof given !== 'string' || typeof standing !== 'string') return record;
  return { ...record, preview_url: importedPreviewUrl(given, standing) };
}

/** Whether everything that the record says is so already. Times that it leaves out may be any. */
function isSame(standing: Given, wanted: Given): boolean {
  const isTime = (name: string) => name.endsWith('_at');
  const names = new Set([...Object.keys(standing), ...Object.keys(wanted)]);
  for (const name of names) {
    if (isTime(name) && wanted[name] === undefined) continue;
    if (textOf(standing[name]) !== textOf(wanted[name])) return false;
  }
  return true;
}

/** A value as text that is equal for equal values; nothing, null and nothing in it are the same. */
function textOf(value: unknown): string {
  const text = JSON.stringify(sorted(value));
  return text === undefined || text === 'null' || text === '{}' || text === '[]' ? '' : text;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return inKeyOrder(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, sorted(item)])));
}
