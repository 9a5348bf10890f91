/** `Location` of every 201, from `config.location` of its route. It is a path, so that no proxy can break it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Adds the header to the responses of every route registered on `api` after this call. */
export function locateCreated(api: Pick<FastifyInstance, 'addHook'>): void {
  api.addHook('preSerialization', (request: FastifyRequest, reply: FastifyReply, payload: unknown, done) => {
    const { location } = request.routeOptions.config;
    if (reply.statusCode === 201 && location !== undefined) {
      const values = { ...(payload as object), ...(request.params as object) };
      reply.header('location', filled(location, values as Readonly<Record<string, unknown>>));
    }
    done(null, payload);
  });
}

function filled(location: string, values: Readonly<Record<string, unknown>>): string {
  return location.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
}
