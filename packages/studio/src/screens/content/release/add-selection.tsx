/** Puts the drafts of the selected entries into a release: one that is open, or a new one. */
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { type ComponentType, type ReactNode, useState } from 'react';
import { FormDialog } from '../../../frame/form-dialog.tsx';
import { Pending } from '../../../frame/pending.tsx';
import { hasNews } from '../../../frame/releases/release-action.ts';
import { chosenRelease, ReleaseChoice } from '../../../frame/releases/release-choice.tsx';
import { useOpenReleases } from '../../../frame/releases/use-open-releases.ts';
import { useRefreshReleases } from '../../../frame/releases/use-refresh-releases.ts';
import { usePermission, usePlace } from '../../../frame/use-place.ts';
import { loadWords } from '../../../languages/languages.ts';
import { Button, Text } from '../../../ui/index.ts';
import type { Chosen } from '../use-bulk-action.ts';

interface AddSelectionProperties {
  readonly chosen: Pick<Chosen, 'shown' | 'gone'>;
  readonly disabled: boolean;
  readonly add: (chosen: Chosen) => void;
}

export async function loadAddSelection(): Promise<ComponentType<AddSelectionProperties>> {
  await loadWords('releases');
  return AddSelection;
}

function AddSelection({ chosen, disabled, add }: AddSelectionProperties): ReactNode {
  const [asked, setAsked] = useState<AddSelectionProperties['chosen'] | null>(null);
  const mayUpdate = usePermission('change_set.update');
  const mayPublish = usePermission('entry.publish');
  if (!mayUpdate || !mayPublish) return null;
  return (
    <>
      <Button size="xs" variant="default" disabled={disabled} onClick={() => setAsked(chosen)}>
        <Trans>Add to a release…</Trans>
      </Button>
      {asked !== null && <AddDialog chosen={asked} add={add} onClose={() => setAsked(null)} />}
    </>
  );
}

interface AddDialogProperties extends Omit<AddSelectionProperties, 'disabled'> {
  readonly onClose: () => void;
}

/** Entries that readers see as they stand are left out: there is nothing of them that could go out. */
function AddDialog({ chosen, add, onClose }: AddDialogProperties): ReactNode {
  const place = usePlace();
  const refresh = useRefreshReleases();
  const { releases, error, again } = useOpenReleases('published');
  const isWaiting = releases === undefined;
  const shown = chosen.shown.filter(({ status }) => hasNews(status));
  const same = chosen.shown.length - shown.length;
  const send = async (given: FormData) => {
    const { id, name } = await chosenRelease(given, place, { releases: releases ?? [], onto: 'published' });
    // One that was made is there, whatever becomes of the entries.
    await refresh();
    const said = (count: number) =>
      t`${plural(count, { one: `# entry added to “${name}”.`, other: `# entries added to “${name}”.` })}`;
    add({ action: 'publish', shown, gone: chosen.gone, into: id, said });
  };
  return (
    <FormDialog
      title={t`Add to a release`}
      action={t`Add to release`}
      isWaiting={isWaiting || shown.length === 0}
      onSubmit={send}
      onClose={onClose}
    >
      {isWaiting ? (
        <Pending error={error} again={again} />
      ) : (
        <>
          {shown.length > 0 && (
            <Text size="sm">
              <Plural
                value={shown.length}
                one="The draft of # entry goes out with the release, as it stands then. Until then, readers see nothing of it."
                other="The drafts of # entries go out with the release, as they stand then. Until then, readers see nothing of them."
              />
            </Text>
          )}
          {same > 0 && (
            <Text size="sm">
              <Plural
                value={same}
                one="# entry has no draft that could go out. To change it with a release, work in the release and write there."
                other="# entries have no drafts that could go out. To change them with a release, work in the release and write there."
              />
            </Text>
          )}
          {shown.length > 0 && <ReleaseChoice releases={releases} />}
        </>
      )}
    </FormDialog>
  );
}
