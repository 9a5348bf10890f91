/**
 * What the types of the client say about the magazine. Nothing here runs: that it compiles is the test, and that what is marked as
 * an error is one. `npm test` and the test beside it compile it.
 */
import { type Asset, type AssetLink, createClient, type Entry, type EntryLink, type ItemOf } from '../../src/index.ts';
import type { Model } from './model.ts';

const where = { url: 'https://cms.example.com', space: 'spc_1', token: '' };
const site = createClient<Model>(where);
const preview = createClient<Model>({ ...where, preview: true });

/** Fails to compile unless both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_: Same<A, B>): void {}

export async function namesOfTypes() {
  site.entries('article');
  // @ts-expect-error there is no such type
  site.entries('articel');
  // @ts-expect-error a component has no entries
  site.entries('hero');
}

export async function plainFields() {
  const { items, total, next, tags, revision } = await site.entries('article').list();
  const article = items[0];
  if (!article) return;
  same<typeof article.fields.title, string>(true);
  same<typeof article.fields.rating, number | undefined>(true);
  same<typeof article.fields.tags, string[] | undefined>(true);
  same<typeof article.fields.moods, ('calm' | 'rough')[] | undefined>(true);
  same<typeof article.fields.stage, number | undefined>(true);
  same<typeof article.content_type, 'article'>(true);
  same<typeof article.fields.author, EntryLink<'person'>>(true);
  same<typeof article.fields.photo, AssetLink | undefined>(true);
  same<typeof article.published_at, string>(true);
  same<[typeof total, typeof next, typeof tags, typeof revision], [number, string | null, string[], number]>(true);
  // @ts-expect-error there is no such field
  article.fields.titel;
  // @ts-expect-error what is published has no status
  article.status;
  // @ts-expect-error nothing is included
  article.links.author;
  const first = await site.entries('person').first();
  same<typeof first, Entry<Model, 'person'> | null>(true);
  same<NonNullable<typeof first>['fields']['role'], 'writer' | 'editor' | undefined>(true);
  for await (const { fields } of site.entries('person')) same<typeof fields.name, string>(true);
}

export async function filters() {
  site.entries('article').where({
    title: 'The sea',
    rating: { gte: 4, lt: 6 },
    tags: { in: ['sea', 'hills'] },
    moods: 'calm',
    done: true,
    at: { gt: '2026-01-01' },
    place: { exists: true },
    data: { exists: false },
    body: { exists: true },
    author: { name: 'Jo', role: { in: ['writer'] }, content_type: 'person', id: { ne: 'jo' }, photo: 'face' },
    related: { title: { ne: 'Fog' }, exists: true },
    photo: { id: { exists: true } },
    seo: { noindex: false, exists: true },
    sections: { exists: true },
  });
  site.entries('article').where({ author: 'jo', anything: { name: 'Jo' } });
  // A person has a field `in`.
  site.entries('person').where({ in: 'Kiel' });
  site.entries('article').where({ author: { in: { ne: 'Kiel' } } });
  site.entries('article').where({ author: { in: ['jo', 'ada'], name: 'Jo' } });
  // @ts-expect-error behind a link that is the operator
  site.entries('article').where({ author: { in: 'Kiel' } });
  // @ts-expect-error there is no such field
  site.entries('article').where({ titel: 'The sea' });
  // @ts-expect-error text is no number
  site.entries('article').where({ rating: '4' });
  // @ts-expect-error truth has no order
  site.entries('article').where({ done: { gt: true } });
  // @ts-expect-error a link has no order
  site.entries('article').where({ author: { gt: 'jo' } });
  // @ts-expect-error no such operator
  site.entries('article').where({ rating: { above: 4 } });
  // @ts-expect-error a place only exists or not
  site.entries('article').where({ place: { lat: 4 } });
  // @ts-expect-error not one of the values
  site.entries('person').where({ role: 'owner' });
  // @ts-expect-error the person has no such field
  site.entries('article').where({ author: { title: 'Jo' } });
  // @ts-expect-error a filter goes through one link
  site.entries('article').where({ author: { mentor: { name: 'Ada' } } });
  // @ts-expect-error nor into blocks
  site.entries('article').where({ sections: { heading: 'Look' } });
  // @ts-expect-error another type
  site.entries('article').where({ author: { content_type: 'article' } });
}

export async function includes() {
  const page = await site
    .entries('article')
    .include({ author: { photo: true, mentor: { mentor: true } }, related: { photo: true }, gallery: true })
    .list();
  const article = page.items[0];
  if (!article) return;
  const { author, related = [], gallery = [] } = article.fields;
  same<NonNullable<typeof author>['fields']['photo'], Asset | null | undefined>(true);
  same<typeof article.links.author, EntryLink<'person'> | undefined>(true);
  same<typeof gallery, Asset[]>(true);
  // @ts-expect-error it may be gone
  author.fields;
  author?.fields.mentor?.fields.mentor?.fields.name;
  // @ts-expect-error no further than was asked for
  author?.fields.mentor?.fields.mentor?.fields.mentor?.fields;
  for (const one of related) {
    // @ts-expect-error a person has no title
    one.fields.title;
    switch (one.content_type) {
      case 'article':
        same<typeof one.fields.title, string>(true);
        one.fields.photo?.url;
        break;
      case 'person':
        same<typeof one.fields.name, string>(true);
        one.fields.photo?.url;
        break;
      default:
        one satisfies never;
    }
  }
  // @ts-expect-error there is no such link
  site.entries('article').include({ autor: true });
  // @ts-expect-error beside one that there is
  site.entries('article').include({ author: true, autor: true });
  // @ts-expect-error on the second level
  site.entries('article').include({ author: { foto: true } });
  // @ts-expect-error on the second level beside one that there is
  site.entries('article').include({ author: { photo: true, foto: true } });
  // @ts-expect-error no link
  site.entries('article').include({ title: true });
  // @ts-expect-error four deep
  site.entries('article').include({ author: { mentor: { mentor: { mentor: true } } } });
  // @ts-expect-error nothing else than `true` and what is behind
  site.entries('article').include({ author: false });
  // @ts-expect-error an asset leads nowhere
  site.entries('article').include({ photo: { url: true } });
}

export async function required() {
  const article = await site
    .entries('article')
    .include({ author: { photo: true }, photo: true })
    .require('author', 'photo')
    .first();
  if (!article) return;
  same<typeof article.fields.photo, Asset>(true);
  same<typeof article.fields.author.fields.name, string>(true);
  const link = await site.entries('article').require('anything').first();
  if (link) same<typeof link.fields.anything.id, string>(true);
  // @ts-expect-error no link
  site.entries('article').require('title');
}

export async function componentsAndText() {
  const article = await site
    .entries('article')
    .include({ sections: { more: { author: true } }, body: true })
    .first();
  if (!article) return;
  same<NonNullable<typeof article.fields.seo>['fields']['title'], string | undefined>(true);
  for (const block of article.fields.sections ?? []) {
    same<typeof block.id, string>(true);
    switch (block.type) {
      case 'hero':
        same<typeof block.fields.heading, string>(true);
        block.fields.more?.fields.author?.fields.name;
        same<typeof block.fields.picture, AssetLink | undefined>(true);
        block.links?.more?.id;
        break;
      case 'quote':
        same<typeof block.fields.who, string | undefined>(true);
        break;
      default:
        block satisfies never;
    }
  }
  for (const node of article.fields.body?.content ?? []) {
    if (node.type === 'entryBlock') node.attrs.entry?.fields.name;
    if (node.type === 'heading') same<typeof node.attrs.level, number>(true);
  }
  same<typeof article.links.body extends { content: unknown[] } | undefined ? true : false, true>(true);
  const plain = await site.entries('article').first();
  for (const node of plain?.fields.body?.content ?? [])
    if (node.type === 'entryBlock') same<typeof node.attrs.entry, EntryLink<'person'>>(true);
  // @ts-expect-error links of a component are named
  site.entries('article').include({ sections: true });
  // @ts-expect-error as they are there
  site.entries('article').include({ sections: { less: true } });
}

export async function orderAndSelection() {
  site.entries('article').order('-published_at', 'title', '-rating', 'id');
  // @ts-expect-error a text of any length has no order
  site.entries('article').order('teaser');
  // @ts-expect-error there is no such field
  site.entries('article').order('-titel');
  const article = await site.entries('article').include({ author: true }).select('title', 'author.name').first();
  if (!article) return;
  same<typeof article.fields.title, string>(true);
  article.fields.author?.fields.name;
  // @ts-expect-error it is not selected
  article.fields.rating;
  // @ts-expect-error nor is this
  article.fields.author?.fields.role;
  // @ts-expect-error there is no such field
  site.entries('article').select('titel');
  // @ts-expect-error nor there
  site.entries('article').select('author.title');
}

export async function locales() {
  const german = await site.entries('article').locale('de').first();
  if (german) same<typeof german.fields.title, string>(true);
  const french = await site.entries('article').locale('fr').first();
  if (french) same<typeof french.fields.title, string | undefined>(true);
  // @ts-expect-error there is no such locale
  site.entries('article').locale('it');
  const all = await site
    .entries('article')
    .locale('*')
    .include({ author: { photo: true }, sections: { more: true } })
    .first();
  if (!all) return;
  same<typeof all.fields.title, { de?: string; en?: string; fr?: string }>(true);
  all.fields.author.en?.fields.name.en?.length;
  all.fields.author.en?.fields.photo?.en?.title.de?.length;
  const [section] = all.fields.sections?.en ?? [];
  // A list that is not localized has localized texts, and a localized list has none.
  if (section?.type === 'hero') same<typeof section.fields.heading, { de?: string; en?: string; fr?: string }>(true);
  if (section?.type === 'hero') section.fields.more?.fields.title.de?.length;
  const [page] = all.fields.pages?.de ?? [];
  same<NonNullable<typeof page>['fields']['text'], string | undefined>(true);
  same<NonNullable<NonNullable<typeof all.fields.seo>['en']>['fields']['noindex'], boolean | undefined>(true);
}

export async function drafts() {
  const draft = await preview.entries('article').include({ author: true }).first();
  if (!draft) return;
  same<typeof draft.status, 'draft' | 'published' | 'changed'>(true);
  same<typeof draft.published_at, string | null>(true);
  same<typeof draft.fields.title, string | undefined>(true);
  // Drafts may have been saved by other rules.
  same<typeof draft.fields.moods, string[] | undefined>(true);
  same<NonNullable<typeof draft.fields.author>['fields']['name'], string | undefined>(true);
  same<NonNullable<typeof draft.fields.author>['status'], 'draft' | 'published' | 'changed'>(true);
  // @ts-expect-error anything may be missing
  draft.fields.title.length;
}

export async function single() {
  const home = await site.entry('home', { include: { author: { photo: true }, mentor: true } });
  if (home?.content_type === 'article') home.fields.author?.fields.photo?.url;
  if (home?.content_type === 'person') home.fields.mentor?.fields.name;
  const article = await site.entry('sea', { type: 'article', include: { author: true }, locale: 'de' });
  same<NonNullable<NonNullable<typeof article>['fields']['author']>['fields']['name'], string>(true);
  const french = await site.entry('sea', { type: 'article', locale: 'fr' });
  same<NonNullable<typeof french>['fields']['title'], string | undefined>(true);
  const named = await site.entry('sea', {
    type: 'article',
    select: ['title', 'author.name'],
    include: { author: true },
    locale: 'fr',
  });
  same<NonNullable<typeof named>['fields']['title'], string | undefined>(true);
  named?.fields.author?.fields.name;
  // @ts-expect-error it is not selected
  named?.fields.author?.fields.role;
  const titled = await site.entry('sea', { type: 'article', select: ['title'] });
  same<NonNullable<typeof titled>['fields']['title'], string>(true);
  // @ts-expect-error nor is this
  titled?.fields.rating;
  const either = await site.entry('sea', { select: ['title', 'role'] });
  if (either?.content_type === 'person') same<typeof either.fields.role, 'writer' | 'editor' | undefined>(true);
  // @ts-expect-error there is no such field
  site.entry('sea', { type: 'article', select: ['titel'] });
  // @ts-expect-error of this type
  site.entry('sea', { type: 'person', select: ['rating'] });
  // @ts-expect-error there is no such link
  site.entry('sea', { type: 'article', include: { autor: true } });
  // @ts-expect-error of this type
  site.entry('sea', { type: 'person', include: { author: true } });
  // @ts-expect-error there is no such type
  site.entry('sea', { type: 'articel' });
  const bare = await site.entry('sea');
  same<NonNullable<typeof bare>['content_type'], 'article' | 'person'>(true);
}

export async function assets() {
  const page = await site.assets().where({ mime_type: 'image/*' }).order('-created_at').search('wave').list();
  same<(typeof page.items)[number], Asset>(true);
  const all = await site.assets().locale('*').first();
  same<NonNullable<typeof all>['title'], { de?: string; en?: string; fr?: string }>(true);
  const wave = await site.asset('wave');
  same<typeof wave, Asset | null>(true);
  // @ts-expect-error assets have no such order
  site.assets().order('title');
}

/** A query's results can be named. */
export function card(article: Entry<Model, 'article', { author: { photo: true } }>): string {
  return article.fields.author?.fields.photo?.url ?? article.fields.title;
}

export async function passedOn() {
  const query = site.entries('article').include({ author: { photo: true } });
  const [article] = (await query.limit(1).atLeast(7).param('fields.rating[gte]', 4).list()).items;
  if (article) card(article);
  const named: ItemOf<typeof query> | undefined = article;
  return named;
}
