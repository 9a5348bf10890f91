/**
 * `X-CMS-Environment` and `X-CMS-Revision` on the management plane: the own name of the environment that a request read or changed,
 * and its revision. Invariant: no response shows a later state than its header says, so a reader who passes it on as `min_revision`
 * misses nothing.
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
    // A write shows its own revision. It must not fail after its commit because the database has become unavailable.
    const own = committed?.get(environment.number);
    if (own !== undefined) return add(own);
    // The content shown may come from another process, even after a repeated write or one without changes.
    heads.confirmed(environment.number).then((head) => add(head?.revision), done);
  });
}
