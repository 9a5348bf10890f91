/** Asks before an entry leaves a release. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { ifMatch } from '../../api/if-match.ts';
import type { Release, ReleasedEntry } from '../../api/types.ts';
import { DangerDialog } from '../../frame/form-dialog.tsx';
import { useRefreshReleases } from '../../frame/releases/use-refresh-releases.ts';
import { WhatIsLost } from '../../frame/releases/what-is-lost.tsx';

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
      <WhatIsLost change={entry.change} />
    </DangerDialog>
  );
}
