/** The numbers of entries, for checks. */
import type { Sequence } from '../../platform/database/checkup/sequence-check.ts';
import { numberOfRow } from '../../platform/database/row-id.ts';
import { lastEntryId } from './checkup/checkup-store.ts';
import { entryCounter } from './entry-numbers.ts';

export function entrySequence(environment: number): Sequence {
  return {
    about: `entries of environment ${environment}`,
    counter: entryCounter(environment),
    last: async (db) => numberOfRow(await lastEntryId(db, environment)),
  };
}
