/** Filters of a list in the settings. Each writes into the address, which is what the list shows. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { dayOf } from '../../../frame/day-of.ts';
import { SearchField } from '../../../frame/search-field.tsx';
import { useAddress, useChangeAddress } from '../../../frame/use-address.ts';
import { Button, Group, Select, Text, TextInput } from '../../../ui/index.ts';

/** Longer choices are found by typing. */
const CHOICES_TO_SEARCH = 12;

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** A filter, by the parameter of the API that it sets. */
export type Filter = {
  /** Its name in the address, and in the request. */
  readonly name: string;
  readonly label: string;
} & (
  | {
      readonly kind: 'choice';
      readonly choices: readonly (Choice | { readonly group: string; readonly items: Choice[] })[];
    }
  | { readonly kind: 'words' }
  /** A day of the person's own calendar: its address is the moment it begins. */
  | { readonly kind: 'day' }
);

interface FilterBarProperties {
  readonly filters: readonly Filter[];
  /** What stands at the end of the bar, such as the export. */
  readonly children?: ReactNode;
}

export function FilterBar({ filters, children }: FilterBarProperties): ReactNode {
  const search = useAddress();
  const change = useChangeAddress();
  const isNarrowed = useIsNarrowed(filters);
  const clear = () => change(Object.fromEntries(filters.map(({ name }) => [name, undefined])));
  return (
    <Group gap="xs">
      {filters.map((filter) => (
        <FilterInput
          key={filter.name}
          filter={filter}
          value={search[filter.name]}
          onChange={(value) => change({ [filter.name]: value })}
        />
      ))}
      {isNarrowed && (
        <Button variant="subtle" size="xs" onClick={clear}>
          <Trans>Clear filters</Trans>
        </Button>
      )}
      {children}
    </Group>
  );
}

interface FilterInputProperties {
  readonly filter: Filter;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

function FilterInput({ filter, value, onChange }: FilterInputProperties): ReactNode {
  const { label, kind } = filter;
  if (kind === 'words') return <SearchField label={label} asked={value ?? ''} ask={onChange} />;
  if (kind === 'day')
    return (
      <Group gap={6} wrap="nowrap">
        <Text size="sm" c="dimmed" aria-hidden>
          {label}
        </Text>
        <TextInput
          type="date"
          aria-label={label}
          value={value === undefined ? '' : dayForInput(value)}
          onChange={({ currentTarget }) => onChange(momentOf(currentTarget.value))}
        />
      </Group>
    );
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={[...filter.choices]}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      clearable
      searchable={filter.choices.length > CHOICES_TO_SEARCH}
      w={180}
    />
  );
}

/** The day of a moment, as an input takes it. */
function dayForInput(moment: string): string {
  const date = new Date(moment);
  return Number.isNaN(date.getTime()) ? '' : dayOf(date);
}

/** The moment at which a day begins where the person is. */
function momentOf(day: string): string | undefined {
  const date = new Date(`${day}T00:00`);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Whether one of the filters is set: then an empty list has to say so. */
export function useIsNarrowed(filters: readonly Filter[]): boolean {
  const search = useAddress();
  return filters.some(({ name }) => search[name] !== undefined);
}

/** What of the address belongs to some filters, as a request takes it. */
export function useFilterQuery(filters: readonly Filter[]): Readonly<Record<string, string>> {
  const search = useAddress();
  return Object.fromEntries(
    filters.flatMap(({ name }) => (search[name] === undefined ? [] : [[name, search[name]] as const])),
  );
}
