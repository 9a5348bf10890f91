/**
 * Ends uploads that are too slow, so that nobody can hold connections and files open with a trickle. Invariant: only
 * the time spent waiting for the client counts; while bytes wait to be read, it is the service that is slow.
 */
import type { IncomingMessage } from 'node:http';
import { DomainError } from '../../platform/errors/domain-error.ts';

const BYTES_PER_SECOND_MIN = 10_000;
const LOOKED_EVERY_MS = 10_000;
const MILLISECONDS = 1_000;

/**
 * Waits for `reading` while a body arrives.
 * @param everyMs how often the pace is checked
 * @throws `request_timeout` if fewer than `BYTES_PER_SECOND_MIN` arrived between two checks; or what `reading` fails
 * with
 */
export async function atPace<T>(body: IncomingMessage, reading: Promise<T>, everyMs = LOOKED_EVERY_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let bytesBefore = body.socket.bytesRead;
  const tooSlow = new Promise<never>((_resolve, reject) => {
    timer = setInterval(() => {
      const { bytesRead } = body.socket;
      const isSlow = bytesRead - bytesBefore < (BYTES_PER_SECOND_MIN * everyMs) / MILLISECONDS;
      bytesBefore = bytesRead;
      if (isSlow && !body.complete && body.readableLength === 0) reject(uploadTooSlow());
    }, everyMs);
  });
  try {
    return await Promise.race([reading, tooSlow]);
  } finally {
    clearInterval(timer);
  }
}

function uploadTooSlow(): DomainError {
  const message = `The upload was slower than ${BYTES_PER_SECOND_MIN} bytes a second; send it over a faster connection.`;
  return new DomainError('request_timeout', message);
}
