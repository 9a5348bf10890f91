/**
 * Copies content types, including hidden fields, for the clone of an environment, under the same numbers. Values of fields that are
 * removed from the source during the copy may already be in the clone: they are removed there once it is ready.
 */
import type { Writer } from '../../platform/database/database.ts';
import type { RowPair } from '../../platform/database/row-id.ts';
import type { CopyPart } from '../spaces/content-copy.ts';
import type { ContentType } from './content-type.ts';
import { beginWaiting, copyRemovals, insertWaiting } from './field-removal-store.ts';
import { copyTypes, listTypes } from './store.ts';

/** Replaces the content types of the clone. There are few enough to copy in one step. */
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

/** Starts removing the values of fields that no longer exist. */
export async function finishTypes(writer: Writer, { clone }: RowPair): Promise<void> {
  await beginWaiting(writer, clone);
}

/** The numbers of the type's fields, including hidden ones. */
function fieldNumbers({ fields, hiddenFields }: ContentType): Set<number> {
  return new Set([...fields, ...hiddenFields].map(({ number }) => number));
}
