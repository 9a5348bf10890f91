/** What can be done with the selected entries in the release that they are listed in. */
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { BULK_ENTRIES_MAX } from '../../../../../contract/src/bulk.ts';
import { canBeWritten } from '../../../api/editable-releases.ts';
import { releaseQuery } from '../../../api/releases.ts';
import type { Release } from '../../../api/types.ts';
import { isActionOf, RELEASE_ACTIONS } from '../../../frame/releases/release-action.ts';
import { SelectionBar } from '../../../frame/selection/selection-bar.tsx';
import { useBulk } from '../../../frame/selection/use-bulk.ts';
import { usePermission, usePlace } from '../../../frame/use-place.ts';
import { loadWords } from '../../../languages/languages.ts';
import { Button, Text } from '../../../ui/index.ts';
import type { BulkBarProperties } from '../bulk-bar-properties.ts';
import { chosenOf, useReadListsAgain } from '../use-bulk-action.ts';
import { type BulkInRelease, fitting } from './bulk-in-release.ts';
import { ReleaseBulkQuestion } from './release-bulk-question.tsx';
import { useBulkInRelease } from './use-bulk-in-release.ts';
import { useBulkWords } from './words.ts';

interface ReleaseBulkBarProperties extends BulkBarProperties {
  /** Id of the release. */
  readonly release: string;
}

export async function loadReleaseBulkBar(): Promise<ComponentType<ReleaseBulkBarProperties>> {
  await loadWords('releases');
  return ReleaseBulkBar;
}

function ReleaseBulkBar({ release: id, selected, entries, clear, tell }: ReleaseBulkBarProperties): ReactNode {
  const { t } = useLingui();
  const words = useBulkWords();
  const { data: release } = useQuery(releaseQuery(usePlace(), id));
  const actions = useActionsIn(release);
  const readAgain = useReadListsAgain();
  const { asked, ask, confirm, ...outcome } = useBulk(useBulkInRelease(entries, id), async (done, { action }) => {
    tell(done.count === 0 ? '' : words[action].done(done.count));
    if (done.refusals.length === 0) clear();
    await readAgain();
  });
  const chosen = chosenOf(selected, entries);
  const isTooMuch = selected.size > BULK_ENTRIES_MAX;
  return (
    <>
      <SelectionBar
        name={t`Selected entries in the release`}
        selected={selected}
        items={entries}
        most={BULK_ENTRIES_MAX}
        clear={clear}
        {...outcome}
      >
        {actions.map((action) => (
          <Button
            key={action}
            size="xs"
            variant="default"
            loading={outcome.busy}
            disabled={isTooMuch || fitting(action, chosen.shown).length === 0}
            onClick={() => ask({ action, ...chosen })}
          >
            {words[action].button}
          </Button>
        ))}
        {release !== undefined && actions.length === 0 && (
          <Text size="sm">{t`You cannot change what is in this release.`}</Text>
        )}
      </SelectionBar>
      {asked !== null && <ReleaseBulkQuestion asked={asked} onConfirm={confirm} onClose={() => ask(null)} />}
    </>
  );
}

/** Those that the person may do; none until the release is known. */
function useActionsIn(release: Release | undefined): readonly BulkInRelease[] {
  const mayUpdate = usePermission('change_set.update');
  const maySchedule = usePermission('change_set.schedule');
  const mayPublish = usePermission('entry.publish');
  const may = {
    publish: mayPublish,
    unpublish: mayPublish,
    archive: usePermission('entry.archive'),
    delete: usePermission('entry.delete'),
  };
  if (release === undefined || !mayUpdate || !canBeWritten(release, maySchedule)) return [];
  return [...RELEASE_ACTIONS.filter((action) => may[action] && isActionOf(action, release.onto)), 'take-out'];
}
