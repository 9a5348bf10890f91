/** Which methods a path supports, so that a wrong one gets 405 and not 404, and which route a wrong path is close to. */
import { type NamedRoute, nearestRoutes } from './nearest-routes.ts';

const HIDDEN_METHODS = new Set(['HEAD', 'OPTIONS']);
/** A wrong method is corrected only if hardly anything else differs. */
const COST_MAX_FOR_METHOD = 1;
const COST_MAX_FOR_PATH = 2;

/** A route as it is registered. */
export interface IndexedRoute {
  readonly method: string | readonly string[];
  /** A pattern, such as `/spaces/:space_id`. */
  readonly url: string;
  /** Patterns of paths that people expect the route at. */
  readonly expectedAt?: readonly string[] | undefined;
}

export class RouteIndex {
  readonly #methods = new Map<string, Set<string>>();
  readonly #shapes: { readonly shape: RegExp; readonly url: string }[] = [];
  readonly #named: NamedRoute[] = [];

  add({ method, url, expectedAt = [] }: IndexedRoute): void {
    let methods = this.#methods.get(url);
    if (methods === undefined) {
      methods = new Set();
      this.#methods.set(url, methods);
      this.#shapes.push({ shape: shapeOf(url), url });
    }
    for (const name of typeof method === 'string' ? [method] : method) {
      if (HIDDEN_METHODS.has(name)) continue;
      methods.add(name);
      for (const pattern of [url, ...expectedAt]) this.#named.push({ method: name, url, pattern });
    }
  }

  /** The methods that routes support at a path; none if there is no such path. */
  methodsOf(path: string): readonly string[] {
    const methods = new Set<string>();
    for (const { shape, url } of this.#shapes) {
      if (shape.test(path)) for (const method of this.#methods.get(url) ?? []) methods.add(method);
    }
    return [...methods].sort();
  }

  /** Routes such as `POST /spaces/{space_id}/media` that a request which fits none was probably meant for. */
  nearestTo(method: string, path: string): readonly string[] {
    const isPath = this.methodsOf(path).length > 0;
    const candidates = isPath ? this.#named.filter((route) => route.method === method) : this.#named;
    return nearestRoutes(candidates, { method, path }, isPath ? COST_MAX_FOR_METHOD : COST_MAX_FOR_PATH);
  }
}

function shapeOf(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part.startsWith(':')) return '[^/]+';
    return part === '*' ? '.*' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('/')}$`);
}
