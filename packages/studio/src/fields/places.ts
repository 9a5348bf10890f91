/** Paths of the API as people know them: which resource one is in, and how the place in an entry is called. Pure. */
import type { ContentType } from '../api/types.ts';
import { type EntryModel, linesOfField } from './lines-of-field.ts';

/**
 * The key that a path such as `entries.hello.fields.title.de` begins with, and what is behind it. Keys may have dots, so the longest
 * one that is known counts; of an unknown one the first name.
 */
export function placeOf(path: string, keys: ReadonlySet<string>): { readonly key: string; readonly inner: string } {
  const names = path.split('.').slice(1);
  for (let length = names.length; length > 0; length -= 1) {
    const key = names.slice(0, length).join('.');
    if (keys.has(key)) return { key, inner: names.slice(length).join('.') };
  }
  return { key: names[0] ?? '', inner: names.slice(1).join('.') };
}

/** How a place in an entry is called, such as "Title · de"; '' for the entry as a whole. */
export function nameOfPlace(inner: string, model: EntryModel): string {
  const { type } = model;
  if (inner === 'slug') return type?.fields.find(({ id }) => id === type.slug_field)?.name ?? inner;
  if (!inner.startsWith('fields.')) return '';
  const sides = { path: inner, base: undefined, target: undefined, source: undefined };
  return linesOfField(sides, inner.split('.').slice(1), model)[0]?.name ?? nameOfField(inner, type);
}

function nameOfField(inner: string, type: ContentType | undefined): string {
  const id = inner.split('.')[1] ?? '';
  return type?.fields.find((field) => field.id === id)?.name ?? id;
}
