/**
 * New epochs for all environments. After the database was restored to an earlier state, clients may have cached responses of
 * revisions that it has not reached again. Their `ETag`s include the epoch, so none of them is considered current.
 */
import type { Writer } from '../../platform/database/database.ts';
import { randomCode } from '../../platform/kit/ids.ts';
import { environmentNumbers, setEpoch } from './environment-store.ts';
import { EPOCH_LENGTH } from './new-environments.ts';

/** Gives each environment an epoch that it never had before. */
export async function renewEpochs(writer: Writer): Promise<void> {
  for (const number of await environmentNumbers(writer)) await setEpoch(writer, number, randomCode(EPOCH_LENGTH));
}
