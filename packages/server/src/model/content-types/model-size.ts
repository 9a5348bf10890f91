/**
 * Limits the size of an environment's model, because any request on the environment may read all of it. Invariant: the environment
 * is locked while its size is compared, so that parallel changes cannot exceed a limit together.
 */
import type { Writer } from '../../platform/database/database.ts';
import { DomainError, invalid } from '../../platform/errors/domain-error.ts';
import { lockTypeNumbers } from '../spaces/type-numbers.ts';
import type { ContentType } from './content-type.ts';
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
  rejectSize(await store.sizeOfModel(writer, environment));
}

/** The same for a model that is planned. @param before the types before it, which may be as large already */
export function rejectLargeTypes(types: readonly ContentType[], before: readonly ContentType[]): void {
  const sizeOf = (all: readonly ContentType[]) => all.reduce((sum, type) => sum + store.bytesOf(type), 0);
  const bytes = sizeOf(types);
  if (types.length > before.length || bytes > sizeOf(before)) rejectSize({ types: types.length, bytes });
}

function rejectSize({ types, bytes }: { readonly types: number; readonly bytes: number }): void {
  if (types > TYPES_MAX)
    throw new DomainError('conflict', `Delete a content type first; an environment has at most ${TYPES_MAX}.`);
  if (bytes <= MODEL_BYTES_MAX) return;
  const message = `Shorten the content types, or delete hidden fields; those of an environment may take ${MODEL_BYTES_MAX} bytes together, and would take ${bytes}.`;
  throw invalid('fields', 'max_bytes', message, { limit: MODEL_BYTES_MAX, given: bytes });
}
