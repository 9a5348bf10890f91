/** Lists of any length, read page by page as the API hands them out: each page names the next one in its `Link` header. */
import { accepted, fetchAuthorized } from './client.ts';

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** How many the whole list has. */
  readonly total: number;
  /** Path and query of the page that follows; null on the last one. */
  readonly next: string | null;
}

/**
 * Reads one page. @param path with its query: of a first page as the caller made it, of later ones as `next` gave it
 * Throws `ApiProblem`, `Unreachable` or `SessionEnded`.
 */
export async function readPage<Item>(path: string, signal?: AbortSignal): Promise<Page<Item>> {
  const response = await accepted(await fetchAuthorized(new Request(path, { signal: signal ?? null })));
  const body = (await response.json()) as { readonly items: readonly Item[]; readonly total: number };
  return { items: body.items, total: body.total, next: nextOf(response.headers.get('Link')) };
}

/** The address behind `rel="next"`, without its host: that of the page is the one to ask. */
function nextOf(link: string | null): string | null {
  const address = link?.match(/<([^>]+)>;\s*rel="next"/)?.[1];
  if (address === undefined) return null;
  const { pathname, search } = new URL(address, location.href);
  return pathname + search;
}
