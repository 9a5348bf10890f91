/** Which assets editors look for beside what a search finds: some by id, some by size, those that nothing links to, those to describe. */
import type { Reader } from '../../platform/database/database.ts';
import type { AssetFilter } from '../query-string/asset-list.ts';
import { assetTexts, type ListedAsset, linkedAmong, sizedAmong } from './asset-store.ts';

const IMAGE = 'image/';

/** Those of some assets that a filter lets through, in their order; the number of assets is bounded by the caller. */
export async function filtered<A extends ListedAsset>(
  db: Reader,
  environment: number,
  assets: readonly A[],
  { keys, bytes, unused, withoutAlt }: AssetFilter,
): Promise<A[]> {
  let left = assets.filter(({ key }) => keys === null || keys.has(key));
  if (bytes !== null) {
    const sized = await sizedAmong(db, environment, { keys: keysOf(left), ...bytes });
    left = left.filter(({ key }) => sized.has(key));
  }
  if (withoutAlt !== null) {
    const images = left.filter(({ mime_type: type }) => type?.startsWith(IMAGE) === true);
    const texts = await assetTexts(db, environment, keysOf(images));
    left = images.filter(({ key }) => !hasAlt(texts.get(key), withoutAlt));
  }
  if (unused) {
    const linked = await linkedAmong(db, environment, keysOf(left));
    left = left.filter(({ key }) => !linked.has(key));
  }
  return left;
}

function keysOf(assets: readonly ListedAsset[]): string[] {
  return assets.map(({ key }) => key);
}

/** @param texts JSON as stored @param locales in which it is looked for; an empty text is one, of a decoration */
function hasAlt(texts: string | undefined, locales: readonly number[]): boolean {
  const { alt = {} } = JSON.parse(texts ?? '{}') as { alt?: Readonly<Record<string, string>> };
  return locales.some((locale) => alt[locale] !== undefined);
}
