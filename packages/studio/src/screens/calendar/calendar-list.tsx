/** The days of a month that have something, one below the other: the form for narrow screens, and for reading. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { CalendarItem } from '../../api/calendar.ts';
import { EmptyState, Section } from '../../ui/index.ts';
import { DayItems } from './day-items.tsx';
import type { CalendarQuestion, CalendarView } from './view.ts';
import { useDayWords } from './words.ts';

interface CalendarListProperties {
  readonly view: CalendarView;
  readonly days: ReadonlyMap<string, readonly CalendarItem[]>;
  readonly ask: (question: CalendarQuestion) => void;
}

export function CalendarList({ view: { form, day, zone }, days, ask }: CalendarListProperties): ReactNode {
  const { t } = useLingui();
  const words = useDayWords();
  const span = words.span(form, day);
  if (days.size === 0)
    return (
      <EmptyState
        title={t`Nothing in ${span}`}
        detail={t`Schedule an entry or a release, or say when a release is planned for; it is listed here then.`}
      />
    );
  return [...days].map(([one, items]) => (
    <Section key={one} title={words.day(one)}>
      <DayItems items={items} zone={zone} ask={ask} />
    </Section>
  ));
}
