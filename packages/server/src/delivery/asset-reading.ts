/**
 * Reads assets for sites. An asset has no draft state, so both planes show the same; its texts are in the locale that
 * is asked for, through fallback, or all of them.
 */
import type { Model } from '../content-types/model.ts';
import type { Database, Reader } from '../database/database.ts';
import type { AssetRow } from '../database/tables.ts';
import { isoTime } from '../kit/clock.ts';
import type { PagePosition } from '../query/query.ts';
import { resourceId } from '../spaces/resource-id.ts';
import { type AssetSearch, searchAssets } from './asset-search.ts';
import type { ShownLocale } from './query-string/locale.ts';
import type { AssetListWish } from './query-string/single.ts';
import { listAssets, readAssets } from './store.ts';

type Texts = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

/** How assets are shown. */
export interface AssetView {
  readonly model: Model;
  readonly locale: ShownLocale;
}

export interface ReadAssetList {
  readonly items: readonly object[];
  readonly total: number;
  readonly skip: number;
  readonly limit: number;
}

export class AssetReading {
  readonly #database: Pick<Database, 'reader'>;

  constructor(parts: { database: Pick<Database, 'reader'> }) {
    this.#database = parts.database;
  }

  /** The JSON of the assets with those keys that there are, in this order. */
  async texts(keys: readonly string[], view: AssetView, within?: Reader): Promise<Uint8Array[]> {
    const rows = await readAssets(within ?? this.#database.reader, keys, view.model.environment);
    const byKey = new Map(rows.map((row) => [row.key, row]));
    return keys.flatMap((key) => {
      const row = byKey.get(key);
      return row === undefined ? [] : [Buffer.from(JSON.stringify(showAsset(row, view)))];
    });
  }

  /** A page of assets, and where the next one starts. */
  async list(wish: AssetListWish, view: AssetView): Promise<{ page: ReadAssetList; next: PagePosition | null }> {
    const { search } = wish;
    if (search !== undefined) return this.#search({ model: view.model, search, wish }, view);
    const { rows, total } = await listAssets(this.#database.reader, view.model.environment, wish);
    const shown = rows.slice(0, wish.limit);
    const skip = wish.after?.passed ?? wish.skip;
    const last = shown.at(-1);
    const isMore = rows.length > shown.length;
    return {
      page: { items: shown.map((row) => showAsset(row, view)), total, skip, limit: wish.limit },
      next: isMore && last !== undefined ? { key: last.key, passed: skip + shown.length } : null,
    };
  }

  async #search(asked: AssetSearch, view: AssetView): Promise<{ page: ReadAssetList; next: PagePosition | null }> {
    const { reader } = this.#database;
    const { wish, model } = asked;
    const { keys, total, next } = await searchAssets(reader, asked);
    const rows = await readAssets(reader, keys, model.environment);
    const shown = new Map(rows.map((row) => [row.key, showAsset(row, view)]));
    const items = keys.map((key) => shown.get(key)).filter((item) => item !== undefined);
    return { page: { items, total, skip: wish.after?.passed ?? wish.skip, limit: wish.limit }, next };
  }
}

/** An asset as it goes out. Files, and with them `url`, come with the media library. */
export function showAsset(row: AssetRow, view: AssetView): object {
  const texts = JSON.parse(row.texts) as Texts;
  return {
    id: resourceId('asset', view.model.code, row.key),
    key: row.key,
    title: showText(texts.title, view),
    description: showText(texts.description, view),
    alt: showText(texts.alt, view),
    file_name: row.file_name,
    mime_type: row.mime_type,
    size: row.size,
    width: row.width,
    height: row.height,
    url: null,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  };
}

/** A text in the locale, through fallback, null where there is none; by locale code where all are asked for. */
function showText(byLocale: Texts[string], { model, locale }: AssetView): string | null | Record<string, string> {
  const own = (number: number): string | undefined => byLocale?.[number];
  if (locale !== null)
    return (
      model.locales
        .chain(locale)
        .map(own)
        .find((text) => text !== undefined) ?? null
    );
  const shown: Record<string, string> = {};
  for (const { number, code } of model.locales.all) {
    const text = own(number);
    if (text !== undefined) shown[code] = text;
  }
  return shown;
}
