/** Moves entries of a release, with all that it does with them, to another one. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { releasePlanQuery } from '../../api/releases.ts';
import type { Release } from '../../api/types.ts';
import { FormDialog } from '../../frame/form-dialog.tsx';
import { Pending } from '../../frame/pending.tsx';
import { chosenRelease, ReleaseChoice } from '../../frame/releases/release-choice.tsx';
import { useOpenReleases } from '../../frame/releases/use-open-releases.ts';
import { useRefreshReleases } from '../../frame/releases/use-refresh-releases.ts';
import { showToast } from '../../frame/toasts.ts';
import { usePlace } from '../../frame/use-place.ts';
import { Checkbox, Stack } from '../../ui/index.ts';
import styles from './releases.module.css';

interface MoveDialogProperties {
  readonly release: Release;
  /** Keys of the entries that are chosen at first; all of them if not given. */
  readonly chosen?: readonly string[];
  readonly onClose: () => void;
}

export function MoveDialog({ release, chosen, onClose }: MoveDialogProperties): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const refresh = useRefreshReleases();
  const { id, onto } = release;
  const open = useOpenReleases(onto);
  const plan = useQuery(releasePlanQuery(place, id));
  const items = plan.data?.items;
  const [kept, setKept] = useState(chosen);
  const keys = kept ?? items?.map(({ key }) => key) ?? [];
  const others = open.releases?.filter((one) => one.id !== id);
  const move = async (given: FormData) => {
    if (keys.length === 0) throw new Error(t`Choose at least one entry.`);
    const to = await chosenRelease(given, place, { releases: others ?? [], onto });
    const params = { path: { change_set_id: id } };
    try {
      await bodyOf(api.POST('/change-sets/{change_set_id}/move', { params, body: { entries: [...keys], to: to.id } }));
    } finally {
      // One that was made for it is there whether or not anything has moved.
      await refresh();
    }
    showToast({ words: t`Moved to “${to.name}”.`, undo: null });
  };
  const retry = () => {
    open.again();
    void plan.refetch();
  };
  const isWaiting = others === undefined || items === undefined;
  return (
    <FormDialog
      title={t`Move to another release`}
      action={t`Move`}
      isWaiting={isWaiting}
      onSubmit={move}
      onClose={onClose}
    >
      {isWaiting ? (
        <Pending error={open.error ?? plan.error} again={retry} />
      ) : (
        <>
          <ReleaseChoice releases={others} />
          <Checkbox.Group label={<Trans>Entries</Trans>} value={[...keys]} onChange={setKept}>
            <Stack gap="xs" mt={4} className={styles.list}>
              {items.map(({ key, title }) => (
                <Checkbox key={key} value={key} label={title ?? t`Untitled`} />
              ))}
            </Stack>
          </Checkbox.Group>
        </>
      )}
    </FormDialog>
  );
}
