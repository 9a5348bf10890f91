/**
 * `X-CMS-Environment` and `X-CMS-Revision` on the management plane: the own name of the environment that a request read or
 * changed, and how far it is. Invariant: no response shows a later state than its header says, so that a reader who passes
 * it on as `min_revision` misses nothing.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Head } from '../../platform/journal/environment-heads.ts';
import type { Heads } from './heads.ts';

/** Adds the headers to the successful responses of every route registered on `api` after this call. */
export function sendRevisions(api: Pick<FastifyInstance, 'addHook'>, heads: Pick<Heads, 'confirmed'>): void {
  api.addHook('onSend', (request: FastifyRequest, reply: FastifyReply, payload: unknown, done) => {
    const environment = request.actor?.origin?.environment;
    if (environment === undefined || reply.statusCode >= 400) return done(null, payload);
    const add = (head: Head | undefined): void => {
      if (head !== undefined) {
        reply.header('x-cms-environment', environment.name).header('x-cms-revision', String(head.revision));
      }
      done(null, payload);
    };
    // What is shown another process may have written, after a repeated or an idle write too.
    heads.confirmed(environment.number).then(add, done);
  });
}
