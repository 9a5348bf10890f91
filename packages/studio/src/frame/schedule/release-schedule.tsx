/** Schedules a release, or gives it another time. It is checked as publishing it would be; what is in the way stands on its screen. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { isInTheWay } from '../../api/releases.ts';
import type { Release } from '../../api/types.ts';
import { LinkAnchor, Text } from '../../ui/index.ts';
import { useRefreshReleases } from '../releases/use-refresh-releases.ts';
import { showToast } from '../toasts.ts';
import { usePlace } from '../use-place.ts';
import { type ChosenTimes, type FirstTimes, ScheduleDialog } from './schedule-dialog.tsx';
import { useTimeWords } from './use-time-words.ts';

interface ReleaseScheduleProperties {
  readonly release: Release;
  /** An instant that is proposed in place of its own. */
  readonly at?: number;
  readonly onClose: () => void;
  /** Is told that entries keep it from being scheduled; without it, the dialog leads to the screen of the release. */
  readonly onBlocked?: () => void;
}

export function ReleaseSchedule({ release, at, onClose, onBlocked }: ReleaseScheduleProperties): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const refresh = useRefreshReleases();
  const time = useTimeWords();
  const [isBlocked, setIsBlocked] = useState(false);
  const { id, name, version, state } = release;
  const schedule = async (times: ChosenTimes) => {
    setIsBlocked(false);
    const params = { path: { change_set_id: id } };
    try {
      const set = await bodyOf(
        api.POST('/change-sets/{change_set_id}/schedule', { params, body: { ...times, version } }),
      );
      const when = time(set.publish_at ?? '');
      showToast({ words: t`“${name}” goes out ${when}.`, undo: null });
    } catch (error) {
      if (!isInTheWay(error)) throw error;
      if (onBlocked !== undefined) return onBlocked();
      setIsBlocked(true);
      throw new Error(t`It cannot be scheduled yet: first decide or correct what is in the way.`);
    } finally {
      await refresh();
    }
  };
  return (
    <ScheduleDialog
      title={state === 'scheduled' ? t`Change the time of “${name}”` : t`Schedule “${name}”`}
      action={t({ message: 'Schedule', comment: 'Button: has something go out by itself at a time' })}
      first={firstTimes(release, at)}
      end={t`Take it back later`}
      onSchedule={schedule}
      onClose={onClose}
    >
      {isBlocked && (
        <LinkAnchor to="/spaces/$space/$environment/releases/$release" params={{ ...place, release: id }} size="sm">
          <Trans>Show what is in the way</Trans>
        </LinkAnchor>
      )}
      <Text size="sm">
        <Trans>It goes out by itself, all at once, as it stands then. Until then it can be changed.</Trans>
      </Text>
    </ScheduleDialog>
  );
}

/** Its own times as far as they are still to come; else what it is planned for. */
function firstTimes(
  { publish_at: publishAt, planned_for: plannedFor, ends_at: end, time_zone: zone }: Release,
  at?: number,
): FirstTimes {
  const toCome = [at ?? null, instantIn(publishAt), instantIn(plannedFor)];
  return {
    at: toCome.find((one) => one !== null && one > Date.now()) ?? null,
    zone,
    endsAt: instantIn(end),
  };
}

function instantIn(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}
