/** Search, filters and columns of the content list. Each writes into the address, which is what the list shows. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ContentType } from '../../api/types.ts';
import { SearchField } from '../../frame/search-field.tsx';
import type { SearchParams } from '../../frame/search-params.ts';
import { useContentTypes } from '../../frame/use-place.ts';
import { ColumnsIcon } from '../../ui/icons.ts';
import { Button, Checkbox, Group, Popover, Select, Stack } from '../../ui/index.ts';
import { useColumnWords } from './column-words.ts';
import { type ColumnName, keepColumns, possibleColumns } from './columns.ts';
import { FilterButton } from './filters.tsx';
import { ViewsButton } from './views.tsx';

const ICON_SIZE = 16;

interface ToolbarProperties {
  readonly search: SearchParams;
  readonly type: ContentType | undefined;
  readonly columns: readonly ColumnName[];
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void;
}

export function Toolbar({ search, type, columns, change }: ToolbarProperties): ReactNode {
  const { t } = useLingui();
  const types = useContentTypes();
  return (
    <Group gap="xs">
      <SearchField label={t`Search entries`} asked={search.q ?? ''} ask={(q) => change({ q })} />
      <Select
        aria-label={t`Type`}
        placeholder={t`All types`}
        data={types.map(({ api_id: value, name: label }) => ({ value, label }))}
        value={search.content_type ?? null}
        // Another type has other fields, so what was asked of this one's goes.
        onChange={(value) => change({ ...fieldsDropped(search), content_type: value ?? undefined })}
        clearable
        searchable
        w={150}
      />
      <FilterButton type={type} search={search} change={change} />
      <ColumnsButton type={type} columns={columns} change={change} />
      <ViewsButton search={search} columns={columns} />
    </Group>
  );
}

type ColumnsButtonProperties = Omit<ToolbarProperties, 'search'>;

function ColumnsButton({ type, columns, change }: ColumnsButtonProperties): ReactNode {
  const { t } = useLingui();
  const words = useColumnWords(type);
  const choose = (column: ColumnName, chosen: boolean) => {
    const next = chosen ? [...columns, column] : columns.filter((name) => name !== column);
    keepColumns(type, next);
    change({ columns: next.join(',') });
  };
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<ColumnsIcon size={ICON_SIZE} aria-hidden />}>
          <Trans>Columns</Trans>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Columns`}>
        <Stack gap="xs" mah="50vh" style={{ overflowY: 'auto' }}>
          {possibleColumns(type).map((column) => (
            <Checkbox
              key={column}
              size="xs"
              label={words(column)}
              checked={columns.includes(column)}
              onChange={(event) => choose(column, event.currentTarget.checked)}
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function fieldsDropped(search: SearchParams): Readonly<Record<string, undefined>> {
  const names = Object.keys(search).filter((name) => name.startsWith('fields.'));
  return Object.fromEntries([...names, 'order', 'columns'].map((name) => [name, undefined]));
}
