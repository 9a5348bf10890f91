/** The titles of entries of several types in one answer. */
import type { ContentType, Entry } from '../../api/types.ts';
import { titleOf } from '../entry-title.ts';

/** What an answer has to hold so that every entry in it has a title: the value of `select`. */
export function titleSelection(types: readonly ContentType[]): string {
  // Components have no entries, and what only they have cannot be asked of any.
  const ofEntries = types.filter(({ kind }) => kind === 'entry');
  const fields = new Set(ofEntries.map((type) => type.display_field).filter((field) => field !== null));
  return ['slug', ...[...fields].map((field) => `fields.${field}`)].join(',');
}

/** What stands for an entry in a line: its title, or its key where it has none. */
export function nameOf(
  entry: Pick<Entry, 'key' | 'slug' | 'content_type' | 'fields'>,
  types: readonly ContentType[],
  locale: string,
): string {
  const type = types.find(({ api_id }) => api_id === entry.content_type);
  return titleOf(entry, type, [locale]) ?? entry.key;
}
