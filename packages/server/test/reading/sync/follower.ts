/** A follower of an environment: it keeps a copy by pages of changes, and compares it with what the plane shows. */
import assert from 'node:assert/strict';
import type { Actor, ApiResponse } from '../../../../testing/src/client.ts';

export interface Change {
  readonly op: 'put' | 'remove' | 'model';
  readonly kind: 'entry' | 'asset' | 'model';
  readonly id: string;
  readonly revision: number;
  readonly value?: { readonly content_type?: string };
}

export class Follower {
  readonly copy = new Map<string, unknown>();
  since: string | undefined;
  revision = 0;
  resets = 0;
  /** Pages that it has read. */
  pages = 0;
  readonly read: string;
  readonly #parameters: string;
  readonly #types: readonly string[] | undefined;

  /**
   * @param read path of the delivery plane
   * @param parameters of every request, such as `&limit=3`
   * @param types the only content types whose entries it follows
   */
  constructor(read: string, parameters = '', types?: readonly string[]) {
    this.read = read;
    this.#parameters = types === undefined ? parameters : `${parameters}&types=${types}`;
    this.#types = types;
  }

  /** Reads one page and applies it. */
  async page(by: Actor, parameters = ''): Promise<ApiResponse> {
    const since = this.since === undefined ? '' : `since=${this.since}`;
    const page = await by.get(`${this.read}/sync?${since}${this.#parameters}${parameters}`, 200);
    this.take(page);
    return page;
  }

  take(page: ApiResponse): void {
    this.pages += 1;
    if (page.at('reset') === true) {
      this.copy.clear();
      this.resets += 1;
    }
    for (const { op, id, value } of page.list('changes') as Change[]) {
      if (op === 'remove') this.copy.delete(id);
      else this.copy.set(id, value);
    }
    this.since = page.string('next');
    this.revision = page.number('revision');
  }

  /** Reads pages until its copy is complete. @returns what changed */
  async catchUp(by: Actor): Promise<Change[]> {
    const changes: Change[] = [];
    for (;;) {
      const page = await this.page(by);
      changes.push(...(page.list('changes') as Change[]));
      if (page.at('complete') === true) return changes;
    }
  }

  /** Fails unless the copy is what the plane shows. */
  async check(by: Actor, message = 'as the plane shows it'): Promise<void> {
    this.compare(await shownBy(by, this.read), message);
  }

  /** Fails unless the copy is that of what a plane shows. */
  compare(all: ReadonlyMap<string, unknown>, message: string): void {
    const shown = [...all].filter(([, value]) => this.#isFollowed(value));
    assert.deepEqual(sorted(this.copy), sorted(new Map(shown)), message);
  }

  #isFollowed(value: unknown): boolean {
    const { content_type: type } = value as { content_type?: string };
    return this.#types === undefined || type === undefined || this.#types.includes(type);
  }
}

/** All that a plane shows, by id. @param more parameters of each read */
export async function shownBy(by: Actor, read: string, more = ''): Promise<Map<string, unknown>> {
  const shown = new Map<string, unknown>();
  const parameters = `locale=*&order=id&limit=100${more}`;
  for (const kind of ['entries?include=0&meta=true&', 'assets?']) {
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const page: ApiResponse = await by.get(`${read}/${kind}${parameters}${cursor}`, 200);
      for (const { includes: _, ...item } of page.list('items') as { id: string; includes?: unknown }[])
        shown.set(item.id, item);
      cursor = /&cursor=[\w-]+/.exec(page.headers.link?.toString() ?? '')?.[0];
    }
  }
  const types = await by.get(`${read}/content-types?limit=100${more}`, 200);
  const locales = await by.get(`${read}/locales?limit=100${more}`, 200);
  return shown.set('model', { content_types: types.list('items'), locales: locales.list('items') });
}

/** A value without the address of the node that gave it, which addresses of files begin with. */
export function comparable(value: unknown): unknown {
  const { url } = value as { url?: string | null };
  return typeof url === 'string' ? { ...(value as object), url: new URL(url).pathname } : value;
}

function sorted(things: ReadonlyMap<string, unknown>): unknown[] {
  return [...things].map(([id, value]) => [id, id === 'model' ? sortedModel(value) : comparable(value)]).sort(byId);
}

function sortedModel(model: unknown): unknown {
  const { content_types: types, locales } = model as Record<string, { api_id?: string; code?: string }[]>;
  const name = ({ api_id, code }: { api_id?: string; code?: string }) => api_id ?? code ?? '';
  const inOrder = (list: typeof types = []) => list.toSorted((one, other) => (name(one) < name(other) ? -1 : 1));
  return { types: inOrder(types), locales: inOrder(locales) };
}

function byId([one]: unknown[], [other]: unknown[]): number {
  return String(one) < String(other) ? -1 : 1;
}
