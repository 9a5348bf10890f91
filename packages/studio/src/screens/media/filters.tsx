/** Search, filters and order of the media library. Each writes into the address, which is what the library shows. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { SearchField } from '../../frame/search-field.tsx';
import type { SearchParams } from '../../frame/search-params.ts';
import { Checkbox, Group, Select } from '../../ui/index.ts';
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
  return (
    <Group gap="xs">
      <SearchField label={t`Search media`} asked={search.q ?? ''} ask={(q) => change({ q })} />
      <Select
        aria-label={t`Kind`}
        placeholder={t`Any kind`}
        data={[
          { value: 'image/*', label: t`Pictures` },
          { value: 'video/*', label: t`Videos` },
          { value: 'audio/*', label: t`Sound` },
          { value: 'application/pdf', label: t`PDF` },
        ]}
        value={search.mime_type ?? null}
        onChange={(kind) => change({ mime_type: kind ?? undefined })}
        clearable
        w={140}
      />
      <SizeFilter search={search} change={change} />
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
        w={150}
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
    </Group>
  );
}
