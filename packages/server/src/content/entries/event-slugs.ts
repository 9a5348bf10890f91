/**
 * The slugs that an event of an entry names: those of the state that it is about, and those that the state before it had. Receivers
 * learn of pages that moved or disappeared. Kept by locale number, since the locales may have other codes when the event is sent.
 */
import type { EventOf } from '../../../../contract/src/event-kinds.ts';
import { type Document, NO_LOCALE } from '../../model/fields/field.ts';
import { slugIn, slugLocales } from './claims/shown-slug.ts';
import type { StoredEntry, TypedWork } from './entry.ts';

/**
 * The slugs as JSON: locale number (`NO_LOCALE` for every locale) → the slug, null for none, and the former one if it differs.
 * @param after the entry after the write; before it, if it is deleted
 * @returns null for a content type without slug field
 */
export function eventSlugs(
  event: EventOf<'entry'>,
  { before, after }: { readonly before: StoredEntry | null; readonly after: StoredEntry },
  { type, model }: Pick<TypedWork, 'type' | 'model'>,
): string | null {
  if (type.slugField === null) return null;
  // A save moves what preview shows; all else moves what is published.
  const former = (event === 'entry.update' ? before?.draft : before?.published) ?? null;
  const slugs: Record<number, readonly (string | null)[]> = {};
  for (const place of slugLocales(type, model)) {
    const locale = place === NO_LOCALE ? model.locales.default.number : place;
    const inLocale = (document: Document | null) => document && slugIn(document, type, locale, model);
    const [now, was] = [inLocale(after.draft), inLocale(former)];
    if (now !== null || was !== null) slugs[place] = was === null || was === now ? [now] : [now, was];
  }
  return JSON.stringify(slugs);
}
