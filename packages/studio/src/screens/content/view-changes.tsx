/** That a list is no longer as the view that it began with, and what to do with the difference. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { ifMatch } from '../../api/if-match.ts';
import type { SavedView } from '../../api/types.ts';
import { actOnVersion } from '../../frame/act-on-version.ts';
import { ProblemDialog } from '../../frame/problem-dialog.tsx';
import type { SearchParams } from '../../frame/search-params.ts';
import { useAttempt } from '../../frame/use-attempt.ts';
import { useContentTypes, usePermission, usePlace } from '../../frame/use-place.ts';
import { useRefresh } from '../../frame/use-refresh.ts';
import { ChevronDownIcon } from '../../ui/icons.ts';
import { Button, Menu, useDisclosure, useNarrow } from '../../ui/index.ts';
import type { ColumnName } from './columns.ts';
import { SaveView } from './save-view.tsx';
import { searchOf, viewBody, viewsQuery } from './saved-views.ts';

interface ViewChangesProperties {
  readonly view: SavedView;
  readonly search: SearchParams;
  readonly columns: readonly ColumnName[];
}

export function ViewChanges({ view, search, columns }: ViewChangesProperties): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const types = useContentTypes();
  const navigate = useNavigate();
  const refresh = useRefresh(viewsQuery(place.space).queryKey);
  const narrow = useNarrow();
  const mayShare = usePermission('entry.update');
  const [naming, { open, close }] = useDisclosure(false);
  const { problem, busy, run, reset } = useAttempt();
  const show = (shown: SavedView) => navigate({ to: '.', search: searchOf(shown, types) as never, replace: true });
  const save = async () => {
    const params = { path: { space_id: place.space, view_id: view.id }, header: ifMatch(view) };
    const body = viewBody(search, columns, place);
    const change = () => bodyOf(api.PATCH('/spaces/{space_id}/views/{view_id}', { params, body }));
    const saved = await actOnVersion(change, refresh);
    await refresh();
    await show(saved);
  };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="light"
            color="orange"
            loading={busy}
            rightSection={<ChevronDownIcon size={14} aria-hidden />}
          >
            {narrow ? t`Changed` : t`View changed`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(mayShare || !view.shared) && (
            <Menu.Item onClick={() => void run(save)}>
              <Trans>Save</Trans>
            </Menu.Item>
          )}
          <Menu.Item onClick={open}>
            <Trans>Save as new view…</Trans>
          </Menu.Item>
          <Menu.Item onClick={() => void show(view)}>
            <Trans comment="Menu item: the list becomes again what the saved view shows">Reset</Trans>
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {problem !== null && <ProblemDialog title={t`The view was not saved`} problem={problem} onClose={reset} />}
      {naming && <SaveView search={search} columns={columns} mayShare={mayShare} onClose={close} />}
    </>
  );
}
