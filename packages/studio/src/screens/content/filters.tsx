/** What narrows the list besides words and type: chosen behind one button, shown as pills that can be taken away. */
import type { ReactNode } from 'react';
import type { SearchParams } from '../../frame/search-params.ts';
import { FilterPopover, onDemand, useNarrow } from '../../ui/index.ts';
import { fieldFiltersIn } from './field-filter-params.ts';
import type { FiltersProperties } from './filter-dropdown.tsx';

const FilterDropdown = onDemand(async () => (await import('./filter-dropdown.tsx')).FilterDropdown);
const Pills = onDemand(async () => (await import('./filter-pills.tsx')).Pills);

/** The filters that are no field's, by their parameters in the address. */
const PARAMETERS = ['status', 'updated_since', 'updated_by', 'created_by', 'locale'];
/** Pixels of a row of pills, which come a moment after it. */
const PILLS_HEIGHT = 28;

interface FilterButtonProperties extends FiltersProperties {
  /** What is chosen above the filters. */
  readonly children?: ReactNode;
}

export function FilterButton({ type, search, change, children }: FilterButtonProperties): ReactNode {
  const active = activeIn(search, type);
  return (
    <FilterPopover count={active.length} preload={FilterDropdown.preload}>
      <FilterDropdown active={active} type={type} search={search} change={change}>
        {children}
      </FilterDropdown>
    </FilterPopover>
  );
}

/** The filters that stand in the address, each with a button that takes it away. On a phone the button tells how many there are. */
export function FilterPills({ type, search, change }: FiltersProperties): ReactNode {
  const narrow = useNarrow();
  if (narrow || activeIn(search, type).length === 0) return null;
  return (
    <div style={{ minHeight: PILLS_HEIGHT }}>
      <Pills type={type} search={search} change={change} />
    </div>
  );
}

/** The parameters of the filters that are in force. */
function activeIn(search: SearchParams, type: FiltersProperties['type']): readonly string[] {
  const own = PARAMETERS.filter((parameter) => search[parameter] !== undefined);
  return type === undefined ? own : [...own, ...fieldFiltersIn(search, type).map(({ parameter }) => parameter)];
}
