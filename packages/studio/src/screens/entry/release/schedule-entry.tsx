/** Has the entry published, or unpublished, by itself at a time. The API makes a release of this one entry for it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { ifMatch } from '../../../api/if-match.ts';
import { type ApiProblem, inWords, type Violation } from '../../../api/problem.ts';
import { isInTheWay } from '../../../api/releases.ts';
import { innerNames } from '../../../fields/blocks/inner-names.ts';
import { innerPlaceOf } from '../../../fields/blocks/inner-place.ts';
import { useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { useRefreshReleases } from '../../../frame/releases/use-refresh-releases.ts';
import { ownZone } from '../../../frame/schedule/own-zone.ts';
import { type ChosenTimes, ScheduleDialog } from '../../../frame/schedule/schedule-dialog.tsx';
import { useTelling } from '../../../frame/schedule/use-telling.ts';
import { shortMoment } from '../../../frame/schedule/zoned-words.ts';
import { showToast } from '../../../frame/toasts.ts';
import { List, Text } from '../../../ui/index.ts';
import { actOnShown } from '../act-on-shown.ts';

/** The most problems that are listed. */
const LINES_MOST = 8;

interface ScheduleEntryProperties {
  readonly action: 'publish' | 'unpublish';
  readonly onClose: () => void;
}

export function ScheduleEntry({ action, onClose }: ScheduleEntryProperties): ReactNode {
  const { t } = useLingui();
  const { draft } = useOpenEntry();
  const refresh = useRefreshReleases();
  const telling = useTelling();
  const [problems, setProblems] = useState<readonly Violation[]>([]);
  const isPublish = action === 'publish';
  const schedule = async (times: ChosenTimes) => {
    setProblems([]);
    await actOnShown(draft, async ({ id, key, version }) => {
      const params = { path: { entry_id: id } };
      const body = { action, ...times, version };
      const set = await bodyOf(api.POST('/entries/{entry_id}/schedule', { params, body })).catch((error) => {
        if (!isInTheWay(error) || error.violations.length === 0) throw error;
        setProblems(innerProblems(error, key));
        throw new Error(t`It cannot be scheduled yet. Correct this first:`);
      });
      await refresh();
      const undo = async () => {
        const made = { path: { change_set_id: set.id }, header: ifMatch(set) };
        await bodyOf(api.DELETE('/change-sets/{change_set_id}', { params: made }));
        await refresh();
      };
      const when = shortMoment(Date.parse(set.publish_at ?? ''), ownZone(), telling);
      showToast({ words: isPublish ? t`The entry goes out ${when}.` : t`The entry is unpublished ${when}.`, undo });
    });
  };
  return (
    <ScheduleDialog
      title={isPublish ? t`Schedule publishing` : t`Schedule unpublishing`}
      action={t({ message: 'Schedule', comment: 'Button: has something go out by itself at a time' })}
      first={{ at: null, zone: null, endsAt: null }}
      end={isPublish ? t`Take it back later` : t`Bring it back later`}
      onSchedule={schedule}
      onClose={onClose}
    >
      <Problems problems={problems} />
      <Text size="sm">
        {isPublish ? (
          <Trans>The draft goes out by itself, as it stands then. Until then you can go on writing.</Trans>
        ) : (
          <Trans>Readers no longer see the entry from then on. The draft stays here.</Trans>
        )}
      </Text>
    </ScheduleDialog>
  );
}

/** What is wrong with the entry, by paths inside of it, in the words of the person. */
function innerProblems({ detail }: ApiProblem, key: string): readonly Violation[] {
  const errors = Array.isArray(detail.errors) ? (detail.errors as readonly Violation[]) : [];
  return errors.map((error) => inWords({ ...error, path: error.path.replace(`entries.${key}.`, '') }));
}

function Problems({ problems }: { readonly problems: readonly Violation[] }): ReactNode {
  const { draft, type } = useOpenEntry();
  const { locales, types } = useSurroundings();
  if (problems.length === 0) return null;
  return (
    <List size="sm">
      {problems.slice(0, LINES_MOST).map((problem) => {
        const names = innerNames(innerPlaceOf(problem.path, draft, { type, types, locales }), { types, locales });
        return (
          <List.Item key={`${problem.path} ${problem.rule}`}>
            {names.length > 0 && (
              <>
                <b dir="auto">{names.join(' › ')}</b>
                {': '}
              </>
            )}
            {problem.message}
          </List.Item>
        );
      })}
    </List>
  );
}
