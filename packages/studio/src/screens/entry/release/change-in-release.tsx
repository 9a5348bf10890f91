/** Opens an entry that readers see as it stands in a release, to change it there: one that is open, or a new one. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Entry } from '../../../api/types.ts';
import { FormDialog } from '../../../frame/form-dialog.tsx';
import { Pending } from '../../../frame/pending.tsx';
import { chosenRelease, ReleaseChoice } from '../../../frame/releases/release-choice.tsx';
import { useOpenReleases } from '../../../frame/releases/use-open-releases.ts';
import { useRefreshReleases } from '../../../frame/releases/use-refresh-releases.ts';
import { usePlace } from '../../../frame/use-place.ts';
import { Text } from '../../../ui/index.ts';

interface ChangeInReleaseProperties {
  readonly entry: Entry;
  readonly onClose: () => void;
}

export function ChangeInRelease({ entry, onClose }: ChangeInReleaseProperties): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const navigate = useNavigate();
  const refresh = useRefreshReleases();
  const { releases, error, again } = useOpenReleases('published');
  const isWaiting = releases === undefined;
  const open = async (given: FormData) => {
    const { id } = await chosenRelease(given, place, { releases: releases ?? [], onto: 'published' });
    await refresh();
    const params = { ...place, key: entry.key };
    await navigate({ to: '/spaces/$space/$environment/content/$key', params, search: { in: id } });
  };
  return (
    <FormDialog
      title={t`Change in a release`}
      action={t`Open in release`}
      isWaiting={isWaiting}
      onSubmit={open}
      onClose={onClose}
    >
      {isWaiting ? (
        <Pending error={error} again={again} />
      ) : (
        <>
          <Text size="sm">
            <Trans>
              Readers see this entry as it stands, so there is no draft that could go out. What you write in it in the
              release goes out with that, and is in no draft until then.
            </Trans>
          </Text>
          <ReleaseChoice releases={releases} />
        </>
      )}
    </FormDialog>
  );
}
