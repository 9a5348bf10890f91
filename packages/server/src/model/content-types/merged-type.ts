/** What merging environments needs from content types: reading them, and restoring one to an earlier state. */
import type { Reader } from '../../platform/database/database.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { lockTypeNumbers } from '../spaces/type-numbers.ts';
import type { ContentType } from './content-type.ts';
import { rejectLargeModel } from './model-size.ts';
import type { Models } from './models.ts';
import * as store from './store.ts';
import type { StoredContent } from './stored-content.ts';
import { recordTypeChange, type TypeWork } from './type-change.ts';
import { rebuildContent } from './type-effects.ts';

/** The content types of an environment, oldest first. */
export async function readTypes(db: Reader, environment: number): Promise<ContentType[]> {
  return store.listTypes(db, environment);
}

/**
 * Restores a content type with all its fields, including hidden ones, under their original numbers.
 * @param before the current type, locked; null if it was deleted
 * @throws `conflict` on slugs, unique values, or if its api_id is taken
 */
export async function restoreType(
  work: TypeWork,
  { before, was }: { before: ContentType | null; was: ContentType },
  parts: { stored: StoredContent; models: Models },
): Promise<void> {
  const { writer, change, environment } = work;
  parts.models.changing(writer, environment.number);
  if (before === null) {
    const again = { ...was, version: was.version + 1 };
    if (!(await store.insertType(writer, environment.number, again)))
      throw new DomainError('conflict', `There is a content type "${was.apiId}" again; delete it first.`);
    change.countIn(environment, 'content_types', 1);
    await rejectLargeModel(writer, environment.number);
    return recordTypeChange(work, 'content_type.create', { after: again });
  }
  const nextFieldNumber = Math.max(before.nextFieldNumber, was.nextFieldNumber);
  const after = { ...was, version: before.version + 1, nextFieldNumber };
  await store.updateType(writer, environment.number, after);
  await rebuildContent(work, [{ before, after }], parts);
  if (store.isLarger(after, before)) await rejectLargeModel(writer, environment.number);
  await recordTypeChange(work, 'content_type.update', { before, after });
}

/** Locks and returns the content types of an environment. This also blocks changes to their entries. */
export async function lockTypes(work: Pick<TypeWork, 'writer' | 'environment'>): Promise<ContentType[]> {
  await store.lockTypesForUpdate(work.writer, work.environment.number);
  await lockTypeNumbers(work.writer, work.environment.number);
  return store.listTypes(work.writer, work.environment.number);
}
