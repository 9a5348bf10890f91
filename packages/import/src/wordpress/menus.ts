/** Converts menus: each item becomes an entry with a label and a target, each menu an entry that lists its items in order. */
import { ITEMS_MAX, STRING_CHARACTERS_MAX } from '../../../contract/src/fields.ts';
import { menuItemKey, menuKey, postKey, termKey } from './keys.ts';
import { targetOf } from './links.ts';
import { plainText } from './plain-text.ts';
import { type EntryRecord, entryLink, inLocale, type PostContext } from './post.ts';
import { isContent, MENU, MENU_ITEM, menuItemIdentity, type PostFacts } from './site.ts';
import { slugProblem } from './slugs.ts';
import type { TermContext } from './terms.ts';
import { metaValue, type WxrItem } from './wxr/wxr-item.ts';

/** Converts one item of a menu; losses are noted. */
export function convertMenuItem(item: WxrItem, context: PostContext): EntryRecord {
  const { site, locale, notes, about } = context;
  const target = menuTarget(item, context);
  const url = metaValue(item, '_menu_item_url').trim();
  const label = plainText(item.title) || target?.title || '';
  const menu = item.terms.find(({ taxonomy }) => taxonomy === MENU)?.slug ?? '';
  const parent = site.posts.get(menuItemIdentity(menu, metaValue(item, '_menu_item_menu_item_parent').trim()));
  if (target === null && url === '')
    notes.add('missing_link', `${about}, target`, 'What it leads to is not in the file; the field is empty.');
  if (url.length > STRING_CHARACTERS_MAX)
    notes.add('left_out', `${about}, url`, 'Its address is too long and was left out.');
  return {
    key: menuItemKey(menu, item.id),
    content_type: 'menu_item',
    status: item.status === 'draft' ? 'draft' : 'published',
    fields: inLocale(
      {
        label: [...label].slice(0, STRING_CHARACTERS_MAX).join(''),
        target: target === null ? null : entryLink(target.key),
        url: target === null && url.length <= STRING_CHARACTERS_MAX ? url : null,
        parent: parent === undefined ? null : entryLink(menuItemKey(menu, parent.id)),
      },
      locale,
    ),
  };
}

/** The entries of all menus. */
export function* menuEntries({ site, locale, notes }: TermContext): Generator<EntryRecord> {
  const items = [...site.posts.values()].filter(({ type }) => type === MENU_ITEM);
  const inOrder = (a: PostFacts, b: PostFacts) => a.order - b.order || Number(a.id) - Number(b.id);
  for (const { slug, name } of site.terms.get(MENU)?.values() ?? []) {
    const own = items.filter(({ menu }) => menu === slug).sort(inOrder);
    if (own.length > ITEMS_MAX)
      notes.add('left_out', `menu ${slug}`, `It has more than ${ITEMS_MAX} items; the rest was left out.`);
    const links = own.slice(0, ITEMS_MAX).map(({ id }) => entryLink(menuItemKey(slug, id)));
    const values = {
      name: plainText(name),
      slug: slugProblem(slug) === null ? slug : null,
      items: links.length > 0 ? links : null,
    };
    yield { key: menuKey(slug), content_type: 'menu', status: 'published', fields: inLocale(values, locale) };
  }
}

interface Target {
  readonly key: string;
  readonly title: string;
}

/** The entry that the item links to; null if it links to an address, or to nothing. */
function menuTarget(item: WxrItem, { site }: PostContext): Target | null {
  const id = metaValue(item, '_menu_item_object_id').trim();
  const kind = metaValue(item, '_menu_item_type').trim();
  if (kind === 'post_type') {
    const post = site.posts.get(id);
    return post !== undefined && isContent(post.type) ? { key: postKey(post.type, post.id), title: post.title } : null;
  }
  if (kind === 'taxonomy') {
    const taxonomy = metaValue(item, '_menu_item_object').trim();
    const term = [...(site.terms.get(taxonomy)?.values() ?? [])].find((candidate) => candidate.id === id);
    return term === undefined ? null : { key: termKey(taxonomy, term.slug), title: plainText(term.name) };
  }
  const shown = targetOf(metaValue(item, '_menu_item_url').trim(), site);
  return shown?.kind === 'entry' ? { key: shown.key, title: '' } : null;
}
