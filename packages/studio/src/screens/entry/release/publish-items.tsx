/** What stands in the menu beside *Publish…*, and the dialogs that its items open. */
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect } from 'react';
import type { Entry } from '../../../api/types.ts';
import { usePermission } from '../../../frame/use-place.ts';
import { Menu, onDemand } from '../../../ui/index.ts';
import { PublishDialog } from '../publish/publish-dialog-on-demand.ts';

const AddToRelease = onDemand(async () => (await import('./add-to-release.tsx')).AddToRelease);
const ChangeInRelease = onDemand(async () => (await import('./change-in-release.tsx')).ChangeInRelease);
const ScheduleEntry = onDemand(async () => (await import('./schedule-entry.tsx')).ScheduleEntry);

/** What is done at another time: with a release, or by itself. */
export type Later = 'release' | 'publish' | 'unpublish';

interface PublishItemsProperties {
  readonly entry: Entry;
  readonly hasNews: boolean;
  readonly onPublish: () => void;
  readonly ask: (later: Later) => void;
}

export function PublishItems({ entry, hasNews, onPublish, ask }: PublishItemsProperties): ReactNode {
  const mayUpdate = usePermission('change_set.update');
  const maySchedule = usePermission('change_set.schedule');
  const isSeen = entry.status === 'published' || entry.status === 'changed';
  useEffect(() => {
    for (const dialog of [AddToRelease, ScheduleEntry, PublishDialog]) dialog.preload();
  }, []);
  return (
    <>
      {hasNews && (
        <>
          <Menu.Item onClick={onPublish}>
            <Trans>Publish now…</Trans>
          </Menu.Item>
          {maySchedule && (
            <Menu.Item onClick={() => ask('publish')}>
              <Trans comment="Button or menu: has something go out by itself at a time">Schedule…</Trans>
            </Menu.Item>
          )}
        </>
      )}
      {mayUpdate && (
        <Menu.Item onClick={() => ask('release')}>
          {hasNews ? <Trans>Add to a release…</Trans> : <Trans>Change in a release…</Trans>}
        </Menu.Item>
      )}
      {maySchedule && isSeen && (
        <Menu.Item onClick={() => ask('unpublish')}>
          <Trans>Schedule unpublishing…</Trans>
        </Menu.Item>
      )}
    </>
  );
}

interface LaterDialogProperties {
  readonly entry: Entry;
  readonly hasNews: boolean;
  readonly later: Later;
  readonly onClose: () => void;
}

export function LaterDialog({ entry, hasNews, later, onClose }: LaterDialogProperties): ReactNode {
  if (later === 'release' && !hasNews) return <ChangeInRelease entry={entry} onClose={onClose} />;
  if (later === 'release') return <AddToRelease entry={entry} onClose={onClose} />;
  return <ScheduleEntry action={later} onClose={onClose} />;
}
