/** What opens below the button for filters: a field for each, and below them filters by the fields of the type. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ContentType } from '../../api/types.ts';
import type { SearchParams } from '../../frame/search-params.ts';
import { Button, MultiSelect, onDemand, Popover, Select, Stack } from '../../ui/index.ts';
import { useFilters } from './use-filters.ts';

const FieldFilters = onDemand(async () => (await import('./field-filters.tsx')).FieldFilters);

/** More choices than this can be searched. */
const SEARCHABLE_ABOVE = 8;

export interface FiltersProperties {
  readonly type: ContentType | undefined;
  readonly search: SearchParams;
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void;
}

interface FilterDropdownProperties extends FiltersProperties {
  /** The parameters of those in force. */
  readonly active: readonly string[];
  /** What is chosen above them. */
  readonly children?: ReactNode;
}

export function FilterDropdown(properties: FilterDropdownProperties): ReactNode {
  const { active, type, search, change, children } = properties;
  const { t } = useLingui();
  const filters = useFilters(search);
  return (
    <Popover.Dropdown aria-label={t`Filter`} mah="70dvh" style={{ overflowY: 'auto' }}>
      <Stack gap="sm">
        {children}
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
        {active.length > 0 && (
          <Button
            variant="default"
            size="xs"
            onClick={() => change(Object.fromEntries(active.map((parameter) => [parameter, undefined])))}
          >
            <Trans>Clear filters</Trans>
          </Button>
        )}
      </Stack>
    </Popover.Dropdown>
  );
}
