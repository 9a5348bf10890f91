/**
 * Hears of changes by pages of `/sync`, each of which the service holds until there is something new. They say what has changed as
 * events of a stream do. Invariant: what came is told once all pages up to a present are read, so that it goes on from there.
 */
import { LecternError } from '../lectern-error.ts';
import { placeOf } from '../place.ts';
import { parsed, Transport } from '../transport.ts';
import type { ClientOptions } from '../types/client.ts';
import { anyChange, type Change } from './change.ts';

/** The longest that the service waits. */
const WAIT_SECONDS = 25;
/** A response may come that late, and take a while itself. */
const TIMEOUT_MS = 40_000;

/** What is used of a page. */
interface Page {
  readonly revision: number;
  readonly complete: boolean;
  readonly reset: boolean;
  readonly next: string;
  readonly changes: readonly {
    readonly op: 'put' | 'remove' | 'model';
    readonly kind: 'entry' | 'asset' | 'model';
    readonly id: string;
    readonly value?: { readonly content_type?: string };
  }[];
}

/** What has changed since a place. */
export interface Heard {
  readonly next: string;
  readonly revision: number;
  /** Undefined where nothing has. */
  readonly change: Change | undefined;
  /** Whether there was no place to go on from. */
  readonly isFirst: boolean;
}

export class ChangePages {
  readonly #transport: Transport;
  readonly #signal: AbortSignal;

  constructor(client: ClientOptions, signal: AbortSignal) {
    this.#transport = new Transport(placeOf(client), { ...client, timeoutMs: TIMEOUT_MS });
    this.#signal = signal;
  }

  /** Waits for what changes behind a place; without one it reads all that there is, to know where the present is. @throws LecternError */
  async after(since: string | undefined): Promise<Heard> {
    const changes: Page['changes'][number][] = [];
    let [isAll, next, environment]: [boolean, string | undefined, string] = [false, since, ''];
    for (;;) {
      const { page, tags } = await this.#read(next);
      isAll ||= page.reset;
      if (since !== undefined) changes.push(...page.changes);
      next = page.next;
      environment = tags.find((tag) => tag.startsWith('environment_')) ?? environment;
      if (!page.complete) continue;
      const { revision } = page;
      const change = isAll ? anyChange(revision) : changeOf(changes, { revision, environment });
      return { next, revision, change: since === undefined ? undefined : change, isFirst: since === undefined };
    }
  }

  /** Whether something has changed behind a place, or the place is none any more: as soon as it has. @throws LecternError */
  async hasMore(since: string, types: string): Promise<boolean> {
    try {
      const { page } = await this.#read(since, { limit: '1', ...(types && { types }) });
      return page.reset || !page.complete || page.changes.length > 0;
    } catch (error) {
      if (error instanceof LecternError && error.status === 422) return true;
      throw error;
    }
  }

  async #read(since: string | undefined, more: Record<string, string> = {}): Promise<{ page: Page; tags: string[] }> {
    const asked = { ...(since && { since }), wait: String(WAIT_SECONDS), ...more };
    const { text, tags } = await this.#transport.read(`sync?${new URLSearchParams(asked)}`, this.#signal);
    return { page: parsed<Page>(text), tags };
  }
}

/** Changes as an event tells them. After one of the model all values come again, changed or not. */
function changeOf(
  changes: Page['changes'],
  { revision, environment }: { revision: number; environment: string },
): Change | undefined {
  if (changes.length === 0) return undefined;
  if (changes.some(({ op }) => op === 'model')) return anyChange(revision);
  const last = [...new Map(changes.map((change) => [change.id, change])).values()];
  const entries = last.filter(({ kind }) => kind === 'entry');
  const assets = last.filter(({ kind }) => kind === 'asset');
  const code = environment.slice(environment.indexOf('_') + 1);
  const own = (id: string) => id.replace(/_[^_]*_/, `_${code}_`);
  const tags = last.map(({ id }) => own(id));
  // The type of what was removed is not told, so what lists it is not known either.
  if (entries.some(({ op }) => op === 'remove')) tags.push(environment);
  for (const { value } of entries) if (value?.content_type) tags.push(`ctp_${code}_${value.content_type}`);
  if (entries.length > 0) tags.push(`mixed_${code}`);
  if (assets.length > 0) tags.push(`assets_${code}`);
  return {
    revision,
    entries: entries.map(({ id, op, value }) => [id, value?.content_type ?? '', op as 'put' | 'remove']),
    assets: assets.map(({ id, op }) => [id, op as 'put' | 'remove']),
    model: false,
    tags: [...new Set(tags)],
    all: false,
  };
}
