/**
 * The queue of uploads: four are received and stored at a time, so that reads stay fast however many there are. Invariant: the
 * others wait in order and none is rejected. Nothing reads their bodies, so Node pauses their sockets once a buffer is full.
 */
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { postponeTimeout } from '../../platform/http/request-timeout.ts';
import { EVERYBODY, FairTurns } from '../../platform/kit/fair-turns.ts';

/** Uploads that a process receives and stores at the same time. */
const AT_ONCE = 4;

export class UploadQueue {
  readonly #turns: FairTurns;
  readonly #hasTimeout: boolean;

  /**
   * @param options.atOnce how many are received at the same time
   * @param options.hasTimeout whether the server's request timeout applies to the uploads being received
   */
  constructor({ atOnce = AT_ONCE, hasTimeout = true }: { atOnce?: number; hasTimeout?: boolean } = {}) {
    this.#turns = new FairTurns({ total: atOnce });
    this.#hasTimeout = hasTimeout;
  }

  /**
   * Receives and stores an upload when its turn comes.
   * @throws `malformed_request` if the client disconnects while the upload waits, or what `receive` throws
   */
  async take<T>({ raw, server }: FastifyRequest, receive: () => Promise<T>): Promise<T> {
    const startTimeout = postponeTimeout(server.server, raw);
    const left = new AbortController();
    const leave = () => left.abort(clientGone());
    if (raw.destroyed) leave();
    raw.socket.once('close', leave);
    try {
      const receiveInTime = () => {
        if (this.#hasTimeout) startTimeout();
        return receive();
      };
      return await this.#turns.run(EVERYBODY, receiveInTime, { signal: left.signal });
    } finally {
      raw.socket.off('close', leave);
    }
  }
}

function clientGone(): DomainError {
  return new DomainError('malformed_request', 'The connection was closed before the upload was read; send it again.');
}
