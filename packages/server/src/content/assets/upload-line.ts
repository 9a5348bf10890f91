/**
 * The line of uploads: a few are read at a time, so that responses are quick beside any number of them. Invariant: the
 * others wait in order and none is refused. Nobody reads their bodies, so Node pauses their sockets once a buffer is full.
 */
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { postponeTimeout } from '../../platform/http/request-timeout.ts';
import { Turns } from '../../platform/kit/turns.ts';

/** Uploads that one process reads at a time. */
const READ_AT_ONCE = 4;

export class UploadLine {
  readonly #turns = new Turns(READ_AT_ONCE);

  /**
   * Reads an upload when it is its turn.
   * @throws `malformed_request` where the client goes away while it waits, or what `read` throws
   */
  async take<T>({ raw, server }: FastifyRequest, read: () => Promise<T>): Promise<T> {
    const startTimeout = postponeTimeout(server.server, raw);
    const left = new AbortController();
    const leave = () => left.abort(clientGone());
    if (raw.destroyed) leave();
    raw.socket.once('close', leave);
    try {
      return await this.#turns.take(() => {
        startTimeout();
        return read();
      }, left.signal);
    } finally {
      raw.socket.off('close', leave);
    }
  }
}

function clientGone(): DomainError {
  return new DomainError('malformed_request', 'The connection was closed before the upload was read; send it again.');
}
