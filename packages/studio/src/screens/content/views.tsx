/** Saved views: lists worth coming back to, one's own and those that an editor shares with everybody. */
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { ifMatch } from '../../api/if-match.ts';
import type { SavedView } from '../../api/types.ts';
import { actOnVersion } from '../../frame/act-on-version.ts';
import { parseSearch, type SearchParams } from '../../frame/search-params.ts';
import { usePermission, usePlace } from '../../frame/use-place.ts';
import { AddIcon, DeleteIcon, SaveIcon } from '../../ui/icons.ts';
import {
  ActionIcon,
  Button,
  Group,
  LinkAnchor,
  onDemand,
  Popover,
  Stack,
  Text,
  useDisclosure,
} from '../../ui/index.ts';
import type { ColumnName } from './columns.ts';
import { viewsKey } from './views-key.ts';

const DeleteView = onDemand(async () => (await import('./delete-view.tsx')).DeleteView);
const SaveView = onDemand(async () => (await import('./save-view.tsx')).SaveView);

const ICON_SIZE = 16;
const VIEWS_AT_ONCE = 1000;

interface ViewsProperties {
  readonly search: SearchParams;
  readonly columns: readonly ColumnName[];
}

export function ViewsButton({ search, columns }: ViewsProperties): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const client = useQueryClient();
  const mayShare = usePermission('entry.update');
  const views = useQuery(viewsQuery(place.space)).data ?? [];
  const [saving, { open, close }] = useDisclosure(false);
  const [asked, setAsked] = useState<SavedView | null>(null);
  const remove = async (view: SavedView) => {
    const params = { path: { space_id: place.space, view_id: view.id }, header: ifMatch(view) };
    const readAgain = () => client.invalidateQueries({ queryKey: viewsQuery(place.space).queryKey });
    await actOnVersion(() => bodyOf(api.DELETE('/spaces/{space_id}/views/{view_id}', { params })), readAgain);
    await readAgain();
  };
  const lists = [
    { name: t`Shared`, views: views.filter(({ shared }) => shared), mayDelete: mayShare },
    { name: t`Mine`, views: views.filter(({ shared }) => !shared), mayDelete: true },
  ].filter((list) => list.views.length > 0);

  return (
    <>
      <Popover position="bottom-end" width={280} trapFocus returnFocus>
        <Popover.Target>
          <Button variant="default" leftSection={<SaveIcon size={ICON_SIZE} aria-hidden />}>
            <Trans>Views</Trans>
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label={t`Views`} mah="60vh" style={{ overflowY: 'auto' }}>
          <Stack gap="xs">
            {lists.map((list) => (
              <Stack key={list.name} gap={4}>
                <Text size="xs" c="dimmed">
                  {list.name}
                </Text>
                {list.views.map((view) => (
                  <ViewLine key={view.id} view={view} {...(list.mayDelete ? { onDelete: () => setAsked(view) } : {})} />
                ))}
              </Stack>
            ))}
            <Button
              size="xs"
              variant="default"
              leftSection={<AddIcon size={14} aria-hidden />}
              onPointerEnter={SaveView.preload}
              onFocus={SaveView.preload}
              onClick={open}
            >
              <Trans>Save list as view</Trans>
            </Button>
          </Stack>
        </Popover.Dropdown>
        {asked !== null && <DeleteView view={asked} onConfirm={() => remove(asked)} onClose={() => setAsked(null)} />}
      </Popover>
      {saving && <SaveView search={search} columns={columns} mayShare={mayShare} onClose={close} />}
    </>
  );
}

interface ViewLineProperties {
  readonly view: SavedView;
  /** Missing where the person may not delete it. */
  readonly onDelete?: () => void;
}

function ViewLine({ view, onDelete }: ViewLineProperties): ReactNode {
  const { t } = useLingui();
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <LinkAnchor
        to="/spaces/$space/$environment/content"
        params={usePlace()}
        search={searchOf(view)}
        size="sm"
        truncate
        dir="auto"
      >
        {view.name}
      </LinkAnchor>
      {onDelete !== undefined && (
        <ActionIcon size="sm" aria-label={t`Delete view ${view.name}`} onClick={onDelete}>
          <DeleteIcon size={14} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}

/** The address that shows a view. */
function searchOf({ content_type: type, query, columns }: SavedView): SearchParams {
  const search = parseSearch(query);
  const shown = columns.length === 0 ? {} : { columns: columns.join(',') };
  return { ...search, ...(type === null ? {} : { content_type: type }), ...shown };
}

function viewsQuery(space: string) {
  return queryOptions({
    queryKey: viewsKey(space),
    queryFn: async () => {
      const params = { path: { space_id: space }, query: { limit: VIEWS_AT_ONCE } };
      return (await bodyOf(api.GET('/spaces/{space_id}/views', { params }))).items;
    },
  });
}
