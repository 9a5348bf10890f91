/** The calendar: when releases go out, end and are planned, by months, weeks or as a list, in a time zone. */
import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isTimeZone } from '../../../../contract/src/zoned-time.ts';
import { type CalendarItem, calendarQuery } from '../../api/calendar.ts';
import { Pending } from '../../frame/pending.tsx';
import { ownZone } from '../../frame/schedule/own-zone.ts';
import { dayIn } from '../../frame/schedule/zoned-words.ts';
import { Screen } from '../../frame/screen.tsx';
import { useAddress, useChangeAddress } from '../../frame/use-address.ts';
import { usePlace } from '../../frame/use-place.ts';
import { Alert, Button, onDemand, Stack, useNarrow } from '../../ui/index.ts';
import { CalendarBar } from './calendar-bar.tsx';
import { CalendarDialog } from './calendar-dialog.tsx';
import { CalendarGrid } from './calendar-grid.tsx';
import { CalendarList } from './calendar-list.tsx';
import { dayInstant, FORMS, isDay, spanOf } from './days.ts';
import { byDay } from './items.ts';
import { useMove } from './use-move.ts';
import type { CalendarQuestion, CalendarView } from './view.ts';

const Subscription = onDemand(async () => (await import('./subscription.tsx')).Subscription);

export function Calendar(): ReactNode {
  const { t } = useLingui();
  const [isSubscribing, setIsSubscribing] = useState(false);
  return (
    <Screen
      title={t({ message: 'Calendar', comment: 'Screen: when releases go out, end and are planned' })}
      about={<Trans>What goes out by itself, what ends, and what is planned.</Trans>}
      actions={
        <Button variant="default" onPointerEnter={Subscription.preload} onClick={() => setIsSubscribing(true)}>
          <Trans comment="Button: has another calendar program show this calendar">Subscribe…</Trans>
        </Button>
      }
    >
      <Days />
      {isSubscribing && <Subscription onClose={() => setIsSubscribing(false)} />}
    </Screen>
  );
}

function useView(): CalendarView {
  const { form: named, day, zone: wanted } = useAddress();
  const isNarrow = useNarrow();
  const zone = wanted !== undefined && isTimeZone(wanted) ? wanted : ownZone();
  const today = dayIn(zone, Date.now());
  const form = FORMS.find((one) => one === named) ?? (isNarrow ? 'list' : 'month');
  return { form, day: isDay(day) ? day : today, zone, today };
}

function Days(): ReactNode {
  const view = useView();
  const { form, day, zone } = view;
  const change = useChangeAddress();
  const place = usePlace();
  const [question, ask] = useState<CalendarQuestion | null>(null);
  const move = useMove(view.zone, ask);
  const { first, end } = spanOf(form, day);
  const span = { from: iso(dayInstant(first, zone)), to: iso(dayInstant(end, zone)) };
  const { data, error, refetch } = useQuery({ ...calendarQuery(place, span), placeholderData: keepPreviousData });
  const days = byDay(data?.items ?? NONE, zone);
  const shown = { view, days, onDay: (chosen: string) => ask({ kind: 'day', day: chosen }) };
  return (
    <Stack gap="sm">
      <CalendarBar view={view} onChange={change} />
      {error !== null && <Pending error={error} again={() => void refetch()} />}
      {error === null && data === undefined && form === 'list' && <Pending error={null} again={() => void refetch()} />}
      {data?.truncated === true && (
        <Alert color="orange" variant="light">
          <Trans>There is more than can be shown at once. Choose a week.</Trans>
        </Alert>
      )}
      {form === 'list'
        ? data !== undefined && <CalendarList {...shown} ask={ask} />
        : error === null && (
            <CalendarGrid {...shown} form={form} onGo={(next) => change({ day: next })} onMove={move} />
          )}
      {question !== null && (
        <CalendarDialog question={question} days={days} zone={zone} ask={ask} onClose={() => ask(null)} />
      )}
    </Stack>
  );
}

const NONE: readonly CalendarItem[] = [];

function iso(at: number): string {
  return new Date(at).toISOString();
}
