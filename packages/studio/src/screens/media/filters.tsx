/** Search, filters and order of the media library. Each writes into the address, which is what the library shows. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { SearchField } from '../../frame/search-field.tsx';
import type { SearchParams } from '../../frame/search-params.ts';
import { Checkbox, FilterPopover, Group, Popover, SegmentedControl, Select, Stack, useNarrow } from '../../ui/index.ts';
import { SIZE_PARAMS, SizeFilter } from './size-filter.tsx';

const NARROWING = ['q', 'mime_type', ...SIZE_PARAMS, 'unused', 'without_alt'];

/** Takes all that narrows the library out of an address. */
export const NOT_NARROWED = Object.fromEntries(NARROWING.map((name) => [name, undefined]));

interface FiltersProperties {
  readonly search: SearchParams;
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void;
}

/** Whether an address asks for less than all files. */
export function isNarrowed(search: SearchParams): boolean {
  return NARROWING.some((name) => search[name] !== undefined);
}

export function Filters({ search, change }: FiltersProperties): ReactNode {
  const { t } = useLingui();
  const narrow = useNarrow();
  const find = <SearchField label={t`Search media`} asked={search.q ?? ''} ask={(q) => change({ q })} />;
  if (!narrow)
    return (
      <Group gap="xs">
        {find}
        <Choices search={search} change={change} />
      </Group>
    );
  const size = SIZE_PARAMS.some((name) => search[name] !== undefined);
  const others = [search.mime_type, search.unused, search.without_alt].filter((value) => value !== undefined);
  return (
    <Group gap="xs" wrap="nowrap">
      {find}
      <FilterPopover count={others.length + Number(size)}>
        <Popover.Dropdown aria-label={t`Filter`}>
          <Stack gap="sm">
            <LayoutChoice search={search} change={change} />
            <Choices search={search} change={change} isWide />
          </Stack>
        </Popover.Dropdown>
      </FilterPopover>
    </Group>
  );
}

/** Whether the files are shown as a grid or a list. */
export function LayoutChoice({ search, change }: FiltersProperties): ReactNode {
  const { t } = useLingui();
  return (
    <SegmentedControl
      aria-label={t`Layout`}
      data={[
        { value: 'grid', label: t`Grid` },
        { value: 'list', label: t`List` },
      ]}
      value={search.as ?? 'grid'}
      onChange={(as) => change({ as: as === 'grid' ? undefined : as })}
    />
  );
}

interface ChoicesProperties extends FiltersProperties {
  /** Whether they stand below one another, as wide as there is room. */
  readonly isWide?: boolean;
}

function Choices({ search, change, isWide = false }: ChoicesProperties): ReactNode {
  const { t } = useLingui();
  return (
    <>
      <Select
        aria-label={t`Kind`}
        placeholder={t`Any kind`}
        data={[
          { value: 'image/*', label: t`Pictures` },
          { value: 'video/*', label: t`Videos` },
          { value: 'audio/*', label: t`Audio` },
          { value: 'application/pdf', label: t`PDF` },
        ]}
        value={search.mime_type ?? null}
        onChange={(kind) => change({ mime_type: kind ?? undefined })}
        clearable
        w={isWide ? '100%' : 140}
      />
      <SizeFilter search={search} change={change} isWide={isWide} />
      <Select
        aria-label={t`Order`}
        data={[
          { value: '-created_at', label: t`Newest first` },
          { value: 'created_at', label: t`Oldest first` },
          { value: '-updated_at', label: t`Last changed` },
        ]}
        value={search.order ?? '-created_at'}
        onChange={(order) => change({ order: order === '-created_at' ? undefined : (order ?? undefined) })}
        allowDeselect={false}
        w={isWide ? '100%' : 150}
      />
      <Checkbox
        label={t`Not used`}
        checked={search.unused === 'true'}
        onChange={(event) => change({ unused: event.currentTarget.checked ? 'true' : undefined })}
      />
      <Checkbox
        label={t`Missing alternative text`}
        checked={search.without_alt !== undefined}
        onChange={(event) => change({ without_alt: event.currentTarget.checked ? 'true' : undefined })}
      />
    </>
  );
}
