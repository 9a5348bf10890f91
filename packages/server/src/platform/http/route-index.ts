/** Which methods a path supports, so that a wrong one gets 405 and not 404. */

const HIDDEN_METHODS = new Set(['HEAD', 'OPTIONS']);

export class RouteIndex {
  readonly #methods = new Map<string, Set<string>>();
  readonly #shapes: { readonly shape: RegExp; readonly url: string }[] = [];

  /** Adds a route by its method or methods and its pattern, such as `/spaces/:space_id`. */
  add(method: string | readonly string[], url: string): void {
    let methods = this.#methods.get(url);
    if (methods === undefined) {
      methods = new Set();
      this.#methods.set(url, methods);
      this.#shapes.push({ shape: shapeOf(url), url });
    }
    for (const name of typeof method === 'string' ? [method] : method) if (!HIDDEN_METHODS.has(name)) methods.add(name);
  }

  /** The methods that routes support at a path; none if there is no such path. */
  methodsOf(path: string): readonly string[] {
    const methods = new Set<string>();
    for (const { shape, url } of this.#shapes) {
      if (shape.test(path)) for (const method of this.#methods.get(url) ?? []) methods.add(method);
    }
    return [...methods].sort();
  }
}

function shapeOf(url: string): RegExp {
  const parts = url.split('/').map((part) => {
    if (part.startsWith(':')) return '[^/]+';
    return part === '*' ? '.*' : part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('/')}$`);
}
