/**
 * Copies content types for the clone of an environment, hidden fields included, under the same numbers. Values of fields
 * that are removed from the source meanwhile may have been copied before: they are removed from the clone once it is ready.
 */
import type { Writer } from '../../platform/database/database.ts';
import type { RowPair } from '../../platform/database/row-id.ts';
import type { CopyPart } from '../spaces/content-copy.ts';
import type { ContentType } from './content-type.ts';
import { beginWaiting, copyRemovals, insertWaiting } from './field-removal-store.ts';
import { copyTypes, listTypes } from './store.ts';

/** Replaces the content types of the clone; there are so few that one step copies them all. */
export const copyContentTypes: CopyPart = async (writer, pair) => {
  const before = await listTypes(writer, pair.clone);
  await copyTypes(writer, pair);
  const after = new Map((await listTypes(writer, pair.clone)).map((type) => [type.number, fieldNumbers(type)]));
  for (const type of before) {
    const kept = after.get(type.number);
    const gone = kept === undefined ? [] : [...fieldNumbers(type)].filter((field) => !kept.has(field));
    const place = { environment: pair.clone, contentType: type.number };
    for (const field of gone) await insertWaiting(writer, { ...place, field });
  }
  await copyRemovals(writer, pair);
  return null;
};

/** Begins to remove the values of fields that are no more. */
export async function finishTypes(writer: Writer, { clone }: RowPair): Promise<void> {
  await beginWaiting(writer, clone);
}

/** The numbers of the fields of a type, hidden ones included. */
function fieldNumbers({ fields, hiddenFields }: ContentType): Set<number> {
  return new Set([...fields, ...hiddenFields].map(({ number }) => number));
}
