/**
 * Predicts what importing records would do, by comparing them with the environment's records. Whether a value fits its field is
 * only known when it is imported; the shape of a record is checked here.
 */

import type { ContentRecord, KindName } from '../../../content/kinds/content-kind.ts';
import { contentKind } from '../../../content/kinds/kinds.ts';
import type { Model } from '../../../model/content-types/model.ts';
import { importedPreviewUrl } from '../../../model/content-types/preview-url.ts';
import { importedFields } from '../../../model/content-types/type-record.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { inKeyOrder } from '../../../platform/kit/key-order.ts';
import { Pace } from '../../../platform/kit/pace.ts';
import { did, type ResourceResult, refusedBy } from './tally.ts';

/** What to compare. */
export interface Comparison {
  /** Name of the environment. */
  readonly environment: string;
  readonly kind: KindName;
  readonly records: readonly ContentRecord[];
}

/** @param model of the environment; null if the import would first create the environment */
export async function compareRecords(
  db: Reader,
  model: Model | null,
  { environment, kind, records }: Comparison,
): Promise<ResourceResult[]> {
  const pace = new Pace();
  const same =
    model === null
      ? new Map<ContentRecord, boolean>()
      : await sameRecords(db, model, { environment, kind, records }, pace);
  const results: ResourceResult[] = [];
  for (const record of records) {
    results.push(resultOf(record, same.get(record), { environment, kind, key: keyOf(kind, record) }));
    await pace.restIfDue();
  }
  return results;
}

function resultOf(
  record: ContentRecord,
  isSame: boolean | undefined,
  about: Omit<Comparison, 'records'> & { key: string },
) {
  try {
    contentKind(about.kind).records.check(record);
    return did(isSame === undefined ? 'created' : isSame ? 'unchanged' : 'updated', about);
  } catch (error) {
    return refusedBy(error, about);
  }
}

/** The records whose keys exist in the environment, and whether the existing ones are identical. */
async function sameRecords(
  db: Reader,
  model: Model,
  { kind, records }: Comparison,
  pace: Pace,
): Promise<Map<ContentRecord, boolean>> {
  const given = Map.groupBy(records, (record) => keyOf(kind, record));
  const same = new Map<ContentRecord, boolean>();
  for await (const existing of contentKind(kind).records.byKey(db, model, [...given.keys()]))
    for (const { key, record } of existing)
      for (const wanted of given.get(key) ?? []) {
        if (isRecord(kind, wanted)) same.set(wanted, isSame(record, asImported(wanted, record)));
        await pace.restIfDue();
      }
  return same;
}

function keyOf(kind: KindName, record: ContentRecord): string {
  return String(record[contentKind(kind).records.keyName]);
}

function isRecord(kind: KindName, record: ContentRecord): boolean {
  try {
    contentKind(kind).records.check(record);
    return true;
  } catch {
    // The caller reports the reason.
    return false;
  }
}

/** The effective record when it is imported over the existing one. */
function asImported(record: ContentRecord, existing: ContentRecord): ContentRecord {
  const { preview_url: given, fields } = record;
  const isTemplate = typeof given === 'string' && typeof existing.preview_url === 'string';
  return {
    ...record,
    ...(isTemplate ? { preview_url: importedPreviewUrl(given, existing.preview_url as string) } : {}),
    ...(Array.isArray(fields) ? { fields: importedFields(fields, existing.fields) } : {}),
  };
}

/** Whether the import would change nothing. Times that the record leaves out may have any value. */
function isSame(existing: ContentRecord, wanted: ContentRecord): boolean {
  const isTime = (name: string) => name.endsWith('_at');
  const names = new Set([...Object.keys(existing), ...Object.keys(wanted)]);
  for (const name of names) {
    if (isTime(name) && wanted[name] === undefined) continue;
    if (textOf(existing[name]) !== textOf(wanted[name])) return false;
  }
  return true;
}

/** A value as text, equal for equal values; undefined, null and empty count as the same. */
function textOf(value: unknown): string {
  const text = JSON.stringify(sorted(value));
  return text === undefined || text === 'null' || text === '{}' || text === '[]' ? '' : text;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return inKeyOrder(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, sorted(item)])));
}
