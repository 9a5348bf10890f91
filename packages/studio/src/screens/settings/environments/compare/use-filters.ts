/** What of a comparison is shown: the filters in the address. */
import { useLingui } from '@lingui/react/macro';
import type { ComparedResource } from '../../../../api/types.ts';
import { useAddress } from '../../../../frame/use-address.ts';
import type { Filter } from '../../list/filter-bar.tsx';
import { usePairModel } from './pair-surroundings.tsx';
import { countsOf, resourceStatuses, statusOf } from './resource-status.ts';
import { useResourceStatusWords } from './status-words.ts';

/** By kind, by content type, and by status with how many have it. */
export function useResourceFilters(items: readonly ComparedResource[]): readonly Filter[] {
  const { t, i18n } = useLingui();
  const { to, types } = usePairModel();
  const words = useResourceStatusWords(to);
  const counts = countsOf(items);
  const numbers = new Intl.NumberFormat(i18n.locale);
  const found = new Set(items.map((item) => item.content_type));
  return [
    {
      name: 'kind',
      label: t`Kind`,
      kind: 'choice',
      choices: [
        { value: 'content_type', label: t`Model` },
        { value: 'entry', label: t`Entries` },
        { value: 'asset', label: t`Media` },
      ],
    },
    {
      name: 'type',
      label: t`Content type`,
      kind: 'choice',
      choices: types
        .filter(({ api_id }) => found.has(api_id))
        .map(({ api_id: value, name: label }) => ({ value, label })),
    },
    {
      name: 'status',
      label: t`Status`,
      kind: 'choice',
      choices: resourceStatuses
        .filter((status) => counts[status] > 0)
        .map((status) => ({ value: status, label: `${words[status]} (${numbers.format(counts[status])})` })),
    },
  ];
}

/** What the filters in the address leave. */
export function useFiltered(items: readonly ComparedResource[]): readonly ComparedResource[] {
  const { kind, type, status } = useAddress();
  if (kind === undefined && type === undefined && status === undefined) return items;
  return items.filter(
    (item) =>
      (kind === undefined || item.kind === kind) &&
      (type === undefined || item.content_type === type) &&
      (status === undefined || statusOf(item) === status),
  );
}
