/**
 * The original times of an entry or asset, in the format of the import route. Invalid times are left out, so that the
 * service sets its own.
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

/** The requested times that the file contains, ISO 8601 in UTC; invalid ones are left out. */
export function timesOf(sys: Sys, names: readonly TimeName[]): Partial<Record<TimeName, string>> {
  const found = names.flatMap((name) => {
    const at = Date.parse(String(sys[sources[name]] ?? ''));
    return Number.isNaN(at) ? [] : [[name, new Date(at).toISOString()] as const];
  });
  return Object.fromEntries(found);
}
