/** Where an entry is shown on its site, with a token by which the page reads. */
import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.ts';
import { inRelease } from '../../../api/in-release.ts';
import type { ContentPlace } from '../../../api/queries.ts';
import type { Entry } from '../../../api/types.ts';

/** How long before it ends a token is replaced, so that a page which is opened then can still be read. */
const RENEWED_BEFORE_MS = 10 * 60_000;
const RENEWED_AFTER_LEAST_MS = 60_000;

export interface PreviewAsked {
  readonly entry: Pick<Entry, 'id' | 'version'>;
  /** Code. */
  readonly locale: string;
  /** The time at which the site is shown; the drafts, or the release of the place, without one. */
  readonly asOf?: string | undefined;
}

export type EntryPreview = Awaited<ReturnType<typeof readPreview>>;

export function readPreview({ release }: Pick<ContentPlace, 'release'>, { entry, locale, asOf }: PreviewAsked) {
  const query = { locale, ...(asOf === undefined ? inRelease(release) : { as_of: asOf }) };
  return bodyOf(api.GET('/entries/{entry_id}/preview', { params: { path: { entry_id: entry.id }, query } }));
}

/** A saved version is another page, so the key has it. */
export function previewQuery(place: ContentPlace, asked: PreviewAsked) {
  const { space, environment, release } = place;
  const { entry, locale, asOf } = asked;
  return queryOptions({
    queryKey: [space, environment, 'preview', entry.id, locale, entry.version, release ?? null, asOf ?? null],
    queryFn: () => readPreview(place, asked),
    refetchInterval: ({ state: { data } }) =>
      data === undefined
        ? false
        : Math.max(RENEWED_AFTER_LEAST_MS, Date.parse(data.expires_at) - Date.now() - RENEWED_BEFORE_MS),
    // Each answer has another token, with which the page would be read anew.
    refetchOnWindowFocus: ({ state: { data } }) => data !== undefined && Date.parse(data.expires_at) <= Date.now(),
    refetchOnReconnect: false,
  });
}
