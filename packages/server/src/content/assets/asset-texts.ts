/**
 * The searchable texts of assets: title, description and alternative text, as shown in each locale. They are updated with the
 * asset, and when locales change.
 */
import type { Locales } from '../../model/spaces/locale.ts';
import { yieldToReads } from '../../platform/database/savepoint.ts';
import { ensureTexts, type TextIds, type TextIn } from '../../reading/search/texts.ts';
import type { AssetWork } from './asset-work.ts';
import * as store from './store.ts';
import type { AssetRow } from './tables.ts';
import type { AssetTexts } from './text-input.ts';

const ASSETS_AT_ONCE = 100;

/** Stores the searchable texts of an asset. */
export async function keepTexts(work: AssetWork, asset: Pick<AssetRow, 'id' | 'texts'>): Promise<void> {
  await store.replaceTexts(work.writer, asset.id, await textsOf(work, asset));
}

/**
 * Recomputes the texts of some assets: for `search/indexing.ts`, in steps of one write.
 * @param after row id to continue after
 * @returns the last row id processed; null if there are no more
 */
export async function indexAssetTexts(work: AssetWork, after: number): Promise<number | null> {
  const { writer, environment } = work;
  const some = await store.lockSomeAssets(writer, { environment: environment.number, after, limit: ASSETS_AT_ONCE });
  for (const asset of some) {
    const texts = await textsOf(work, asset);
    if (JSON.stringify(texts) === JSON.stringify(await store.textIdsOf(writer, asset.id))) continue;
    await store.replaceTexts(writer, asset.id, texts);
    work.change.item({
      environment,
      event: null,
      kind: 'asset',
      key: asset.key,
      resource: asset.id,
      published: true,
    });
    await yieldToReads();
  }
  return some.length < ASSETS_AT_ONCE ? null : (some.at(-1)?.id ?? null);
}

function textsOf(
  { writer, environment, change, model: { locales } }: AssetWork,
  asset: Pick<AssetRow, 'texts'>,
): Promise<TextIds> {
  const work = { writer, spaceId: environment.spaceId, at: change.at };
  return ensureTexts(work, { locales, textIn: shownTexts(asset, locales) });
}

/** The texts that an asset shows in a locale, given by its number. */
export function shownTexts({ texts }: Pick<AssetRow, 'texts'>, locales: Locales): TextIn {
  const byName = JSON.parse(texts) as AssetTexts;
  const shown = (name: string, locale: number): string => {
    const places = locales.chain(locale);
    return places.map((place) => byName[name]?.[place]).find((text) => text !== undefined) ?? '';
  };
  return (locale) => ({
    display: shown('title', locale),
    body: [shown('description', locale), shown('alt', locale)].filter((text) => text !== '').join('\n'),
  });
}
