/** Queries for entries and assets. Each call gives a new one, so that a query can be kept and refined. */
import { type Filter, filterParameters, linkParameter, type QueryParameters, selectionOf } from './parameters.ts';
import { type Included, type LinkTree, type Resource, resolved, targetsOf } from './resolved-links.ts';
import { parsed, type Transport } from './transport.ts';
import type { Page, RequestOptions } from './types/client.ts';

interface DeliveredList {
  items: Resource[];
  total: number;
  includes?: Included;
}

/** A query without its types: `EntryQuery` and `AssetQuery` say what it takes and gives. */
export class ContentQuery implements AsyncIterable<object> {
  readonly #transport: Transport;
  readonly #kind: 'entries' | 'assets';
  readonly #parameters: QueryParameters;
  readonly #links: LinkTree;

  constructor(transport: Transport, kind: 'entries' | 'assets', parameters: QueryParameters, links: LinkTree = {}) {
    this.#transport = transport;
    this.#kind = kind;
    this.#parameters = parameters;
    this.#links = links;
  }

  where(filter: Filter): ContentQuery {
    return this.#plus(filterParameters(this.#kind === 'entries' ? 'fields' : '', filter));
  }

  include(links: LinkTree): ContentQuery {
    return new ContentQuery(this.#transport, this.#kind, this.#parameters, links);
  }

  require(...links: string[]): ContentQuery {
    return this.#plus(links.map((name) => [`fields.${name}.id[exists]`, 'true']));
  }

  order(...by: string[]): ContentQuery {
    return this.#with('order', by.join());
  }

  select(...names: string[]): ContentQuery {
    return this.#with('select', selectionOf(names));
  }

  locale(code: string): ContentQuery {
    return this.#with('locale', code);
  }

  limit(items: number): ContentQuery {
    return this.#with('limit', String(items));
  }

  after(next: string | null): ContentQuery {
    return this.#with('cursor', next);
  }

  search(words: string): ContentQuery {
    return this.#with('q', words);
  }

  atLeast(revision: number): ContentQuery {
    return this.#with('min_revision', String(revision));
  }

  param(name: string, value: string | number | boolean): ContentQuery {
    return this.#plus([[name, String(value)]]);
  }

  async list({ signal }: RequestOptions = {}): Promise<Page<object>> {
    const entries = this.#kind === 'entries';
    const parameters = entries ? [...this.#parameters, linkParameter(this.#links)] : this.#parameters;
    const { text, ...page } = await this.#transport.read(pathOf(this.#kind, parameters), signal);
    const { items, total, includes } = parsed<DeliveredList>(text);
    const targets = targetsOf(items, includes);
    return { items: entries ? items.map((item) => resolved(item, this.#links, targets)) : items, total, ...page };
  }

  async first(options?: RequestOptions): Promise<object | null> {
    return (await this.limit(1).list(options)).items[0] ?? null;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<object> {
    for (let next: string | null = null, page: Page<object>; ; ) {
      page = await (next ? this.after(next) : this).list();
      yield* page.items;
      next = page.next;
      if (!next) return;
    }
  }

  #plus(more: QueryParameters): ContentQuery {
    return new ContentQuery(this.#transport, this.#kind, [...this.#parameters, ...more], this.#links);
  }

  /** In the place of what the parameter was. */
  #with(name: string, value: string | null): ContentQuery {
    const others = this.#parameters.filter(([other]) => other !== name);
    const parameters: QueryParameters = value === null ? others : [...others, [name, value]];
    return new ContentQuery(this.#transport, this.#kind, parameters, this.#links);
  }
}

/** Equal queries have equal paths: parameters in alphabetical order, each with its values in the given one. */
export function pathOf(path: string, parameters: QueryParameters): string {
  const search = new URLSearchParams(parameters.map(([name, value]) => [name, value]));
  search.sort();
  return `${path}?${search}`;
}
