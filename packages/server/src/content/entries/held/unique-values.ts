/**
 * Which values a published entry holds in the unique fields of its type: own values alone, per field and locale.
 */
import { createHash } from 'node:crypto';
import type { ContentType } from '../../../model/content-types/content-type.ts';
import type { Model } from '../../../model/content-types/model.ts';
import { ownValues } from '../../../model/fields/document/own-values.ts';
import { type Document, NO_LOCALE } from '../../../model/fields/field.ts';
import { fieldType } from '../../../model/fields/registry.ts';
import { resourceId } from '../../../model/spaces/resource-id.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { type Violation, validationFailed } from '../../../platform/errors/domain-error.ts';
import type { TypedWork } from '../entry.ts';
import { deleteUniqueValue, insertUniqueValue, selectValueHolder } from './value-store.ts';

/** One held value. */
export interface HeldValue {
  readonly field: number;
  readonly locale: number;
  readonly hash: string;
  /** Its path, such as `fields.sku.en-US`. */
  readonly path: string;
}

/** The values that a published state holds, by field, locale and value. */
export function heldValues(
  published: Document | null,
  type: ContentType,
  model: Pick<Model, 'locales'>,
): Map<string, HeldValue> {
  const held = new Map<string, HeldValue>();
  const fields = type.fields.filter(({ unique }) => unique);
  if (published === null || fields.length === 0) return held;
  for (const { field, locale, value, path } of ownValues({ document: published, fields, locales: model.locales })) {
    const hash = hashOf(fieldType(field.type).indexValue(value, field));
    const place = field.localized ? locale.number : NO_LOCALE;
    held.set(`${field.number} ${place} ${hash}`, { field: field.number, locale: place, hash, path });
  }
  return held;
}

/**
 * Makes an entry hold the values of its published state, and release those of the previous one.
 * @throws `validation_failed`, rule `unique`, if another published entry of the type holds one of them
 */
export async function holdValues(
  work: TypedWork,
  entry: number,
  { before, after }: { before: Document | null; after: Document | null },
): Promise<void> {
  if (before === after) return;
  const had = heldValues(before, work.type, work.model);
  const has = heldValues(after, work.type, work.model);
  const place = { environment: work.environment.number, contentType: work.type.number };
  await release(work, entry, had, has);
  const violations: Violation[] = [];
  for (const [name, held] of has) {
    if (had.has(name)) continue;
    const { field, locale, hash } = held;
    const [taken] = await insertUniqueValue(work.writer, { ...place, field, locale, hash, entry });
    if (taken === undefined) violations.push(await notUnique(work, held));
  }
  if (violations.length > 0) throw validationFailed(violations);
}

/** Releases the values that the published state of an entry held and will not, so that another one can take them first. */
export async function releaseValues(
  work: TypedWork,
  entry: number,
  { before, after }: { before: Document | null; after: Document | null },
): Promise<void> {
  await release(work, entry, heldValues(before, work.type, work.model), heldValues(after, work.type, work.model));
}

async function release(
  work: TypedWork,
  entry: number,
  had: ReadonlyMap<string, HeldValue>,
  has: ReadonlyMap<string, HeldValue>,
): Promise<void> {
  const place = { environment: work.environment.number, contentType: work.type.number, entry };
  for (const [name, { field, locale, hash }] of had)
    if (!has.has(name)) await deleteUniqueValue(work.writer, { ...place, field, locale, hash });
}

async function notUnique(work: TypedWork, { field, locale, hash, path }: HeldValue): Promise<Violation> {
  const place = { environment: work.environment.number, contentType: work.type.number, field, locale, hash };
  const [holder] = await selectValueHolder(work.writer, place);
  const who = holder === undefined ? 'another published entry' : resourceId('entry', work.model.code, holder.key);
  return heldBy(path, who);
}

/** What is wrong with a value that another entry holds. @param who id of the entry, or what it is */
export function heldBy(path: string, who: string): Violation {
  return { path, rule: 'unique', message: `Choose another value; ${who} holds this one.` };
}

/** Key of the published entry that holds a value; undefined if none does. */
export async function holderOf(
  db: Reader,
  { environment, type }: Pick<TypedWork, 'environment' | 'type'>,
  { field, locale, hash }: HeldValue,
): Promise<string | undefined> {
  const place = { environment: environment.number, contentType: type.number, field, locale, hash };
  const [holder] = await selectValueHolder(db, place);
  return holder?.key;
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
