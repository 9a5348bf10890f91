/**
 * The original times of an entry or asset, as the import route takes them. What is no time is left away, so that the
 * service puts its own.
 */
import type { Sys } from './export-file.ts';

const sources = {
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  published_at: 'publishedAt',
  first_published_at: 'firstPublishedAt',
  archived_at: 'archivedAt',
} as const satisfies Record<string, keyof Sys>;

export type TimeName = keyof typeof sources;

/** The times asked for that the file holds, ISO 8601 in UTC; what is no time is left away. */
export function timesOf(sys: Sys, names: readonly TimeName[]): Partial<Record<TimeName, string>> {
  const found = names.flatMap((name) => {
    const at = Date.parse(String(sys[sources[name]] ?? ''));
    return Number.isNaN(at) ? [] : [[name, new Date(at).toISOString()] as const];
  });
  return Object.fromEntries(found);
}
