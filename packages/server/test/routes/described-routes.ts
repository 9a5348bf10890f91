/** The routes that `openapi.json` describes. */
import { valueAt } from '../../../testing/src/client.ts';

const METHODS = ['get', 'put', 'post', 'patch', 'delete'];

export interface Route {
  readonly method: string;
  /** As in `openapi.json`, with `{names}`. */
  readonly path: string;
  readonly operation: unknown;
}

/** Every route of a description. */
export function routesOf(description: unknown): Route[] {
  const paths = valueAt(description, 'paths');
  return entriesOf(paths).flatMap(([path, item]) =>
    entriesOf(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** The names and values of an object; none of anything else. */
export function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** A list as it is; an empty one for anything else. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
