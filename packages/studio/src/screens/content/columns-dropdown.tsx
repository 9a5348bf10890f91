/** What opens below the button for columns: those that are shown, in their order, and below them those that are not. */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId, useRef } from 'react';
import type { ContentType } from '../../api/types.ts';
import { OrderedItems } from '../../fields/ordered-items.tsx';
import { Checkbox, Popover, Stack, Text } from '../../ui/index.ts';
import { useColumnWords } from './column-words.ts';
import { type ColumnName, keepColumns, possibleColumns } from './columns.ts';

export interface ColumnsProperties {
  readonly type: ContentType | undefined;
  readonly columns: readonly ColumnName[];
  readonly change: (changes: Readonly<Record<string, string | undefined>>) => void;
}

export function ColumnsDropdown({ type, columns, change }: ColumnsProperties): ReactNode {
  const { t } = useLingui();
  const words = useColumnWords(type);
  const heading = useId();
  const others = possibleColumns(type).filter((column) => !columns.includes(column));
  const all = useRef<HTMLDivElement>(null);
  const show = (next: readonly ColumnName[]) => {
    keepColumns(type, next);
    change({ columns: next.join(',') });
  };
  const choose = (column: ColumnName, chosen: boolean) => {
    show(chosen ? [...columns, column] : columns.filter((name) => name !== column));
    // It goes to the other list, and the focus with it.
    requestAnimationFrame(() =>
      all.current?.querySelector<HTMLElement>(`input[value="${CSS.escape(column)}"]`)?.focus(),
    );
  };
  const box = (column: ColumnName, chosen: boolean) => (
    <Checkbox
      key={column}
      size="xs"
      label={words(column)}
      value={column}
      checked={chosen}
      // Without any, the list would show its first ones again.
      disabled={chosen && columns.length === 1}
      onChange={(event) => choose(column, event.currentTarget.checked)}
    />
  );
  return (
    <Popover.Dropdown aria-label={t`Columns`}>
      <Stack gap="xs" mah="60vh" style={{ overflowY: 'auto' }} ref={all}>
        <Text size="xs" c="dimmed" id={heading}>
          {t`Shown, in this order`}
        </Text>
        <OrderedItems
          items={columns}
          labelledBy={heading}
          layout="rows"
          readOnly={false}
          whole
          useName={words}
          renderItem={(column) => box(column, true)}
          onChange={show}
        />
        {others.length > 0 && (
          <Text size="xs" c="dimmed">
            {t`Not shown`}
          </Text>
        )}
        {others.map((column) => box(column, false))}
      </Stack>
    </Popover.Dropdown>
  );
}
