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
  const pace = new Pace();
  const same =
    model === null ? new Map<Given, boolean>() : await sameRecords(db, model, { environment, kind, records }, pace);
  const results: ResourceResult[] = [];
  for (const record of records) {
    results.push(resultOf(record, same.get(record), { environment, kind, key: keyOf(kind, record) }));
    await pace.restIfDue();
  }
  return results;
}

function resultOf(record: Given, isSame: boolean | undefined, about: Omit<Comparison, 'records'> & { key: string }) {
  try {
    requireRecord(about.kind, record);
    return did(isSame === undefined ? 'created' : isSame ? 'unchanged' : 'updated', about);
  } catch (error) {
    return refusedBy(error, about);
  }
}

/** Those of the records that the environment has by their keys, and whether it has them as they are. */
async function sameRecords(
  db: Reader,
  model: Model,
  { kind, records }: Comparison,
  pace: Pace,
): Promise<Map<Given, boolean>> {
  const given = Map.groupBy(records, (record) => keyOf(kind, record));
  const same = new Map<Given, boolean>();
  for await (const standing of standingRecords(db, model, { kind, keys: [...given.keys()] }))
    for (const { key, record } of standing)
      for (const wanted of given.get(key) ?? []) {
        if (isRecord(kind, wanted)) same.set(wanted, isSame(record, asImported(wanted, record)));
        await pace.restIfDue();
      }
  return same;
}

async function* standingRecords(
  db: Reader,
  model: Model,
  { kind, keys }: { kind: RecordKind; keys: readonly string[] },
): AsyncGenerator<readonly { readonly key: string; readonly record: Given }[]> {
  if (kind === 'entry') yield* readEntriesByKey(db, model, keys);
  else if (kind === 'asset') yield await readAssetsByKey(db, model, keys);
  else yield typeRecords(model, true).map((record) => ({ key: String(record.api_id), record }));
}

function keyOf(kind: RecordKind, record: Given): string {
  return String(kind === 'content_type' ? record.api_id : record.key);
}

/** @throws `validation_failed` */
function requireRecord(kind: RecordKind, record: Given): void {
  if (kind === 'entry') requireEntryRecord(record);
  else if (kind === 'content_type') readTypeRecord(record);
}

function isRecord(kind: RecordKind, record: Given): boolean {
  try {
    requireRecord(kind, record);
    return true;
  } catch {
    // The caller says why.
    return false;
  }
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
