/** Responds to paths and methods that no route has: programs get an error with advice, browsers a page. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../errors/domain-error.ts';
import { sendError } from './error-responses.ts';
import { errorPages } from './pages/error-pages.ts';
import { sendErrorPage } from './pages/send-page.ts';
import type { RouteIndex } from './route-index.ts';

type Routes = Pick<RouteIndex, 'methodsOf' | 'nearestTo'>;

export function registerNotFound(app: FastifyInstance, routes: Routes): void {
  app.setNotFoundHandler((request, reply) => {
    const [path = ''] = request.url.split('?', 1);
    const methods = routes.methodsOf(path);
    const meant = routes.nearestTo(request.method, path);
    const hint = meant.length === 0 ? '' : ` Did you mean ${meant.join(' or ')}?`;
    if (methods.length === 0) return nothingHere(request, reply, { path, hint });
    reply.header('allow', methods.join(', '));
    const advice = methods.length === 1 ? 'use that method' : 'use one of them';
    const message = `This path supports ${methods.join(', ')}; ${advice}.${hint}`;
    return sendError(reply, new DomainError('method_not_allowed', message));
  });
}

function nothingHere({ method, headers }: FastifyRequest, reply: FastifyReply, { path, hint }: Missing): FastifyReply {
  const message = `There is nothing at this path; see /docs for the available paths.${hint}`;
  const error = new DomainError('not_found', message, { resource: 'path' });
  const isBrowser = method === 'GET' && headers.accept?.includes('text/html') === true;
  return isBrowser ? sendErrorPage(reply, error, errorPages(error, homeFrom(path))) : sendError(reply, error);
}

interface Missing {
  readonly path: string;
  /** Which paths may be meant, as the end of the message. */
  readonly hint: string;
}

/** Where the service begins, relative to a path of it, so that it also works under a path of a proxy. */
function homeFrom(path: string): string {
  return '../'.repeat(path.split('/').length - 2) || './';
}
