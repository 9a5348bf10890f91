/** Parses the query string of the media library's list: the parameters of delivery, and additional ones for editors. */
import { splitList } from '../../../../contract/src/queries.ts';
import type { Model } from '../../model/content-types/model.ts';
import { keyWithin } from '../../model/spaces/resource-id.ts';
import { type AssetFilter, type AssetListQuery, readAssetListWith } from '../../reading/query-string/asset-list.ts';
import type { ShownLocale } from '../../reading/query-string/locale.ts';

import type { QueryReading } from '../../reading/query-string/query-reading.ts';
import { SEARCHED_LOCALES } from '../../reading/query-string/search.ts';

const sizeParameters = ['size[gt]', 'size[gte]', 'size[lt]', 'size[lte]'] as const;
const IDS_MAX = 1_000;
const BYTES_MAX = 999_999_999_999_999;

/** @throws `validation_failed` that lists every problem */
export function readManagedAssetList(search: string, model: Model): AssetListQuery {
  const parameters = [...sizeParameters, 'ids', 'unused', 'without_alt', SEARCHED_LOCALES];
  return readAssetListWith({ parameters, local: ['without_alt'], filter: readAssetFilter }, search, model);
}

function readAssetFilter(reading: QueryReading, locale: ShownLocale): AssetFilter | null {
  const { locales } = reading.model;
  const filter = {
    keys: readKeys(reading),
    bytes: readBytes(reading),
    unused: isAsked(reading, 'unused'),
    withoutAlt: isAsked(reading, 'without_alt') ? locales.chain(locale ?? locales.default.number) : null,
  };
  const { keys, bytes, unused, withoutAlt } = filter;
  return keys === null && bytes === null && !unused && withoutAlt === null ? null : filter;
}

/** `ids`: ids or keys; ids of another environment match nothing. */
function readKeys(reading: QueryReading): ReadonlySet<string> | null {
  const text = reading.value('ids');
  if (text === undefined) return null;
  const ids = splitList(text);
  if (ids.length > IDS_MAX)
    reading.refuse('ids', 'max_items', `Give at most ${IDS_MAX} ids.`, { limit: IDS_MAX, given: ids.length });
  return new Set(ids.flatMap((id) => keyWithin(reading.model.codes, 'asset', id) ?? []));
}

/** `size[gte]` and similar: assets must satisfy all given conditions. */
function readBytes(reading: QueryReading): AssetFilter['bytes'] {
  if (sizeParameters.every((name) => reading.value(name) === undefined)) return null;
  const bytes = (name: (typeof sizeParameters)[number], otherwise: number) =>
    reading.integer(name, { min: 0, max: BYTES_MAX, otherwise });
  return {
    min: Math.max(bytes('size[gte]', 0), bytes('size[gt]', -1) + 1),
    max: Math.min(bytes('size[lte]', BYTES_MAX), bytes('size[lt]', BYTES_MAX + 1) - 1),
  };
}

function isAsked(reading: QueryReading, name: 'unused' | 'without_alt'): boolean {
  const text = reading.value(name);
  if (text !== undefined && text !== 'true')
    reading.refuse(name, 'const', `Give ${name}=true, or leave it out.`, { listed: [true] });
  return text === 'true';
}
