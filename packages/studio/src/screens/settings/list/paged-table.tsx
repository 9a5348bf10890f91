/** A table of a list that is read page by page, in its four states: loading, failed, empty, filled. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Pending } from '../../../frame/pending.tsx';
import { ScreenError } from '../../../frame/screen-error.tsx';
import { Button, DataTable, Group, Stack, Text } from '../../../ui/index.ts';
import type { PagedList } from './use-paged-list.ts';

interface PagedTableProperties<Item> {
  readonly list: PagedList<Item>;
  readonly headings: readonly string[];
  readonly hasActions?: boolean;
  /** The row of an item, with a key. */
  readonly row: (item: Item) => ReactNode;
  /** What stands in place of the table where the list has nothing: an `EmptyState` with the next step. */
  readonly empty: ReactNode;
}

export function PagedTable<Item>(table: PagedTableProperties<Item>): ReactNode {
  const { list, headings, hasActions = false, row, empty } = table;
  if (list.items === undefined) return <Pending error={list.error} again={list.again} />;
  if (list.items.length === 0) return empty;
  return (
    <Stack gap="sm">
      <DataTable headings={headings} hasActions={hasActions}>
        {list.items.map(row)}
      </DataTable>
      <Rest list={list} shown={list.items.length} />
    </Stack>
  );
}

interface RestProperties {
  readonly list: PagedList<unknown>;
  readonly shown: number;
}

/** How much of the list is there, and the rest of it. */
function Rest({ list, shown }: RestProperties): ReactNode {
  const { i18n } = useLingui();
  const words = new Intl.NumberFormat(i18n.locale);
  if (!list.hasMore) return list.error === null ? null : <ScreenError error={list.error} reset={list.more} />;
  return (
    <Group gap="sm">
      <Button variant="default" size="xs" loading={list.isLoadingMore} onClick={list.more}>
        <Trans>Show more</Trans>
      </Button>
      <Text size="sm" c="dimmed" role="status">
        <Trans>
          {words.format(shown)} of {words.format(list.total)}
        </Trans>
      </Text>
    </Group>
  );
}
