/** What the values of an entry of a release are named with: blocks by their place once the entry is read. */
import { useMemo } from 'react';
import type { ReleasedEntry } from '../../api/types.ts';
import { useEntryNaming } from '../../fields/blocks/use-entry-naming.ts';
import type { EntryModel } from '../../fields/lines-of-field.ts';
import { useLocales, useModel, usePlace } from '../../frame/use-place.ts';

/**
 * @param entry undefined as long as it is not known
 * @param paths of the values, in the entry
 */
export function useEntryModel(
  entry: Pick<ReleasedEntry, 'id' | 'content_type'> | undefined,
  paths: readonly string[],
): EntryModel {
  const types = useModel();
  const locales = useLocales();
  const place = usePlace();
  const type = types.find(({ api_id }) => api_id === entry?.content_type);
  const naming = useEntryNaming({ place, id: entry?.id, type, paths, types, locales });
  return useMemo(
    () => ({ type, naming: naming ?? { types, locales: locales.map(({ code }) => code), fields: undefined } }),
    [type, naming, types, locales],
  );
}
