/**
 * New epochs for all environments: after the database was put back to an earlier state, clients may have responses of
 * revisions that it has not reached again. Their `ETag`s name the epoch, and so none of them is taken for current.
 */
import type { Writer } from '../../platform/database/database.ts';
import { randomCode } from '../../platform/kit/ids.ts';
import { environmentNumbers, setEpoch } from './environment-store.ts';
import { EPOCH_LENGTH } from './new-environments.ts';

/** Gives each environment an epoch that it never had. */
export async function renewEpochs(writer: Writer): Promise<void> {
  for (const number of await environmentNumbers(writer)) await setEpoch(writer, number, randomCode(EPOCH_LENGTH));
}
