/** Says why the entry cannot be changed in the release. */
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { canBeWritten } from '../../../api/editable-releases.ts';
import { releaseQuery } from '../../../api/releases.ts';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { usePermission, usePlace } from '../../../frame/use-place.ts';

export function ReleaseNote(): ReactNode {
  const { draft } = useOpenEntry();
  const change = useDraft(draft, (now) => now.entry?.change);
  const { data: release } = useQuery(releaseQuery(usePlace(), draft.address.release ?? ''));
  const mayUpdate = usePermission('change_set.update');
  const maySchedule = usePermission('change_set.schedule');
  if (!mayUpdate) return <Trans>You can read this entry. Your role does not let you change releases.</Trans>;
  if (release !== undefined && !canBeWritten(release, true))
    return <Trans>The release cannot be changed any more. Leave it to change the draft of the entry.</Trans>;
  if (release !== undefined && !canBeWritten(release, maySchedule))
    return <Trans>The release goes out by itself. Changing it takes the right to schedule.</Trans>;
  if (change === 'unpublish') return <Trans>The release takes this entry down. To change it, take it out first.</Trans>;
  if (change === 'archive') return <Trans>The release archives this entry. To change it, take it out first.</Trans>;
  return <Trans>The release deletes this entry. To change it, take it out first.</Trans>;
}
