/** What a card shows of a linked entry or asset. All cards that appear together are read by one request a kind. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { assetsWithIds } from '../../api/assets.ts';
import { api, bodyOf } from '../../api/client.ts';
import { inRelease } from '../../api/in-release.ts';
import { type ContentPlace, contentTypesQuery, type Place, queryClient } from '../../api/queries.ts';
import type { Asset, ContentType, Entry, EntryStatus } from '../../api/types.ts';
import { assetName } from '../asset-name.ts';
import { titleIn } from '../entry-title.ts';
import { useSurroundings } from '../surroundings.tsx';
import { batched } from './batches.ts';
import { pictureFields, pictureIdOf, squareOf, type Thumbnail } from './entry-pictures.ts';
import { titleSelection } from './entry-titles.ts';
import type { LinkValue } from './link-value.ts';

export interface Card {
  readonly title: string;
  /** The name of the content type, or the kind and size of the file. */
  readonly detail: string;
  /** Null for an asset, which has none. */
  readonly status: EntryStatus | null;
  /** A small picture of a file; null if there is none. */
  readonly thumbnail: Thumbnail | null;
  /** Id of the file with the main picture of an entry; null if there is none. */
  readonly picture: string | null;
  /** The file itself; null for an entry. */
  readonly file: Asset | null;
}

const FRESH_MS = 30_000;
const BYTES_PER_UNIT = 1000;
const BYTE_UNITS = ['B', 'kB', 'MB', 'GB'];

/** The card of a link: undefined while it is read, null if what it links to does not exist. */
export function useCard(link: LinkValue): Card | null | undefined {
  const { place, locales } = useSurroundings();
  return useQuery(cardQuery(place, link, locales[0]?.code ?? '')).data;
}

/** The card of a link, as it is now or was a moment ago. */
export function readCard(place: ContentPlace, link: LinkValue, locale: string): Promise<Card | null> {
  return queryClient.fetchQuery(cardQuery(place, link, locale));
}

/** Has the card of a link read again when it is asked for next. */
export function outdateCard({ space, environment }: Place, { type, id }: LinkValue): void {
  const queryKey = [space, environment, 'card', type, id];
  void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
}

/** The title on the card of a link; its id until that has been read. */
export function useTitle(link: LinkValue): string {
  return useCard(link)?.title ?? link.id;
}

/** The query of the card of a link. */
export function cardQuery(place: ContentPlace, link: LinkValue, locale: string) {
  return queryOptions({
    queryKey: [place.space, place.environment, 'card', link.type, link.id, locale, place.release],
    queryFn: () => readersOf(place, locale)[link.type](link.id),
    staleTime: FRESH_MS,
  });
}

type Reader = (id: string) => Promise<Card | null>;
const readers = new Map<string, Readonly<Record<LinkValue['type'], Reader>>>();

function readersOf(place: ContentPlace, locale: string) {
  const name = `${place.space}/${place.environment}/${locale}/${place.release}`;
  const known = readers.get(name);
  if (known !== undefined) return known;
  const made = {
    entry: batched((ids) => entryCards(place, ids, locale)),
    asset: batched((ids) => assetCards(place, ids, locale)),
  };
  readers.set(name, made);
  return made;
}

async function entryCards(
  place: ContentPlace,
  ids: readonly string[],
  locale: string,
): Promise<ReadonlyMap<string, Card>> {
  const types = await queryClient.ensureQueryData(contentTypesQuery(place));
  const path = { space_id: place.space, environment: place.environment };
  const query = { ids: ids.join(','), select: cardSelection(types), limit: ids.length, ...inRelease(place.release) };
  const call = api.GET('/spaces/{space_id}/environments/{environment}/entries', { params: { path, query } });
  const { items } = await bodyOf(call);
  return new Map(items.map((entry) => [entry.id, entryCard(entry, types, { locale })]));
}

async function assetCards(place: Place, ids: readonly string[], locale: string): Promise<ReadonlyMap<string, Card>> {
  const assets = await assetsWithIds(place, ids);
  return new Map(assets.map((asset) => [asset.id, assetCard(asset, { locale })]));
}

/** What an answer has to hold so that every entry in it has a card: the value of `select`. */
export function cardSelection(types: readonly ContentType[]): string {
  return [titleSelection(types), ...pictureFields(types).map((id) => `fields.${id}`)].join(',');
}

/** In which locale a card is shown, and the words of a search that found it, if one did. */
interface CardWording {
  readonly locale: string;
  readonly words?: string;
}

export function entryCard(entry: Entry, types: readonly ContentType[], { locale, words }: CardWording): Card {
  const type = types.find(({ api_id }) => api_id === entry.content_type);
  const title = titleIn(entry, type, { locale, words });
  return {
    title: title?.text ?? entry.key,
    detail: [type?.name ?? entry.content_type, title?.other].filter(Boolean).join(' · '),
    status: entry.status,
    thumbnail: null,
    picture: pictureIdOf(entry, type, locale),
    file: null,
  };
}

export function assetCard(asset: Asset, { locale, words }: CardWording): Card {
  const size = asset.width === null ? fileSize(asset.size ?? 0) : `${asset.width} × ${asset.height}`;
  return {
    title: assetName(asset, locale, words) ?? asset.key,
    detail: [asset.mime_type, size].filter((part) => part !== null).join(' · '),
    status: null,
    thumbnail: squareOf(asset),
    picture: null,
    file: asset,
  };
}

function fileSize(bytes: number): string {
  const unit = Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(BYTES_PER_UNIT)));
  return `${Math.round(bytes / BYTES_PER_UNIT ** unit)} ${BYTE_UNITS[unit]}`;
}
