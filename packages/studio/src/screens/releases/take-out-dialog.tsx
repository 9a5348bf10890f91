/** Asks before an entry leaves a release. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { ifMatch } from '../../api/if-match.ts';
import type { Release, ReleasedEntry } from '../../api/types.ts';
import { DangerDialog } from '../../frame/form-dialog.tsx';
import { useRefreshReleases } from '../../frame/releases/use-refresh-releases.ts';

interface TakeOutDialogProperties {
  readonly release: Release;
  readonly entry: ReleasedEntry;
  readonly onClose: () => void;
}

export function TakeOutDialog({ release, entry, onClose }: TakeOutDialogProperties): ReactNode {
  const { t } = useLingui();
  const refresh = useRefreshReleases();
  const name = entry.title ?? t`Untitled`;
  const takeOut = async () => {
    const params = { path: { change_set_id: release.id, key: entry.key }, header: ifMatch(entry) };
    await bodyOf(api.DELETE('/change-sets/{change_set_id}/entries/{key}', { params }));
    await refresh();
  };
  return (
    <DangerDialog title={t`Take “${name}” out?`} action={t`Take out`} onSubmit={takeOut} onClose={onClose}>
      {entry.change === 'create' && <Trans>The release creates this entry. What was written in it is lost.</Trans>}
      {entry.change === 'change' && (
        <Trans>What the release changes in it is lost. The entry itself stays as it is.</Trans>
      )}
      {entry.change !== 'create' && entry.change !== 'change' && <Trans>The entry itself stays as it is.</Trans>}
    </DangerDialog>
  );
}
