/** Converts the terms and authors of posts, each to a separate entry. */
import { STRING_CHARACTERS_MAX } from '../../../contract/src/fields.ts';
import type { Notes } from '../notes.ts';
import type { SiteModel } from './content-types.ts';
import { authorKey, termKey } from './keys.ts';
import { plainText } from './plain-text.ts';
import { type EntryRecord, entryLink, inLocale } from './post.ts';
import { MENU, type Site } from './site.ts';
import { ownSlug, slugProblem } from './slugs.ts';
import type { WxrAuthor, WxrTerm } from './wxr/wxr-item.ts';

/** The context for converting terms and authors. */
export interface TermContext {
  readonly site: Site;
  readonly model: SiteModel;
  readonly locale: string;
  readonly notes: Notes;
}

/** The entries of all terms, except menus. */
export function* termEntries(context: TermContext): Generator<EntryRecord> {
  for (const [taxonomy, terms] of context.site.terms)
    if (taxonomy !== MENU) for (const term of terms.values()) yield termEntry(term, context);
}

/** The entries of all authors. */
export function* authorEntries({ site, locale, notes }: TermContext): Generator<EntryRecord> {
  for (const author of site.authors.values()) {
    if (author.hasEmail)
      notes.add(
        'left_out',
        `author ${author.login}`,
        'The e-mail address was left out: entries are public. Invite people as members.',
      );
    yield authorEntry(author, locale);
  }
}

function termEntry(term: WxrTerm, { site, model, locale, notes }: TermContext): EntryRecord {
  const { taxonomy, slug, name, parent, description } = term;
  const about = `${taxonomy} ${slug} "${plainText(name)}"`;
  const problem = slugProblem(slug);
  if (problem !== null) notes.add('left_out', about, problem);
  const hasParent = parent !== '' && (site.terms.get(taxonomy)?.has(parent) ?? false);
  if (parent !== '' && !hasParent)
    notes.add('missing_link', `${about}, parent`, `The term "${parent}" is not in the file; the field is empty.`);
  if (/<[a-z]/i.test(description))
    notes.add('changed', `${about}, description`, 'It has HTML; its text was kept without it.');
  return {
    key: termKey(taxonomy, slug),
    content_type: model.taxonomies.get(taxonomy) ?? taxonomy,
    status: 'published',
    fields: inLocale(
      {
        name: shortened(plainText(name)),
        slug: problem === null ? ownSlug(slug) : null,
        description: plainText(description),
        parent: hasParent ? entryLink(termKey(taxonomy, parent)) : null,
      },
      locale,
    ),
  };
}

function authorEntry({ login, name }: WxrAuthor, locale: string): EntryRecord {
  const slug = login.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}._~-]+/gu, '-');
  return {
    key: authorKey(login),
    content_type: 'author',
    status: 'published',
    fields: inLocale({ name: shortened(plainText(name)), slug: slugProblem(slug) === null ? slug : null }, locale),
  };
}

function shortened(name: string): string {
  return [...name].slice(0, STRING_CHARACTERS_MAX).join('');
}
