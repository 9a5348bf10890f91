/**
 * A page of the assets of a past: those that have not changed since, as they are stored, and those that have, as they were. What it costs
 * grows with the assets there are, in pieces between which others have their turn.
 */
import type { Model } from '../../model/content-types/model.ts';
import type { Tables } from '../../platform/database/columns.ts';
import { FirstInOrder } from '../../platform/kit/first-in-order.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { comparePlaces, type Place } from '../../platform/kit/page-position.ts';
import { OverlaidWords } from '../query/overlaid-words.ts';
import { notOf } from '../query-string/as-of.ts';
import type { AssetListQuery } from '../query-string/asset-list.ts';
import { RANK_MAX } from '../search/hits.ts';
import type { SearchQuery } from '../search/search-query.ts';
import type { AssetPage } from './asset-page.ts';
import { isOfMediaType, type Ranked, rankedAssets } from './asset-search.ts';
import { placeOf } from './asset-store.ts';
import type { AssetThen, PastOfAssets } from './past.ts';
import { readAssets } from './store.ts';

/** Assets whose words are looked through one by one, because other locales decide by which they are found now. */
const LOOKED_THROUGH_MAX = 20_000;

/** @param model that of then */
export async function readPageThen(past: PastOfAssets, query: AssetListQuery, model: Model): Promise<AssetPage> {
  const { order, limit, after, search, mimeType } = query;
  const compare = (a: Place, b: Place) => comparePlaces(a, b, [order.descending]);
  const skip = after === undefined ? query.skip : 0;
  const first = new FirstInOrder<Place>(skip + limit + 1, compare);
  let total = 0;
  const { changed, pieces } = await assetsThen(past, model, search);
  for await (const { rank, assets } of pieces)
    for (const asset of assets) {
      if (!isOfMediaType(asset, mimeType)) continue;
      total += 1;
      const place = placeOf(asset, order, rank);
      if (after === undefined || compare(place, after) > 0) first.add(place);
    }
  const places = first.items().slice(skip);
  const shown = places.slice(0, limit);
  const last = places.length > shown.length ? shown.at(-1) : undefined;
  const { revision } = past;
  const passed = (after?.passed ?? query.skip) + shown.length;
  return {
    rows: await rowsOf(past, model, shown, changed),
    total,
    skip: after?.passed ?? query.skip,
    limit,
    next: last === undefined ? null : { ...last, since: null, seen: revision, passed },
  };
}

type Changed = ReadonlyMap<string, AssetThen | null>;

async function assetsThen(
  { within, assets, hasOtherWords }: PastOfAssets,
  model: Model,
  search: SearchQuery | undefined,
): Promise<{ readonly changed: Changed; readonly pieces: AsyncIterable<Ranked> }> {
  const changed = await assets.read(within, model);
  const then = [...changed.values()].filter((one) => one !== null);
  if (search === undefined || !hasOtherWords) {
    const same = withoutKeys(rankedAssets(within, model, search), changed);
    return { changed, pieces: inTurn(found(then, model, search), same) };
  }
  const others: AssetThen[] = [];
  for await (const { assets: some } of withoutKeys(rankedAssets(within, model, undefined), changed)) {
    const keys = some.map(({ key }) => key);
    others.push(...assets.asFound(await readAssets(within, keys, model.environment), model));
    if (others.length > LOOKED_THROUGH_MAX) throw tooMany();
  }
  return { changed, pieces: inTurn(found([...then, ...others], model, search), []) };
}

/** Assets by what they are found by, in the order of relevance. */
function found(assets: readonly AssetThen[], model: Model, search: SearchQuery | undefined): Ranked[] {
  if (search === undefined) return [{ rank: 0, assets: assets.map(({ row }) => row) }];
  const words = new OverlaidWords(model.spaceId, model.locales);
  const texts = assets.map(({ row, textIn }) => ({ row, ids: words.add(textIn) }));
  const hits = words.find(search);
  return texts.flatMap(({ row, ids }) => {
    const best = Math.max(...search.locales.map((locale) => hits.rankOf(ids[locale])));
    return best === 0 ? [] : [{ rank: RANK_MAX - best, assets: [row] }];
  });
}

async function* withoutKeys(pieces: AsyncIterable<Ranked>, keys: Changed): AsyncGenerator<Ranked> {
  const pace = new Pace();
  for await (const { rank, assets } of pieces) {
    yield { rank, assets: assets.filter(({ key }) => !keys.has(key)) };
    await pace.restIfDue();
  }
}

async function* inTurn(
  first: readonly Ranked[],
  then: AsyncIterable<Ranked> | readonly Ranked[],
): AsyncGenerator<Ranked> {
  yield* first;
  yield* then;
}

async function rowsOf(
  { within }: PastOfAssets,
  { environment }: Model,
  places: readonly Place[],
  changed: Changed,
): Promise<Tables['assets'][]> {
  const keys = places.map(({ id }) => id);
  const same = keys.filter((key) => !changed.has(key));
  const rows = new Map((await readAssets(within, same, environment)).map((row) => [row.key, row]));
  return keys.flatMap((key) => changed.get(key)?.row ?? rows.get(key) ?? []);
}

function tooMany() {
  const message = `Choose a later moment, or leave q out; the locales have changed since, and more than ${LOOKED_THROUGH_MAX} assets would have to be looked through.`;
  return notOf(message, { limit: LOOKED_THROUGH_MAX });
}
