/** How an entry is called that this device keeps changes of. */
import { useQuery } from '@tanstack/react-query';
import { contentTypesQuery, localesQuery } from '../api/queries.ts';
import type { Entry } from '../api/types.ts';
import type { EntryAddress } from '../drafts/types.ts';
import { titleOf } from '../fields/entry-title.ts';

interface KeptChanges {
  readonly address: EntryAddress;
  /** `api_id` of the content type. */
  readonly contentType: string;
  /** As the server has it; null if it has not, or did not answer. */
  readonly entry: Entry | null;
  /** What is kept of a value; undefined if nothing is. */
  kept(field: string, locale: string): unknown;
}

interface KeptTitle {
  /** As it was written here, else as the server has it; null for an entry without one. */
  readonly title: string | null;
  /** The name of the content type, or its `api_id` as long as that is not known. */
  readonly typeName: string;
}

export function useKeptTitle({ address, contentType, entry, kept }: KeptChanges): KeptTitle {
  const { data: types = [] } = useQuery(contentTypesQuery(address));
  const { data: locales = [] } = useQuery(localesQuery(address.space));
  const type = types.find(({ api_id: id }) => id === contentType);
  const codes = locales.map(({ code }) => code);
  const field = type?.display_field ?? '';
  const written = Object.fromEntries(codes.map((code) => [code, kept(field, code)]));
  const titles = [{ fields: { [field]: written }, slug: null }, entry].map((one) => one && titleOf(one, type, codes));
  return { title: titles.find((title) => title !== null) ?? null, typeName: type?.name ?? contentType };
}
