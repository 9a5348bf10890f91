/** Makes the screen of an entry one of the entry in a release. */
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import { canBeWritten } from '../../../api/editable-releases.ts';
import { releaseQuery } from '../../../api/releases.ts';
import type { Entry } from '../../../api/types.ts';
import { usePermission, usePlace } from '../../../frame/use-place.ts';
import { loadWords } from '../../../languages/languages.ts';
import { type InRelease, InReleaseContext } from './in-release.ts';
import { LanguageState } from './language-state.tsx';
import { ReleaseActions } from './release-actions.tsx';
import { ReleaseMark } from './release-mark.tsx';
import { ReleaseNote } from './release-note.tsx';
import { ReleasePanel } from './release-panel.tsx';

interface ProviderProperties {
  /** Id of the release. */
  readonly id: string;
  readonly children: ReactNode;
}

export async function loadProvider(): Promise<ComponentType<ProviderProperties>> {
  await loadWords('releases');
  return Provider;
}

function Provider({ id, children }: ProviderProperties): ReactNode {
  const { data: release } = useQuery(releaseQuery(usePlace(), id));
  const mayUpdate = usePermission('change_set.update');
  const maySchedule = usePermission('change_set.schedule');
  const mayWriteHere = mayUpdate && (release === undefined || canBeWritten(release, maySchedule));
  const value = useMemo<InRelease>(
    () => ({
      mayWrite: (entry: Entry | null) => mayWriteHere && !isTakenAway(entry),
      Note: ReleaseNote,
      Actions: ReleaseActions,
      Panel: ReleasePanel,
      LanguageState,
      ReleaseMark,
    }),
    [mayWriteHere],
  );
  return <InReleaseContext value={value}>{children}</InReleaseContext>;
}

/** What a release takes away has no values of its own in it. */
function isTakenAway(entry: Entry | null): boolean {
  const change = entry?.change;
  return change === 'unpublish' || change === 'archive' || change === 'delete';
}
