/** What opens below the button for filters: a field for each, and below them filters by the fields of the type. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ContentType } from '../../api/types.ts';
import type { SearchParams } from '../../frame/search-params.ts';
import { MultiSelect, onDemand, Popover, Select, Stack } from '../../ui/index.ts';

const FieldFilters = onDemand(async () => (await import('./field-filters.tsx')).FieldFilters);

/** More choices than this can be searched. */
const SEARCHABLE_ABOVE = 8;

export interface FiltersProperties {
  readonly type: ContentType | undefined;
  readonly search: SearchParams;
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void;
}

/** A filter by its parameter in the address: its name, what may be chosen, and how a choice is called. */
export interface Filter {
  readonly parameter: string;
  readonly name: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly several?: boolean;
}

interface FilterDropdownProperties extends FiltersProperties {
  readonly filters: readonly Filter[];
}

export function FilterDropdown({ filters, type, search, change }: FilterDropdownProperties): ReactNode {
  const { t } = useLingui();
  return (
    <Popover.Dropdown aria-label={t`Filter`}>
      <Stack gap="sm">
        {filters.map(({ parameter, name, choices, several }) =>
          several === true ? (
            <MultiSelect
              key={parameter}
              label={name}
              data={choices}
              value={search[parameter]?.split(',') ?? []}
              onChange={(values) => change({ [parameter]: values.join(',') })}
              clearable
            />
          ) : (
            <Select
              key={parameter}
              label={name}
              data={choices}
              value={search[parameter] ?? null}
              onChange={(value) => change({ [parameter]: value ?? undefined })}
              clearable
              searchable={choices.length > SEARCHABLE_ABOVE}
            />
          ),
        )}
        {type !== undefined && <FieldFilters type={type} search={search} change={change} />}
      </Stack>
    </Popover.Dropdown>
  );
}
