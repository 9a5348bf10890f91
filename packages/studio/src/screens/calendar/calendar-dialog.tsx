/** What the calendar opens: a day with all of its items, another date for a plan, or another time for what goes out by itself. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { localTimeIn } from '../../../../contract/src/zoned-time.ts';
import type { CalendarItem } from '../../api/calendar.ts';
import { releaseQuery } from '../../api/releases.ts';
import { FormDialog } from '../../frame/form-dialog.tsx';
import { ProblemDialog } from '../../frame/problem-dialog.tsx';
import { ownZone } from '../../frame/schedule/own-zone.ts';
import { ReleaseSchedule } from '../../frame/schedule/release-schedule.tsx';
import { instantsSaid } from '../../frame/schedule/said-time.ts';
import { useFaultWords } from '../../frame/schedule/time-input.tsx';
import { useTelling } from '../../frame/schedule/use-telling.ts';
import { scheduleSentence } from '../../frame/schedule/zoned-words.ts';
import { usePlace } from '../../frame/use-place.ts';
import { Modal, Text, TextInput } from '../../ui/index.ts';
import { DayItems } from './day-items.tsx';
import { itemName } from './items.ts';
import { usePlan } from './use-plan.ts';
import type { CalendarQuestion } from './view.ts';
import { useDayWords } from './words.ts';

interface CalendarDialogProperties {
  readonly question: CalendarQuestion;
  readonly days: ReadonlyMap<string, readonly CalendarItem[]>;
  readonly zone: string;
  readonly ask: (question: CalendarQuestion) => void;
  readonly onClose: () => void;
}

export function CalendarDialog({ question, days, zone, ask, onClose }: CalendarDialogProperties): ReactNode {
  if (question.kind === 'plan') return <PlanDialog item={question.item} zone={zone} onClose={onClose} />;
  if (question.kind === 'schedule') return <ScheduleOf {...question} onClose={onClose} />;
  return <DayDialog day={question.day} items={days.get(question.day) ?? []} zone={zone} ask={ask} onClose={onClose} />;
}

interface DayDialogProperties extends Pick<CalendarDialogProperties, 'zone' | 'ask' | 'onClose'> {
  readonly day: string;
  readonly items: readonly CalendarItem[];
}

function DayDialog({ day, items, zone, ask, onClose }: DayDialogProperties): ReactNode {
  const words = useDayWords();
  return (
    <Modal opened onClose={onClose} title={words.day(day)} centered>
      {items.length === 0 ? (
        <Text size="sm">
          <Trans>Nothing is planned or scheduled on this day.</Trans>
        </Text>
      ) : (
        <DayItems items={items} zone={zone} ask={ask} />
      )}
    </Modal>
  );
}

interface PlanDialogProperties extends Pick<CalendarDialogProperties, 'zone' | 'onClose'> {
  readonly item: CalendarItem;
}

/** Another date for a plan, on the clocks of the zone that the calendar is shown in. */
function PlanDialog({ item, zone, onClose }: PlanDialogProperties): ReactNode {
  const { t } = useLingui();
  const telling = useTelling();
  const plan = usePlan();
  const faults = useFaultWords();
  const [local, setLocal] = useState(() => localTimeIn(zone, Date.parse(item.at)));
  const [at] = instantsSaid({ local, isLater: false }, zone);
  const name = itemName(item);
  const save = async () => {
    if (at === undefined) throw new Error(faults.gap);
    await plan(item, at);
  };
  return (
    <FormDialog title={t`Move “${name}”`} action={t`Move`} onSubmit={save} onClose={onClose}>
      <TextInput
        type="datetime-local"
        label={t`Planned for`}
        name="planned_for"
        required
        withAsterisk={false}
        max="9999-12-31T23:59"
        value={local}
        onChange={(event) => setLocal(event.currentTarget.value)}
        data-autofocus
      />
      <Text role="status" size="sm" fw={600}>
        {at !== undefined && scheduleSentence(at, { zone, own: ownZone() }, telling)}
      </Text>
      <Text size="sm" c="dimmed">
        <Trans>A plan is for everyone to see; nothing happens by itself at that time.</Trans>
      </Text>
    </FormDialog>
  );
}

interface ScheduleOfProperties {
  readonly item: CalendarItem;
  readonly at?: number;
  readonly onClose: () => void;
}

/** What goes out by itself is asked about before it gets another time. */
function ScheduleOf({ item, at, onClose }: ScheduleOfProperties): ReactNode {
  const { t } = useLingui();
  const { data, error } = useQuery({ ...releaseQuery(usePlace(), item.change_set.id), refetchOnMount: 'always' });
  if (error !== null) return <ProblemDialog title={t`Nothing was done`} problem={error} onClose={onClose} />;
  if (data === undefined) return null;
  return <ReleaseSchedule release={data} onClose={onClose} {...(at === undefined ? {} : { at })} />;
}
