/** What happens to the entry by itself, and when, and in which other releases it is: beside its status. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { ifMatch } from '../../../api/if-match.ts';
import { releaseQuery } from '../../../api/releases.ts';
import type { ScheduledAction } from '../../../api/releases-of-entry.ts';
import type { Release } from '../../../api/types.ts';
import { useRefreshReleases } from '../../../frame/releases/use-refresh-releases.ts';
import { ownZone } from '../../../frame/schedule/own-zone.ts';
import { useTelling } from '../../../frame/schedule/use-telling.ts';
import { useTimeSentence } from '../../../frame/schedule/use-time-words.ts';
import { shortMoment } from '../../../frame/schedule/zoned-words.ts';
import { showToast } from '../../../frame/toasts.ts';
import { usePermission, usePlace, useRelease } from '../../../frame/use-place.ts';
import { ClockIcon } from '../../../ui/icons.ts';
import { Button, LinkAnchor, LinkMenuItem, Menu, onDemand } from '../../../ui/index.ts';
import styles from './releases-of-entry.module.css';

const ReleaseSchedule = onDemand(
  async () => (await import('../../../frame/schedule/release-schedule.tsx')).ReleaseSchedule,
);

/** The most times that are told. */
const TIMES_MOST = 3;

interface ReleasesOfEntryProperties {
  readonly scheduled: readonly ScheduledAction[];
  /** Those that are still to go out. */
  readonly releases: readonly Release[];
}

export function ReleasesOfEntry({ scheduled: times, releases }: ReleasesOfEntryProperties): ReactNode {
  const timed = new Set(times.map(({ change_set: id }) => id));
  const here = useRelease();
  const others = releases.filter(({ id }) => id !== here && !timed.has(id));
  return (
    <>
      {times.slice(0, TIMES_MOST).map((scheduled) => (
        <ScheduledTime
          key={`${scheduled.change_set} ${scheduled.action}`}
          scheduled={scheduled}
          known={releases.find(({ id }) => id === scheduled.change_set)}
        />
      ))}
      {others.length > 0 && (
        <span className={styles.others}>
          <Trans comment="In which other releases an entry is, such as: Also in Sale and Spring">
            Also in <ReleaseLinks releases={others} />
          </Trans>
        </span>
      )}
    </>
  );
}

function ReleaseLinks({ releases }: { readonly releases: readonly Release[] }): ReactNode {
  const { i18n } = useLingui();
  const place = usePlace();
  const list = new Intl.ListFormat(i18n.locale).formatToParts(releases.map(({ id }) => id));
  return list.map(({ type, value }) => {
    const release = type === 'element' ? releases.find(({ id }) => id === value) : undefined;
    if (release === undefined) return value;
    return (
      <LinkAnchor
        key={value}
        to="/spaces/$space/$environment/releases/$release"
        params={{ ...place, release: value }}
        inherit
        underline="always"
        dir="auto"
      >
        {release.name}
      </LinkAnchor>
    );
  });
}

interface ScheduledTimeProperties {
  readonly scheduled: ScheduledAction;
  /** Its release, where that is still to go out. */
  readonly known: Release | undefined;
}

/** One time, with the name of the release that it is of, and what can be done about it. */
function ScheduledTime({ scheduled, known }: ScheduledTimeProperties): ReactNode {
  const place = usePlace();
  const telling = useTelling();
  const say = useTimeSentence();
  const maySchedule = usePermission('change_set.schedule');
  const { data: release = known } = useQuery(releaseQuery(place, scheduled.change_set));
  const [isChanging, setIsChanging] = useState(false);
  const cancel = useCancel();
  const words = useWords(scheduled, shortMoment(Date.parse(scheduled.at), ownZone(), telling));
  const sentence = say(scheduled.at, release?.time_zone ?? null);
  const isOne = release?.origin === 'schedule';
  return (
    <>
      <Menu onOpen={ReleaseSchedule.preload}>
        <Menu.Target>
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            className={styles.time}
            leftSection={<ClockIcon size={14} aria-hidden />}
            title={sentence}
          >
            {words}
            {release !== undefined && !isOne && (
              <span className={styles.of}>
                {' · '}
                <bdi>{release.name}</bdi>
              </span>
            )}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label className={styles.sentence}>{sentence}</Menu.Label>
          <LinkMenuItem
            to="/spaces/$space/$environment/releases/$release"
            params={{ ...place, release: scheduled.change_set }}
          >
            {isOne || release === undefined ? (
              <Trans>Show the schedule</Trans>
            ) : (
              <Trans>Open the release “{release.name}”</Trans>
            )}
          </LinkMenuItem>
          {maySchedule && release?.state === 'scheduled' && (
            <Menu.Item onClick={() => setIsChanging(true)}>
              <Trans>Change the time…</Trans>
            </Menu.Item>
          )}
          {maySchedule && isOne && release?.state === 'scheduled' && (
            <Menu.Item onClick={() => cancel.mutate(release)}>
              <Trans>Cancel the schedule</Trans>
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isChanging && release !== undefined && (
        <ReleaseSchedule release={release} onClose={() => setIsChanging(false)} />
      )}
    </>
  );
}

function useWords({ action }: ScheduledAction, time: string): string {
  const { t } = useLingui();
  const isGone = action === 'unpublish' || action === 'archive' || action === 'delete';
  if (action === 'end')
    return t({ message: `Is taken back ${time}`, comment: 'At an entry, such as: Is taken back Tue 09:00' });
  return isGone
    ? t({ message: `Is unpublished ${time}`, comment: 'At an entry, such as: Is unpublished Tue 09:00' })
    : t({ message: `Goes out ${time}`, comment: 'At an entry, such as: Goes out Tue 09:00' });
}

/** Takes the schedule of one entry away: nothing else is in its release. */
function useCancel() {
  const { t } = useLingui();
  const refresh = useRefreshReleases();
  return useMutation({
    mutationFn: async (release: Release) => {
      const params = { path: { change_set_id: release.id }, header: ifMatch(release) };
      await bodyOf(api.DELETE('/change-sets/{change_set_id}', { params }));
      await refresh();
      showToast({ words: t`The schedule is cancelled.`, undo: null });
    },
    onError: ({ message }) => {
      showToast({ words: t`The schedule was not cancelled: ${message}`, undo: null, isFailure: true });
      void refresh();
    },
  });
}
