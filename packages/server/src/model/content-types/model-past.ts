/**
 * The past of models: with each change of a content type or of the locales, what they were before. Invariant: what a part of a model
 * was at a revision is the first row of `model_versions` behind that revision, or what it is now if there is none.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Reader } from '../../platform/database/database.ts';
import type { Change } from '../../platform/journal/change.ts';
import { beginPast } from '../spaces/environment-rows.ts';
import { type Locale, Locales } from '../spaces/locale.ts';
import type { ContentType } from './content-type.ts';
import type { Model } from './model.ts';
import { ALL_FIELDS } from './removed-values.ts';
import * as store from './store.ts';

/** The part of a model that its locales are. */
const LOCALES = 0;

/** Keeps what a content type was until this write. @param before null if it is new */
export function keepType(change: Change, environment: number, number: number, before: ContentType | null): void {
  keep(change, { environment, part: number }, before);
}

/** Keeps what the locales of an environment were until this write. */
export function keepLocales(change: Change, environment: number, before: readonly Locale[]): void {
  keep(change, { environment, part: LOCALES }, before);
}

function keep(
  change: Change,
  { environment, part }: { environment: number; part: number },
  before: object | null,
): void {
  const content = before === null ? null : zstdCompressSync(JSON.stringify(before));
  change.atRevision(environment, async (writer, until) => {
    await store.insertModelVersion(writer, { environment, until, part, content });
  });
}

/** A model as it was at a revision. @param now what it is */
export async function modelAt(db: Reader, now: Model, revision: number): Promise<Model> {
  const rows = await store.modelVersionsAfter(db, now.environment, revision);
  const first = new Map<number, unknown>();
  for (const { part, content } of rows)
    if (!first.has(part)) first.set(part, content === null ? null : contentOf(content));
  if (first.size === 0) return now;
  const locales = first.get(LOCALES) as readonly Locale[] | undefined;
  first.delete(LOCALES);
  const types = [...now.types.filter(({ number }) => !first.has(number)), ...first.values()] as (ContentType | null)[];
  return now.as({
    revision: await store.lastModelChange(db, now.environment, revision),
    locales: locales === undefined ? now.locales : new Locales(locales),
    types: types.filter((type) => type !== null).sort((one, other) => one.number - other.number),
  });
}

/**
 * Lets the past of an environment begin where readers no longer saw a field, as its values are being removed from all versions.
 * @param gone `field`: `ALL_FIELDS` for a component that is deleted, which is in nothing that readers see
 */
export function beginPastWithout(change: Change, environment: number, gone: { type: number; field: number }): void {
  change.atRevision(environment, async (writer, revision) => {
    const from = gone.field === ALL_FIELDS ? revision : await lastSeen(writer, environment, gone);
    await beginPast(writer, environment, from);
  });
}

/** The revision at which a field was taken out of its type; 0 if it never was in it. */
async function lastSeen(
  db: Reader,
  environment: number,
  { type, field }: { type: number; field: number },
): Promise<number> {
  const versions = await store.modelVersionsAfter(db, environment, 0);
  const last = versions.findLast(
    ({ part, content }) => part === type && content !== null && hasField(contentOf(content) as ContentType, field),
  );
  return last?.until ?? 0;
}

function hasField({ fields }: ContentType, field: number): boolean {
  return fields.some(({ number }) => number === field);
}

function contentOf(content: Uint8Array): unknown {
  return JSON.parse(zstdDecompressSync(content).toString());
}
