/**
 * Records requests and their responses as the examples of their routes. Invariant: an example is recorded only if the
 * service accepted it, and each optional query parameter with an example was accepted on its own.
 */
import assert from 'node:assert/strict';
import type { Actor, ApiResponse, RequestParts } from '../../../../testing/src/client.ts';
import type { RecordedExample } from '../../../src/platform/http/openapi/examples.ts';
import { operationId } from '../../../src/platform/http/openapi/operation.ts';
import type { StableValues } from './stable-values.ts';

/** A request to record. Each parameter in `each` is tried alone; `query` goes with the recorded request. */
export interface Told {
  /** Whose token it has; if not given, it is that of a site where content is read, of nobody on public routes, else the owner's. */
  readonly by?: Actor;
  /**
   * Parameters of the path; those that are not given are of the demo's space, `master` and account, or the id of what
   * the example of `POST` on the collection has made.
   */
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly each?: Readonly<Record<string, string | number | boolean | Readonly<Record<string, string>>>>;
  readonly body?: unknown;
  /** A body that is not JSON, with its headers. */
  readonly parts?: RequestParts;
}

export class Recorder {
  readonly #stable: StableValues;
  readonly #examples = new Map<string, RecordedExample>();
  readonly #responses = new Map<string, ApiResponse>();

  readonly #known: Readonly<Record<string, string>>;

  /** @param known parameters of paths that are the same in all requests */
  constructor(stable: StableValues, known: Readonly<Record<string, string>>) {
    this.#stable = stable;
    this.#known = known;
  }

  /** Replaces a text that differs between runs. */
  replace(actual: string, stable: string): void {
    this.#stable.replace(actual, stable);
  }

  /** All examples by the name of their operation. */
  get examples(): Readonly<Record<string, RecordedExample>> {
    return Object.fromEntries(this.#examples);
  }

  /** The last response recorded for a route. */
  told(route: string): ApiResponse {
    return this.#responses.get(route) ?? assert.fail(`the example of ${route} is not told yet; move its row up`);
  }

  /**
   * Sends a request and records it as the example of its route, such as `GET /spaces/{space_id}`. Told again with
   * another status, a route has an example of each response.
   */
  async tell(route: string, request: Told & { readonly by: Actor }): Promise<ApiResponse> {
    const { by, query = {}, each = {}, body, parts = {} } = request;
    const [method = '', pattern = ''] = route.split(' ');
    const path = this.#parametersOf(pattern, { ...this.#known, ...request.path });
    const address = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(path[name]));
    for (const [name, value] of Object.entries(each)) {
      const alone = typeof value === 'object' ? objectNotation(name, value) : { [name]: value };
      accepted(await by.get(address + searchOf({ ...query, ...alone })));
    }
    const response = accepted(
      await by.send(method, address + searchOf(query), { ...(body === undefined ? {} : { body }), ...parts }),
    );
    const sent = body ?? (typeof parts.raw === 'string' ? parts.raw : undefined);
    const id = operationId(method, pattern.replaceAll(/\{(\w+)\}/g, ':$1'));
    const example = {
      parameters: { ...path, ...query, ...each },
      ...(sent === undefined ? {} : { request: sent }),
      responses: isJson(response) ? { [response.status]: response.json } : {},
    };
    const stable = this.#stable.of(example) as RecordedExample;
    this.#responses.set(route, response);
    this.#examples.set(id, { ...stable, responses: { ...this.#examples.get(id)?.responses, ...stable.responses } });
    return response;
  }

  #parametersOf(pattern: string, given: NonNullable<Told['path']>): NonNullable<Told['path']> {
    const names = [...pattern.matchAll(/\/\{(\w+)\}/g)];
    return Object.fromEntries(
      names.map(({ 1: name = '', index }) => [
        name,
        given[name] ?? this.told(`POST ${pattern.slice(0, index)}`).string('id'),
      ]),
    );
  }
}

function accepted(response: ApiResponse): ApiResponse {
  assert.ok(response.status >= 200 && response.status < 300, String(response));
  return response;
}

function isJson({ headers, text }: ApiResponse): boolean {
  return text !== '' && /^application\/json/.test(String(headers['content-type']));
}

/** An object as the description says that it is sent: `style: deepObject`. */
function objectNotation(name: string, value: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [`${name}[${key}]`, text]));
}

function searchOf(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}
