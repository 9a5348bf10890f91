/**
 * Reads assets for sites. An asset has no draft state, so both planes show the same; its texts are in the locale that
 * is asked for, through fallback, or all of them.
 */
import { fileUrl, type PublicAddress } from '../assets/asset-address.ts';
import type { Model } from '../content-types/model.ts';
import type { Database, Reader } from '../database/database.ts';
import type { AssetRow } from '../database/tables.ts';
import { type Heads, readHead } from '../journal/heads.ts';
import { isoTime } from '../kit/clock.ts';
import type { PagePosition } from '../query/query.ts';
import { resourceId } from '../spaces/resource-id.ts';
import type { Piece } from './answer-bytes.ts';
import { readAssetPage } from './asset-page.ts';
import { Basis } from './basis.ts';
import type { Shown } from './one-state.ts';
import type { ShownLocale } from './query-string/locale.ts';
import type { AssetListWish } from './query-string/single.ts';
import { readAssets } from './store.ts';

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

export interface AssetReadingParts {
  readonly database: Pick<Database, 'reader'>;
  readonly heads: Pick<Heads, 'of'>;
  readonly address: PublicAddress;
}

/** A page of assets, and where the next one starts; null on the last page. */
interface ShownPage {
  readonly page: ReadAssetList;
  readonly next: PagePosition | null;
}

export class AssetReading {
  readonly #parts: AssetReadingParts;

  constructor(parts: AssetReadingParts) {
    this.#parts = parts;
  }

  /** The JSON of the assets with those keys that there are, in this order. */
  async texts(keys: readonly string[], view: AssetView, within?: Reader): Promise<Piece[]> {
    const rows = await readAssets(within ?? this.#parts.database.reader, keys, view.model.environment);
    const byKey = new Map(rows.map((row) => [row.key, row]));
    return keys.flatMap((key) => {
      const row = byKey.get(key);
      if (row === undefined) return [];
      const bytes = Buffer.from(JSON.stringify(this.#show(row, view)));
      return [{ bytes, start: 0, end: bytes.length }];
    });
  }

  /** The JSON of one asset; null where there is none with that key. */
  single(key: string, view: AssetView, within?: Reader): Promise<Shown<Piece | null>> {
    return this.#atHead(view, within, async () => (await this.texts([key], view, within))[0] ?? null);
  }

  /** A page of assets. */
  async list(wish: AssetListWish, view: AssetView, within?: Reader): Promise<Shown<ShownPage>> {
    const db = within ?? this.#parts.database.reader;
    const shown = await this.#atHead(view, within, async () => {
      const { rows, next, ...page } = await readAssetPage(db, wish, view.model);
      return { page: { items: rows.map((row) => this.#show(row, view)), ...page }, next };
    });
    if (wish.search !== undefined) shown.basis.restsOnDrafts = true;
    return shown;
  }

  #show(row: AssetRow, view: AssetView): object {
    return showAsset(row, view, this.#parts.address);
  }

  /** What is read is of the head from before it, or of a later one. */
  async #atHead<T>(
    { model: { environment } }: AssetView,
    within: Reader | undefined,
    read: () => Promise<T>,
  ): Promise<Shown<T>> {
    const head = await (within === undefined ? this.#parts.heads.of(environment) : readHead(within, environment));
    const basis = new Basis();
    basis.restsOnAssets = true;
    return { answer: await read(), revision: head?.revision ?? 0, isOfOneRevision: false, basis };
  }
}

/** An asset as it goes out. */
function showAsset(row: AssetRow, view: AssetView, address: PublicAddress): object {
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
    url: fileUrl(address, view.model.code, row),
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
