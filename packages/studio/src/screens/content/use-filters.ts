/** The filters of a list that are no field's: what each is called, and what may be chosen. */
import { useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { membersQuery, meQuery } from '../../api/queries.ts';
import type { EntryStatus } from '../../api/types.ts';
import { useStatusWords } from '../../fields/status-badge.tsx';
import { shownName } from '../../frame/people.ts';
import type { SearchParams } from '../../frame/search-params.ts';
import { useLocales } from '../../frame/use-place.ts';

const DAY_MS = 86_400_000;

/** A filter by its parameter in the address: its name, what may be chosen, and how a choice is called. */
interface Filter {
  readonly parameter: string;
  readonly name: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly several?: boolean;
}

/** @param search of the address, which may ask for what is not offered */
export function useFilters(search: SearchParams): readonly Filter[] {
  const { t, i18n } = useLingui();
  const statusWords = useStatusWords();
  const locales = useLocales();
  const { account } = useSuspenseQuery(meQuery).data;
  const members = useQuery(membersQuery(account.id)).data ?? [];
  const people = members.map((member) => ({ value: member.user_id, label: shownName(member) }));
  const statuses = (Object.keys(statusWords) as EntryStatus[]).map((value) => ({ value, label: statusWords[value] }));
  const since = [
    { value: daysAgo(1), label: t`Today` },
    { value: daysAgo(7), label: t`7 days` },
    { value: daysAgo(30), label: t`30 days` },
  ];
  const asked = search.updated_since;
  if (asked !== undefined && !since.some(({ value }) => value === asked))
    since.push({ value: asked, label: new Date(asked).toLocaleDateString(i18n.locale) });
  const filters: Filter[] = [
    { parameter: 'status', name: t`Status`, choices: statuses, several: true },
    { parameter: 'updated_since', name: t`Changed since`, choices: since },
    { parameter: 'updated_by', name: t`Changed by`, choices: people },
    { parameter: 'created_by', name: t`Created by`, choices: people },
  ];
  if (locales.length > 1) {
    const choices = locales.map(({ code: value, name: label }) => ({ value, label }));
    filters.push({ parameter: 'locale', name: t`Language for search and order`, choices });
  }
  return filters;
}

/** Midnight of the first of so many days, so that an address stays the same all day. */
function daysAgo(days: number): string {
  const date = new Date(Date.now() - (days - 1) * DAY_MS);
  date.setHours(0, 0, 0, 0);
  return date.toISOString();
}
