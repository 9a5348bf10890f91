/**
 * Aborts uploads that are too slow, so that nobody can hold connections and files open with a trickle. Invariant: only the time
 * spent waiting for the client counts; while received bytes are waiting to be read, the service is the slow side.
 */
import type { IncomingMessage } from 'node:http';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { type Repeat, systemRepeat } from '../../platform/kit/clock.ts';

const BYTES_PER_SECOND_MIN = 10_000;
const LOOKED_EVERY_MS = 10_000;
const BYTES_BETWEEN_LOOKS_MIN = (BYTES_PER_SECOND_MIN * LOOKED_EVERY_MS) / 1_000;

/**
 * Waits for `reading` while a body arrives.
 * @param repeat calls the check of the pace periodically
 * @throws `request_timeout` if fewer than `BYTES_BETWEEN_LOOKS_MIN` arrived between two checks; or the error of `reading`
 */
export async function withMinimumPace<T>(
  body: IncomingMessage,
  reading: Promise<T>,
  repeat: Repeat = systemRepeat,
): Promise<T> {
  let bytesBefore = body.socket.bytesRead;
  const { promise: tooSlow, reject } = Promise.withResolvers<never>();
  const end = repeat(() => {
    const { bytesRead } = body.socket;
    const isSlow = bytesRead - bytesBefore < BYTES_BETWEEN_LOOKS_MIN;
    bytesBefore = bytesRead;
    if (isSlow && !body.complete && body.readableLength === 0) reject(uploadTooSlow());
  }, LOOKED_EVERY_MS);
  try {
    return await Promise.race([reading, tooSlow]);
  } finally {
    end();
  }
}

function uploadTooSlow(): DomainError {
  const message = `The upload was slower than ${BYTES_PER_SECOND_MIN} bytes a second; send it over a faster connection.`;
  return new DomainError('request_timeout', message);
}
