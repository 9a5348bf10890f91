/**
 * Lets the slug of an entry follow its title for as long as nobody has touched it: until it is published, cleared or
 * written by hand. A locale that is begun after the first publication follows until the next one. Works on the store, so that it does not matter which inputs are on the screen.
 */
import type { ContentType, Locale } from '../api/types.ts';
import type { Draft } from '../drafts/types.ts';
import { isMadeFrom, slugOf } from './slugs.ts';
import { textOf } from './text-value.ts';

/**
 * Begins to follow.
 * @param locales those of the space
 * @returns what ends it
 */
export function followTitle(draft: Draft, type: ContentType, locales: readonly Locale[]): () => void {
  const { display_field: title, slug_field: slug } = type;
  if (title === null || slug === null) return () => undefined;
  const localized = new Set(type.fields.filter((field) => field.localized).map(({ id }) => id));
  // A slug that is not localized belongs to the default locale, and follows the title of that one.
  const followed = locales.filter((locale) => locale.default || (localized.has(slug) && localized.has(title)));
  const ends = followed.map(({ code }) => followIn(draft, { title, slug, locale: code }));
  return () => {
    for (const end of ends) end();
  };
}

interface Followed {
  readonly title: string;
  readonly slug: string;
  readonly locale: string;
}

function followIn(draft: Draft, { title, slug, locale }: Followed): () => void {
  let before = textOf(draft.value(title, locale));
  // The publication after which the locale got its first slug; undefined where it had one before.
  let begunAfter: string | null | undefined;
  const isPublic = () => {
    const { entry } = draft;
    return entry !== null && entry.first_published_at !== null && entry.published_at !== begunAfter;
  };
  const isOwn = () => draft.unsavedValues().some((value) => value.field === title && value.locale === locale);
  return draft.subscribeValue(title, locale, () => {
    const now = textOf(draft.value(title, locale));
    if (now === before) return;
    const current = textOf(draft.value(slug, locale));
    const untouched = current === '' ? slugOf(before) === null : isMadeFrom(current, before);
    before = now;
    if (current === '' && untouched) begunAfter = draft.entry?.published_at;
    // Whoever else changed the title sees to its slug.
    if (draft.newsOf(title, locale) !== undefined && !isOwn()) return;
    if (!untouched || isPublic()) return;
    draft.set(slug, locale, slugOf(now) ?? undefined);
  });
}
