/** Every saved view, one's own and those that an editor shares with everybody, and the way to keep the list as one more. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { ifMatch } from '../../api/if-match.ts';
import type { SavedView } from '../../api/types.ts';
import { SearchProblem } from '../../fields/links/result-states.tsx';
import { actOnVersion } from '../../frame/act-on-version.ts';
import { useContentTypes, usePermission, usePlace } from '../../frame/use-place.ts';
import { useRefresh } from '../../frame/use-refresh.ts';
import { AddIcon, DeleteIcon } from '../../ui/icons.ts';
import { ActionIcon, Button, Group, LinkAnchor, onDemand, Popover, Stack, Text } from '../../ui/index.ts';
import { searchOf, viewsQuery } from './saved-views.ts';

const DeleteView = onDemand(async () => (await import('./delete-view.tsx')).DeleteView);

const ICON_SIZE = 14;

/** @param properties `save` asks for the name of one more */
export function ViewsDropdown({ save }: { readonly save: () => void }): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const mayShare = usePermission('entry.update');
  const { data: views = [], error, refetch } = useQuery(viewsQuery(space));
  const refresh = useRefresh(viewsQuery(space).queryKey);
  const [asked, setAsked] = useState<SavedView | null>(null);
  const remove = async (view: SavedView) => {
    const params = { path: { space_id: space, view_id: view.id }, header: ifMatch(view) };
    await actOnVersion(() => bodyOf(api.DELETE('/spaces/{space_id}/views/{view_id}', { params })), refresh);
    await refresh();
  };
  const lists = [
    { name: t`Shared`, views: views.filter(({ shared }) => shared), mayDelete: mayShare },
    { name: t`Mine`, views: views.filter(({ shared }) => !shared), mayDelete: true },
  ].filter((list) => list.views.length > 0);
  return (
    <>
      <Popover.Dropdown aria-label={t`Views`} mah="60vh" style={{ overflowY: 'auto' }}>
        <Stack gap="xs">
          <SearchProblem error={error} again={() => void refetch()} />
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
          <Button size="xs" variant="default" leftSection={<AddIcon size={ICON_SIZE} aria-hidden />} onClick={save}>
            <Trans>Save list as view</Trans>
          </Button>
        </Stack>
      </Popover.Dropdown>
      {asked !== null && <DeleteView view={asked} onConfirm={() => remove(asked)} onClose={() => setAsked(null)} />}
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
  const types = useContentTypes();
  const type = types.find(({ id, api_id: name }) => view.content_type === id || view.content_type === name);
  return (
    <Group justify="space-between" gap="xs" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <LinkAnchor
          to="/spaces/$space/$environment/content"
          params={usePlace()}
          search={searchOf(view, types)}
          size="sm"
          truncate
          display="block"
          dir="auto"
        >
          {view.name}
        </LinkAnchor>
        {type !== undefined && (
          <Text size="xs" c="dimmed" truncate>
            {type.name}
          </Text>
        )}
      </div>
      {onDelete !== undefined && (
        <ActionIcon size="sm" aria-label={t`Delete view ${view.name}`} onClick={onDelete}>
          <DeleteIcon size={ICON_SIZE} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}
