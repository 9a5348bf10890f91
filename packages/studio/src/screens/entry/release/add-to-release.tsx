/** Puts the publication of the entry's draft into a release: one that is open, or a new one. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import type { Entry } from '../../../api/types.ts';
import { useOpenEntry } from '../../../fields/open-entry.tsx';
import { FormDialog } from '../../../frame/form-dialog.tsx';
import { Pending } from '../../../frame/pending.tsx';
import { chosenRelease, ReleaseChoice } from '../../../frame/releases/release-choice.tsx';
import { useOpenReleases } from '../../../frame/releases/use-open-releases.ts';
import { useRefreshReleases } from '../../../frame/releases/use-refresh-releases.ts';
import { showToast } from '../../../frame/toasts.ts';
import { usePlace } from '../../../frame/use-place.ts';
import { LinkAnchor, Text } from '../../../ui/index.ts';
import { actOnShown } from '../act-on-shown.ts';

interface AddToReleaseProperties {
  readonly entry: Entry;
  readonly onClose: () => void;
}

export function AddToRelease({ entry, onClose }: AddToReleaseProperties): ReactNode {
  const { t } = useLingui();
  const { draft } = useOpenEntry();
  const place = usePlace();
  const refresh = useRefreshReleases();
  const all = useOpenReleases('published');
  const having = useOpenReleases('published', entry.id);
  const isWaiting = all.releases === undefined || having.releases === undefined;
  const taken = having.releases ?? [];
  const free = all.releases?.filter(({ id }) => !taken.some((one) => one.id === id)) ?? [];
  const add = async (given: FormData) => {
    await actOnShown(draft, async (shown) => {
      const release = await chosenRelease(given, place, { releases: free, onto: 'published' });
      try {
        const params = { path: { entry_id: shown.id }, query: { change_set: release.id } };
        await bodyOf(api.POST('/entries/{entry_id}/publish', { params, body: {} }));
      } finally {
        await refresh();
      }
      const undo = async () => {
        const params = { path: { change_set_id: release.id, key: shown.key } };
        await bodyOf(api.DELETE('/change-sets/{change_set_id}/entries/{key}', { params }));
        await refresh();
      };
      showToast({ words: t`Added to “${release.name}”.`, undo });
    });
  };
  const retry = () => {
    all.again();
    having.again();
  };
  return (
    <FormDialog
      title={t`Add to a release`}
      action={t`Add to release`}
      isWaiting={isWaiting}
      onSubmit={add}
      onClose={onClose}
    >
      {isWaiting ? (
        <Pending error={all.error ?? having.error} again={retry} />
      ) : (
        <>
          <Text size="sm">
            <Trans>
              The draft goes out with the release, as it stands then. Until then, readers see nothing of it.
            </Trans>
          </Text>
          {taken.map(({ id, name }) => (
            <Text key={id} size="sm">
              <Trans>It is already in “{name}”.</Trans>{' '}
              <LinkAnchor
                to="/spaces/$space/$environment/content/$key"
                params={{ ...place, key: entry.key }}
                search={{ in: id }}
                inherit
                underline="always"
                onClick={onClose}
              >
                <Trans comment="Link: opens the entry as it is in a release">Open it there</Trans>
              </LinkAnchor>
            </Text>
          ))}
          <ReleaseChoice releases={free} />
        </>
      )}
    </FormDialog>
  );
}
