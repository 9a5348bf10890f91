/**
 * `X-CMS-Environment` and `X-CMS-Revision` on the management plane: the own name of the environment that a request read or
 * changed, and how far it is. Invariant: no response shows a later state than its header says, so that a reader who passes
 * it on as `min_revision` misses nothing.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Heads } from './heads.ts';

/** Adds the headers to the successful responses of every route registered on `api` after this call. */
export function sendRevisions(api: Pick<FastifyInstance, 'addHook'>, heads: Pick<Heads, 'confirmed'>): void {
  api.addHook('onSend', (request: FastifyRequest, reply: FastifyReply, payload: unknown, done) => {
    const { environment, committed } = request.actor?.origin ?? {};
    if (environment === undefined || reply.statusCode >= 400) return done(null, payload);
    const add = (revision: number | undefined): void => {
      if (revision !== undefined)
        reply.header('x-cms-environment', environment.name).header('x-cms-revision', String(revision));
      done(null, payload);
    };
    // A write shows what it made, and is not to be refused behind its commit because the database is away by then.
    const own = committed?.get(environment.number);
    if (own !== undefined) return add(own);
    // What is shown another process may have written, after a repeated or an idle write too.
    heads.confirmed(environment.number).then((head) => add(head?.revision), done);
  });
}
