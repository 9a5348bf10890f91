/** Reads the query strings of single entries and single assets. */
import type { Model } from '../../model/content-types/model.ts';
import { Branches } from './branches.ts';
import { CHANGE_SET } from './change-sets.ts';
import { META } from './entry-list.ts';
import { FOLLOW, readIncluded } from './follow.ts';
import { readLocale, type ShownLocale } from './locale.ts';
import { AS_OF, MIN_REVISION, QueryReading } from './query-reading.ts';
import { type LinkedSelection, readSelection } from './selection.ts';

export const entryParameters = ['include', FOLLOW, 'locale', 'select', 'aliases', META, AS_OF, MIN_REVISION] as const;
export const assetParameters = ['locale', AS_OF, MIN_REVISION] as const;

/** The query of a single entry. */
export interface SingleEntryQuery {
  readonly locale: ShownLocale;
  readonly include: number;
  readonly selection: LinkedSelection | null;
  /** The paths along which links are followed or selected; null where all links lead to whole entries. */
  readonly branches: Branches | null;
  /** Whether values stand under the former ids of their fields too. */
  readonly aliases: boolean;
  readonly withMeta: boolean;
  readonly canonical: string;
}

/** The query of a single asset. */
export interface SingleAssetQuery {
  readonly locale: ShownLocale;
  readonly canonical: string;
}

/** @throws `validation_failed` that names every problem */
export function readSingleEntry(
  search: string,
  model: Model,
  plane: 'delivery' | 'preview' = 'delivery',
): SingleEntryQuery {
  const known = plane === 'preview' ? [...entryParameters, CHANGE_SET] : entryParameters;
  const reading = new QueryReading({ search, model, known });
  const locale = readLocale(reading);
  const { include, follow } = readIncluded(reading, model.entryTypes);
  const selection = readSelection(reading, model.entryTypes, true);
  const query = {
    locale,
    include,
    selection,
    branches: Branches.of(model, follow, selection),
    aliases: reading.flag('aliases'),
    withMeta: reading.flag(META),
    canonical: reading.canonical(),
  };
  reading.checkMinRevision();
  reading.finish();
  return query;
}

/** @throws `validation_failed` that names every problem */
export function readSingleAsset(search: string, model: Model): SingleAssetQuery {
  const reading = new QueryReading({ search, model, known: assetParameters });
  const query = { locale: readLocale(reading), canonical: reading.canonical() };
  reading.checkMinRevision();
  reading.finish();
  return query;
}
