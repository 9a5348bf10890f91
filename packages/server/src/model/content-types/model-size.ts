/**
 * Limits the size of an environment's model, because any request on the environment may read all of it. Invariant: the environment
 * is locked while its size is compared, so that parallel changes cannot exceed a limit together.
 */
import type { Writer } from '../../platform/database/database.ts';
import { DomainError, invalid } from '../../platform/errors/domain-error.ts';
import { lockTypeNumbers } from '../spaces/type-numbers.ts';
import * as store from './store.ts';

/** Maximum number of content types in one environment. */
export const TYPES_MAX = 500;
/** Maximum total bytes of an environment's content types as stored, including hidden fields. */
const MODEL_BYTES_MAX = 4_194_304;

/**
 * Called by a write after it has made the model larger.
 * @throws `conflict` if there are too many content types, `validation_failed` if they are too large together
 */
export async function rejectLargeModel(writer: Writer, environment: number): Promise<void> {
  await lockTypeNumbers(writer, environment);
  const { types, bytes } = await store.sizeOfModel(writer, environment);
  if (types > TYPES_MAX)
    throw new DomainError('conflict', `Delete a content type first; an environment has at most ${TYPES_MAX}.`);
  if (bytes <= MODEL_BYTES_MAX) return;
  const message = `Shorten the content types, or delete hidden fields; those of an environment may take ${MODEL_BYTES_MAX} bytes together, and would take ${bytes}.`;
  throw invalid('fields', 'max_bytes', message, { limit: MODEL_BYTES_MAX, given: bytes });
}
