/** The write of one entry of a change set, inside of the write of the whole set. */
import type { Violation } from '../../../../contract/src/violations.ts';
import { savepoint } from '../../platform/database/savepoint.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { EntryWork } from '../entries/entry.ts';
import { violationsIn } from './conflicts.ts';
import type { ItemRow } from './tables.ts';

/**
 * Runs the write of one entry, which is a part of its own in the audit.
 * @returns what it returns; null if it was refused, which `problems` then tell with the path of the entry
 */
export async function inItem<T>(
  work: EntryWork & { readonly problems: Violation[] },
  item: ItemRow,
  write: () => Promise<T>,
): Promise<T | null> {
  const mark = work.change.mark();
  try {
    const written = await savepoint(work.writer, write);
    work.change.endPart();
    return written;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
    work.change.undoTo(mark);
    const { errors } = error.extra as { readonly errors?: readonly Violation[] };
    const violations = errors ?? [{ path: 'slug', rule: error.code, message: error.message }];
    work.problems.push(...violationsIn(item, violations));
    return null;
  }
}
