/** The main pictures of the entries in a list: one request for each page of it, and none for a row. */
import { queryOptions, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { assetsWithIds } from '../../api/assets.ts';
import type { Page } from '../../api/pages.ts';
import type { Place } from '../../api/queries.ts';
import type { Asset, Entry } from '../../api/types.ts';
import { pictureIdOf, squareOf, type Thumbnail, thumbnailOf } from '../../fields/links/entry-pictures.ts';
import { useContentTypes, useDefaultLocale, usePlace } from '../../frame/use-place.ts';

const FRESH_MS = 60_000;
/** Pixels of the picture on a card: enough for 240 on dense screens. */
const CARD = { w: 480, h: 320 };

/** Gives the picture of an entry: undefined while it is on its way, null where there is none. */
export type PictureOf = (entry: Entry) => Thumbnail | null | undefined;

/** @param asCards whether they are shown on cards rather than in rows */
export function usePictures(pages: readonly Page<Entry>[], asCards: boolean): PictureOf {
  const place = usePlace();
  const types = useContentTypes();
  const locale = useDefaultLocale().code;
  const byName = useMemo(() => new Map(types.map((type) => [type.api_id, type])), [types]);
  const idOf = useCallback(
    (entry: Entry) => pictureIdOf(entry, byName.get(entry.content_type), locale),
    [byName, locale],
  );
  const asked = useMemo(() => pages.map(({ items }) => idsOf(items, idOf)), [pages, idOf]);
  const answers = useQueries({ queries: asked.map((ids) => picturesQuery(place, ids)), combine: foundIn });
  const pictures = useMemo(() => {
    const small = (asset: Asset | null) => asset && (asCards ? thumbnailOf(asset, CARD) : squareOf(asset));
    return new Map(answers.flatMap((answer = NOTHING) => [...answer].map(([id, asset]) => [id, small(asset)])));
  }, [answers, asCards]);
  return useCallback(
    (entry) => {
      const id = idOf(entry);
      return id === null ? null : pictures.get(id);
    },
    [idOf, pictures],
  );
}

function idsOf(entries: readonly Entry[], idOf: (entry: Entry) => string | null): readonly string[] {
  return [...new Set(entries.map(idOf).filter((id) => id !== null))];
}

/** Files by their ids; null for one that is gone. */
type Found = ReadonlyMap<string, Asset | null>;

const NOTHING: Found = new Map();

function foundIn(answers: readonly { readonly data: Found | undefined }[]): readonly (Found | undefined)[] {
  return answers.map(({ data }) => data);
}

/** Some files. */
function picturesQuery(place: Place, ids: readonly string[]) {
  return queryOptions({
    queryKey: [place.space, place.environment, 'media', 'pictures', ...ids],
    queryFn: async ({ signal }): Promise<Found> => {
      const assets = await assetsWithIds(place, ids, signal);
      const found = new Map(assets.map((asset) => [asset.id, asset]));
      return new Map(ids.map((id) => [id, found.get(id) ?? null]));
    },
    enabled: ids.length > 0,
    staleTime: FRESH_MS,
  });
}
