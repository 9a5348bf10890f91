/**
 * Resolves what the HTML of a post points to: attachments by number or address, pages by address. Only addresses of the site itself
 * are looked up.
 */

import { hostIn, originalPath, pageAddress, postNumberIn, uploadPath } from './addresses.ts';
import type { Losses } from './html/losses.ts';
import type { HtmlContext } from './html/references.ts';
import { assetKey, postKey } from './keys.ts';
import { ATTACHMENT, isContent, type PostFacts, type Site } from './site.ts';
import type { WxrItem } from './wxr/wxr-item.ts';

/** The lookups for converting one post's HTML. */
export function htmlContext(item: Pick<WxrItem, 'id'>, site: Site, losses: Losses): HtmlContext {
  return {
    losses,
    assetOf: (address, number) => {
      const id = attachmentWith(number, site) ?? attachmentAt(address, site);
      return id === null ? null : assetKey(id);
    },
    targetOf: (address) => targetOf(address, site),
    blockEntryOf: (number) => {
      const post = site.posts.get(number);
      return post?.type === 'wp_block' ? postKey(post.type, post.id) : null;
    },
    galleryOf: (numbers) =>
      (numbers ?? imagesOf(item.id, site)).flatMap((number) =>
        attachmentWith(number, site) === null ? [] : [assetKey(number)],
      ),
  };
}

function attachmentWith(number: string | undefined, site: Site): string | null {
  return number !== undefined && site.posts.get(number)?.type === ATTACHMENT ? number : null;
}

/** The attachment with this address, which may be of one of its sizes. */
function attachmentAt(address: string, site: Site): string | null {
  if (!site.hosts.has(hostIn(address))) return null;
  const path = uploadPath(address);
  return site.files.get(path) ?? site.files.get(originalPath(path)) ?? null;
}

function imagesOf(id: string, site: Site): readonly string[] {
  const inOrder = (a: PostFacts, b: PostFacts) => a.order - b.order || Number(a.id) - Number(b.id);
  return (site.imagesOf.get(id) ?? []).toSorted(inOrder).map((image) => image.id);
}

/** The entry or asset shown at an address of the site. */
export function targetOf(address: string, site: Site): ReturnType<HtmlContext['targetOf']> {
  if (!site.hosts.has(hostIn(address))) return null;
  const file = attachmentAt(address, site);
  if (file !== null) return { kind: 'asset', key: assetKey(file) };
  const page = pageAddress(address);
  const post = site.posts.get(postNumberIn(address) ?? site.pages.get(page ?? '') ?? '');
  if (post?.type === ATTACHMENT) return { kind: 'asset', key: assetKey(post.id) };
  return post !== undefined && isContent(post.type) ? { kind: 'entry', key: postKey(post.type, post.id) } : null;
}
