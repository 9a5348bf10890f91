/**
 * The query of an address, as plain text by name. What a list is asked for stands in it under the API's own names, so that
 * an address, a saved view and a request say the same thing in the same words.
 */

export type SearchParams = Readonly<Record<string, string>>;

/** Reads `?a=1&b=2`. */
export function parseSearch(query: string): SearchParams {
  return Object.fromEntries(new URLSearchParams(query));
}

/** Writes `?a=1&b=2`; what is undefined or empty is left out. */
export function stringifySearch(params: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return query.size === 0 ? '' : `?${query}`;
}

/** The search parameters of some names, which may have an operator behind them: `size[gte]` is one of `size`. */
export function onlyKnown(params: SearchParams, isKnown: (name: string) => boolean): SearchParams {
  return Object.fromEntries(Object.entries(params).filter(([name]) => isKnown(name.replace(/\[\w+\]$/, ''))));
}

/** Search parameters with some of them changed; those that become undefined or empty are gone. */
export function withParams(params: SearchParams, changes: Readonly<Record<string, string | undefined>>): SearchParams {
  const all = Object.entries({ ...params, ...changes });
  return Object.fromEntries(all.filter((entry): entry is [string, string] => Boolean(entry[1])));
}
