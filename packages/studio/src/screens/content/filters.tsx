/** What narrows the list besides words and type: chosen behind one button, shown as pills that can be taken away. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { membersQuery, meQuery } from '../../api/queries.ts';
import type { EntryStatus } from '../../api/types.ts';
import { operatorWords } from '../../fields/operator-words.ts';
import { useStatusWords } from '../../fields/status-badge.tsx';
import { shownName } from '../../frame/people.ts';
import type { SearchParams } from '../../frame/search-params.ts';
import { useLocales } from '../../frame/use-place.ts';
import { FilterIcon } from '../../ui/icons.ts';
import { Button, Group, onDemand, Pill, Popover } from '../../ui/index.ts';
import { fieldFiltersIn } from './field-filter-params.ts';
import type { Filter, FiltersProperties } from './filter-dropdown.tsx';

const ICON_SIZE = 16;
const DAY_MS = 86_400_000;

const FilterDropdown = onDemand(async () => (await import('./filter-dropdown.tsx')).FilterDropdown);

export function FilterButton({ type, search, change }: FiltersProperties): ReactNode {
  const filters = useFilters(search);
  const [used, setUsed] = useState(false);
  return (
    <Popover position="bottom-start" width={300} trapFocus returnFocus onOpen={() => setUsed(true)}>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<FilterIcon size={ICON_SIZE} aria-hidden />}
          onPointerEnter={FilterDropdown.preload}
          onFocus={FilterDropdown.preload}
        >
          <Trans>Filter</Trans>
        </Button>
      </Popover.Target>
      {used && <FilterDropdown filters={filters} type={type} search={search} change={change} />}
    </Popover>
  );
}

/** The filters that stand in the address, each with a button that takes it away. */
export function FilterPills({ type, search, change }: FiltersProperties): ReactNode {
  const { t, i18n } = useLingui();
  const active = useFilters(search).filter(({ parameter }) => search[parameter] !== undefined);
  const byField = type === undefined ? [] : fieldFiltersIn(search, type);
  if (active.length + byField.length === 0) return null;
  return (
    <Group gap="xs">
      {active.map(({ parameter, name, choices }) => {
        const chosen = search[parameter]?.split(',') ?? [];
        const words = chosen
          .map((value) => choices.find((choice) => choice.value === value)?.label ?? value)
          .join(', ');
        return (
          <Pill
            key={parameter}
            size="md"
            withRemoveButton
            onRemove={() => change({ [parameter]: undefined })}
            removeButtonProps={{ 'aria-label': t`Remove filter ${name}`, tabIndex: 0, 'aria-hidden': false }}
          >
            {name}: {words}
          </Pill>
        );
      })}
      {byField.map(({ parameter, field, operator, value }) => (
        <Pill
          key={parameter}
          size="md"
          withRemoveButton
          onRemove={() => change({ [parameter]: undefined })}
          removeButtonProps={{ 'aria-label': t`Remove filter ${field.name}`, tabIndex: 0, 'aria-hidden': false }}
        >
          {field.name} {i18n._(operatorWords[operator])} {value}
        </Pill>
      ))}
    </Group>
  );
}

function useFilters(search: SearchParams): readonly Filter[] {
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
