/**
 * Copies content types, including hidden fields, for the clone of an environment, under the same numbers. Values of fields that are
 * removed from the source during the copy may already be in the clone: they are removed there once it is ready.
 */
import type { Writer } from '../../platform/database/database.ts';
import type { RowPair } from '../../platform/database/row-id.ts';
import type { CopyPart } from '../spaces/content-copy.ts';
import { allFields, type ContentType } from './content-type.ts';
import { beginWaiting, copyRemovals, insertWaiting } from './field-removal-store.ts';
import { ALL_FIELDS, removalOf } from './removed-values.ts';
import { copyTypes, listTypes } from './store.ts';

/** Replaces the content types of the clone. There are few enough to copy in one step. */
export const copyContentTypes: CopyPart = async (writer, pair) => {
  const before = await listTypes(writer, pair.clone);
  await copyTypes(writer, pair);
  const after = await listTypes(writer, pair.clone);
  for (const type of before)
    for (const field of goneOf(type, after))
      await insertWaiting(writer, { ...removalOf(type, field, [...before, ...after]), environment: pair.clone });
  await copyRemovals(writer, pair);
  return null;
};

/** Starts removing the values of fields that no longer exist. */
export async function finishTypes(writer: Writer, { clone }: RowPair): Promise<void> {
  await beginWaiting(writer, clone);
}

/** The fields of a type that are gone. A type of entries goes without any; blocks of a component may be hidden in others. */
function goneOf(type: ContentType, after: readonly ContentType[]): readonly number[] {
  const same = after.find(({ number }) => number === type.number);
  if (same === undefined) return type.kind === 'component' ? [ALL_FIELDS] : [];
  const kept = fieldNumbers(same);
  return [...fieldNumbers(type)].filter((field) => !kept.has(field));
}

/** The numbers of the type's fields, including hidden ones. */
function fieldNumbers(type: ContentType): Set<number> {
  return new Set(allFields(type).map(({ number }) => number));
}
