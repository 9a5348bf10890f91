/**
 * Reads assets for sites. An asset has no draft state, so both planes show the same; its texts are in the locale that
 * is requested, through fallback, or all of them.
 */

import type { Model } from '../../model/content-types/model.ts';
import { type Heads, readHead } from '../../model/spaces/heads.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { Tables } from '../../platform/database/columns.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import type { Head } from '../../platform/journal/environment-heads.ts';
import type { PublishedHeads } from '../../platform/journal/published-heads.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import type { PagePosition } from '../../platform/kit/page-position.ts';
import { inSteps, type MaybePromise, type Steps, settled } from '../../platform/kit/steps.ts';
import type { AssetListQuery } from '../query-string/asset-list.ts';
import type { ShownLocale } from '../query-string/locale.ts';
import { fileUrl, type PublicAddress } from './asset-address.ts';
import { readAssetPage } from './asset-page.ts';
import { readPageThen } from './asset-page-then.ts';
import { type AssetTexts, assetText } from './asset-texts.ts';
import { Basis } from './basis.ts';
import { NamedResources } from './named-resources.ts';
import type { Shown } from './one-state.ts';
import type { AssetsThen, PastOfAssets } from './past.ts';
import type { PastFiles } from './past-files.ts';
import type { Piece } from './response-text.ts';
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

/** Where assets are read: with the head of the request, or from a snapshot. */
export interface AssetPlace {
  readonly head: Head;
  readonly within?: Reader | undefined;
  /** The assets of then, where the past is read. */
  readonly assetsThen?: AssetsThen | undefined;
}

/** Texts of assets. */
export interface ReadTexts {
  readonly pieces: readonly Piece[];
  /** The keys of those that there are. */
  readonly found: readonly string[];
  /** Whether they are known to show the assets as they were at the head. */
  readonly isOfHead: boolean;
}

export interface AssetReadingParts {
  readonly database: Pick<Database, 'reader' | 'readsSince'>;
  readonly heads: Pick<Heads, 'of' | 'confirmed'>;
  readonly publishedHeads: Pick<PublishedHeads, 'known' | 'of'>;
  readonly texts: AssetTexts;
  readonly address: PublicAddress;
  readonly pastFiles: PastFiles;
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

  /** The JSON of the assets with those keys that there are, in this order; at once where all of it is kept. */
  texts(
    keys: readonly string[],
    view: AssetView,
    { head, within, assetsThen: then }: AssetPlace,
  ): MaybePromise<ReadTexts> {
    if (then !== undefined)
      return this.#textsThen(keys, view, then, within ?? this.#parts.database.readsSince(head).reader);
    if (within !== undefined) return this.#readAll(keys, view, within);
    return inSteps(this.#texts(keys, view, head));
  }

  /** The JSON of one asset as it was; null where there was none with that key. */
  async singleThen(
    key: string,
    view: AssetView,
    { assets, revision, within }: PastOfAssets,
  ): Promise<Shown<Buffer | null>> {
    const { pieces } = await this.#textsThen([key], view, assets, within);
    const shown = shownThen(pieces[0]?.bytes ?? null, revision);
    shown.named.add('asset', [key]);
    return shown;
  }

  /** A page of the assets of then. */
  async listThen(query: AssetListQuery, view: AssetView, past: PastOfAssets): Promise<Shown<ShownPage>> {
    const { rows, next, ...page } = await readPageThen(past, query, view.model);
    const shown = shownThen(
      { page: { items: rows.map((row) => this.#showThen(row, view)), ...page }, next },
      past.revision,
    );
    shown.named.scope = 'assets';
    const keys = rows.map(({ key }) => key);
    if (shown.named.takes(keys.length)) shown.named.add('asset', keys);
    return shown;
  }

  /** Rows before what they were: what changes in between was not changed yet then. */
  async #textsThen(keys: readonly string[], view: AssetView, then: AssetsThen, db: Reader): Promise<ReadTexts> {
    const rows = new Map((await readAssets(db, keys, view.model.environment)).map((row) => [row.key, row]));
    const changed = await then.read(db, view.model, keys);
    const texts = keys.map((key) => {
      const was = changed.get(key);
      const row = was === undefined ? rows.get(key) : was?.row;
      return row && assetText(JSON.stringify(this.#showThen(row, view)));
    });
    return { ...readTexts(keys, texts), isOfHead: true };
  }

  /** The JSON of one asset; null where there is none with that key. */
  async single(key: string, view: AssetView, within?: Reader): Promise<Shown<Buffer | null>> {
    const shown = await this.#atHead(view, { within, seen: 0 }, async (db) => {
      return (await this.#read(db, [key], view)).get(key)?.bytes ?? null;
    });
    shown.named.add('asset', [key]);
    return shown;
  }

  /** A page of assets. */
  async list(query: AssetListQuery, view: AssetView, within?: Reader): Promise<Shown<ShownPage>> {
    const shown = await this.#atHead(view, { within, seen: query.after?.seen ?? 0 }, async (db) => {
      const { rows, next, ...page } = await readAssetPage(db, query, view.model);
      const keys = rows.map(({ key }) => key);
      return { keys, page: { items: rows.map((row) => this.#show(row, view)), ...page }, next };
    });
    const { named, basis, response } = shown;
    if (query.search !== undefined) basis.restsOnDrafts = true;
    named.scope = 'assets';
    if (named.takes(response.keys.length)) named.add('asset', response.keys);
    return shown;
  }

  *#texts(keys: readonly string[], view: AssetView, head: Head): Steps<ReadTexts> {
    const { publishedHeads, texts, database } = this.#parts;
    const parts = publishedHeads.known(head) ?? (yield* settled(publishedHeads.of(head)));
    const state = { view: viewKey(view, head), revision: parts.get('assets') ?? 0 };
    const shown = keys.map((key) => texts.get(state, key));
    const isBeforeHead = state.revision <= head.revision;
    const missing = keys.filter((_, at) => shown[at] === undefined);
    if (missing.length === 0) return { ...readTexts(keys, shown), isOfHead: isBeforeHead };
    const read = yield* settled(this.#read(database.readsSince(head).reader, missing, view));
    const stand = yield* settled(this.#standAt(state.revision, head));
    if (stand) for (const key of missing) texts.put(state, key, read.get(key) ?? null);
    const all = keys.map((key, at) => shown[at] ?? read.get(key));
    return { ...readTexts(keys, all), isOfHead: stand && isBeforeHead };
  }

  async #readAll(keys: readonly string[], view: AssetView, within: Reader): Promise<ReadTexts> {
    const read = await this.#read(within, keys, view);
    const texts = keys.map((key) => read.get(key));
    return { ...readTexts(keys, texts), isOfHead: true };
  }

  async #read(db: Reader, keys: readonly string[], view: AssetView): Promise<Map<string, Piece>> {
    const rows = await readAssets(db, keys, view.model.environment);
    return new Map(rows.map((row) => [row.key, assetText(JSON.stringify(this.#show(row, view)))]));
  }

  /** Whether no asset has changed since that revision, as of now: rows have no version to compare. */
  async #standAt(revision: number, { number, epoch }: Head): Promise<boolean> {
    const now = await this.#parts.heads.confirmed(number);
    if (now?.epoch !== epoch) return false;
    const parts = await this.#parts.publishedHeads.of(now);
    return (parts.get('assets') ?? 0) === revision;
  }

  #show(row: Tables['assets'], view: AssetView): object {
    return showAsset(row, view, fileUrl(this.#parts.address, view.model.code, row));
  }

  #showThen(row: Tables['assets'], view: AssetView): object {
    const { address, pastFiles } = this.#parts;
    return showAsset(row, view, pastFiles.url(address, view.model.code, row));
  }

  /**
   * Reads at the current head, or a later one.
   * @param place `seen`: the result is of this revision or a later one
   */
  async #atHead<T>(
    { model: { environment } }: AssetView,
    { within, seen }: { within: Reader | undefined; seen: number },
    read: (db: Reader) => Promise<T>,
  ): Promise<Shown<T>> {
    const { database } = this.#parts;
    const head = await (within === undefined ? this.#parts.heads.of(environment) : readHead(within, environment));
    const basis = new Basis();
    basis.restsOnAssets = true;
    const wanted = head === undefined ? undefined : { ...head, revision: Math.max(head.revision, seen) };
    const db = within ?? (wanted === undefined ? database.reader : database.readsSince(wanted).reader);
    const named = new NamedResources();
    return { response: await read(db), revision: head?.revision ?? 0, isOfOneRevision: false, basis, named };
  }
}

function shownThen<T>(response: T, revision: number): Shown<T> {
  const basis = new Basis();
  basis.restsOnAssets = true;
  return { response, revision, isOfOneRevision: true, basis, named: new NamedResources() };
}

function viewKey({ model, locale }: AssetView, { epoch }: Head): string {
  return `${model.environment} ${epoch} ${model.code} ${model.revision} ${locale ?? '*'}`;
}

/** The texts that there are. @param texts in the order of the keys */
function readTexts(
  keys: readonly string[],
  texts: readonly (Piece | null | undefined)[],
): Pick<ReadTexts, 'pieces' | 'found'> {
  const pieces = texts.filter((text) => text !== null && text !== undefined);
  return { pieces, found: pieces.length === keys.length ? keys : keys.filter((_, at) => texts[at] != null) };
}

/** An asset as it goes out. */
function showAsset(row: Tables['assets'], view: AssetView, url: string | null): object {
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
    focal_point: row.focal_point === null ? null : (JSON.parse(row.focal_point) as object),
    dominant_color: row.dominant_color,
    placeholder: row.placeholder,
    url,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
  };
}

/** A text in the locale, through fallback, null where there is none; by locale code where all are requested. */
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
