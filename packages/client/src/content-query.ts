/** Queries for entries and assets. Each call gives a new one, so that a query can be kept and refined. */
import { type Filters, filterParameters, linkParameter, type QueryParameters, selectionOf } from './parameters.ts';
import { type Included, type LinkTree, type Resource, resolved, targetsOf } from './resolved-links.ts';
import { parsed, type Read, type Reads } from './transport.ts';
import type { Page, RequestOptions } from './types/client.ts';

interface DeliveredList {
  items: Resource[];
  total: number;
  includes?: Included;
}

/** A query without its types: `EntryQuery` and `AssetQuery` say what it takes and gives. */
export class ContentQuery implements AsyncIterable<object> {
  readonly #transport: Reads;
  readonly #kind: 'entries' | 'assets';
  readonly #parameters: QueryParameters;
  readonly #links: LinkTree;

  constructor(transport: Reads, kind: 'entries' | 'assets', parameters: QueryParameters, links: LinkTree = {}) {
    this.#transport = transport;
    this.#kind = kind;
    this.#parameters = parameters;
    this.#links = links;
  }

  where(filter: Filters): ContentQuery {
    const before = this.#kind === 'entries' ? 'fields.' : '';
    // JSON makes text of dates, and leaves out what is undefined.
    return this.#plus(
      Object.entries(JSON.parse(JSON.stringify(filter)) as Filters).flatMap(([name, value]) =>
        filterParameters(before + name, value),
      ),
    );
  }

  include(links: LinkTree): ContentQuery {
    return this.#but(this.#parameters, links);
  }

  require(...links: string[]): ContentQuery {
    return this.#plus(links.map((name) => [`fields.${name}.id[exists]`, 'true']));
  }

  order(...by: string[]): ContentQuery {
    return this.#with('order', by);
  }

  select(...names: string[]): ContentQuery {
    return this.#with('select', selectionOf(names.flat()));
  }

  locale(code?: string): ContentQuery {
    return this.#with('locale', code);
  }

  limit(items: number): ContentQuery {
    return this.#with('limit', items);
  }

  after(next: string | null): ContentQuery {
    return this.#with('cursor', next);
  }

  search(words: string): ContentQuery {
    return this.#with('q', words);
  }

  atLeast(revision?: number): ContentQuery {
    return this.#with('min_revision', revision);
  }

  param(name: string, value: string | number | boolean): ContentQuery {
    return this.#plus([[name, String(value)]]);
  }

  async list({ signal }: RequestOptions = {}): Promise<Page<object>> {
    const { text, ...page } = await this.#read('', signal);
    return parsed(text, ({ items, total, includes }: DeliveredList) => ({
      items: this.#shown(items, includes),
      total,
      ...page,
    }));
  }

  /**
   * One by id or key; null where there is nothing that can be seen, or an entry of another type. That a space or an environment is not
   * there is no missing content.
   */
  async one(id: string, type?: string, signal?: AbortSignal): Promise<object | null> {
    try {
      const { text } = await this.#read(`/${encodeURIComponent(id)}`, signal);
      return parsed(text, ({ includes, ...item }: Resource & { includes?: Included }) =>
        type && item.content_type !== type ? null : (this.#shown([item], includes)[0] as object),
      );
    } catch (error) {
      const { status, detail }: { status?: number; detail?: { resource: string } } = Object(error);
      if (status === 404 && detail && /^(entry|asset)$/.test(detail.resource)) return null;
      throw error;
    }
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

  #read(below: string, signal?: AbortSignal): Promise<Read> {
    const links = this.#kind === 'entries' ? [linkParameter(this.#links)] : [];
    return this.#transport.read(pathOf(this.#kind + below, [...this.#parameters, ...links]), signal);
  }

  /** What came, with the links resolved. */
  #shown(items: Resource[], includes?: Included): object[] {
    const targets = targetsOf(items, includes);
    return items.map((item) => (this.#kind === 'entries' ? resolved(item, this.#links, targets) : item));
  }

  #plus(more: QueryParameters): ContentQuery {
    return this.#but([...this.#parameters, ...more]);
  }

  /** In the place of what the parameter was; without a value there is none. */
  #with(name: string, value: unknown): ContentQuery {
    const others = this.#parameters.filter(([other]) => other !== name);
    return this.#but(value == null ? others : [...others, [name, String(value)]]);
  }

  #but(parameters: QueryParameters, links = this.#links): ContentQuery {
    return new ContentQuery(this.#transport, this.#kind, parameters, links);
  }
}

/** Equal queries have equal paths: parameters in alphabetical order, each with its values in the given one. */
export function pathOf(path: string, parameters: QueryParameters): string {
  const search = new URLSearchParams(parameters);
  search.sort();
  return `${path}?${search}`;
}
