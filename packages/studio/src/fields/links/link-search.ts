/** What a link in a text can lead to, found by words: the best entries and files, or without words the latest. */
import { api, bodyOf } from '../../api/client.ts';
import type { ContentPlace } from '../../api/queries.ts';
import { searchedFor } from '../../api/searched-for.ts';
import type { ContentType } from '../../api/types.ts';
import { assetCard, type Card, entryCard } from './cards.ts';
import { findEntries } from './entry-search.ts';
import type { LinkValue } from './link-value.ts';

/** As many as are seen without scrolling. */
const ENTRIES_MAX = 6;
const ASSETS_MAX = 3;

interface LinkSearch {
  readonly place: ContentPlace;
  readonly types: readonly ContentType[];
  /** In which titles are shown. */
  readonly locale: string;
  readonly words: string;
  readonly kinds: readonly LinkValue['type'][];
  readonly signal: AbortSignal;
}

export interface FoundCard {
  readonly link: LinkValue;
  readonly card: Card;
}

export async function findLinks({ kinds, ...search }: LinkSearch): Promise<readonly FoundCard[]> {
  const { place, types, locale, words, signal } = search;
  const [entries, assets] = await Promise.all([
    kinds.includes('entry') ? findEntries({ place, group: types, types, words, signal }) : null,
    kinds.includes('asset') ? assetsOf(search) : null,
  ]);
  return [
    ...(entries?.items ?? []).slice(0, ENTRIES_MAX).map((entry) => ({
      link: { type: 'entry' as const, id: entry.id },
      card: entryCard(entry, types, { locale, words }),
    })),
    ...(assets?.items ?? []).map((asset) => ({
      link: { type: 'asset' as const, id: asset.id },
      card: assetCard(asset, { locale, words }),
    })),
  ];
}

function assetsOf({ place, words, signal }: Omit<LinkSearch, 'kinds'>) {
  const path = { space_id: place.space, environment: place.environment };
  const query = { limit: ASSETS_MAX, ...searchedFor(words) };
  return bodyOf(api.GET('/spaces/{space_id}/environments/{environment}/media', { params: { path, query }, signal }));
}
