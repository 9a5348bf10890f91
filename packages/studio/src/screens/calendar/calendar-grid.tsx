/**
 * The days of a month or a week. One of them has the focus, and the arrow keys move it; Enter opens the day, where everything
 * that can be done by dragging can be done too.
 */

import { Plural, Trans } from '@lingui/react/macro';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { CalendarItem } from '../../api/calendar.ts';
import { Group, Text, VisuallyHidden } from '../../ui/index.ts';
import styles from './calendar.module.css';
import { dayByKey, monthStart, weeksOf } from './days.ts';
import { ItemChip, Sign } from './item-chip.tsx';
import { itemId } from './items.ts';
import { useMayMove } from './use-may-move.ts';
import type { CalendarView } from './view.ts';
import { useDayWords, useLookWords } from './words.ts';

/** In a month, a day with more than these shows one less and how many there are beside. */
const ITEMS_MOST = 3;

interface CalendarGridProperties {
  readonly view: CalendarView;
  readonly form: 'month' | 'week';
  readonly days: ReadonlyMap<string, readonly CalendarItem[]>;
  readonly onDay: (day: string) => void;
  readonly onGo: (day: string) => void;
  readonly onMove: (item: CalendarItem, day: string) => void;
}

export function CalendarGrid({ view, form, days, onDay, onGo, onMove }: CalendarGridProperties): ReactNode {
  const words = useDayWords();
  const { day, zone, today } = view;
  const grid = useRef<HTMLTableElement>(null);
  const isLed = useRef(false);
  const [dragged, setDragged] = useState<CalendarItem | null>(null);
  const weeks = weeksOf(form, day);
  useEffect(() => {
    if (!isLed.current) return;
    isLed.current = false;
    focusDay(grid.current, day);
  }, [day]);
  // The focus may have come to another day than the one that the address names.
  const press = (event: KeyboardEvent, from: string) => {
    const to = dayByKey(event.key, from);
    if (to === null && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (to === null) return onDay(from);
    // Home and End lead nowhere from the ends of a week.
    if (to === day) return focusDay(grid.current, to);
    isLed.current = true;
    onGo(to);
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table of days is what a grid is for */}
      <table ref={grid} role="grid" className={styles.grid} data-form={form} aria-label={words.span(form, day)}>
        <thead>
          <tr>
            {weeks[0]?.map((one) => (
              <th key={one} scope="col">
                {words.weekday(one)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <Day
                  key={one}
                  day={one}
                  form={form}
                  items={days.get(one) ?? []}
                  zone={zone}
                  isToday={one === today}
                  hasMonth={one === monthStart(one) || one === weeks[0]?.[0]}
                  isOutside={form === 'month' && monthStart(one) !== monthStart(day)}
                  isStop={one === day}
                  dragged={dragged}
                  onDrag={setDragged}
                  onDrop={() => dragged !== null && onMove(dragged, one)}
                  onOpen={() => onDay(one)}
                  onKeyDown={(event) => press(event, one)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Legend isEmpty={days.size === 0} />
    </div>
  );
}

function focusDay(grid: HTMLTableElement | null, day: string): void {
  grid?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
}

interface DayProperties {
  readonly day: string;
  readonly form: 'month' | 'week';
  readonly items: readonly CalendarItem[];
  readonly zone: string;
  readonly isToday: boolean;
  /** Whether its month is said. */
  readonly hasMonth: boolean;
  readonly isOutside: boolean;
  readonly isStop: boolean;
  readonly dragged: CalendarItem | null;
  readonly onDrag: (item: CalendarItem | null) => void;
  readonly onDrop: () => void;
  readonly onOpen: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function Day(properties: DayProperties): ReactNode {
  const { day, form, items, zone, isToday, hasMonth, isOutside, isStop, dragged, onDrag, onDrop, onOpen, onKeyDown } =
    properties;
  const words = useDayWords();
  const mayMove = useMayMove();
  const [isOver, setIsOver] = useState(false);
  const most = form === 'week' || items.length <= ITEMS_MOST ? items.length : ITEMS_MOST - 1;
  const count = items.length;
  return (
    <td
      className={styles.day}
      data-day={day}
      data-today={isToday || undefined}
      data-outside={isOutside || undefined}
      data-over={isOver || undefined}
      aria-current={isToday ? 'date' : undefined}
      tabIndex={isStop ? 0 : -1}
      onKeyDown={(event) => event.target === event.currentTarget && onKeyDown(event)}
      onClick={onOpen}
      onDragOver={(event) => {
        if (dragged === null) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onDrop();
      }}
    >
      <VisuallyHidden>{words.day(day)} </VisuallyHidden>
      <span className={styles.date} aria-hidden>
        {form === 'week' && <span className={styles.weekday}>{words.weekday(day)} </span>}
        {words.date(day, hasMonth)}
      </span>
      {items.slice(0, most).map((item) => (
        <ItemChip
          key={itemId(item)}
          item={item}
          zone={zone}
          isStop={false}
          onDrag={mayMove(item) ? onDrag : undefined}
        />
      ))}
      {count > most && (
        <span className={styles.more}>
          <Plural value={count - most} one="and # more" other="and # more" />
        </span>
      )}
    </td>
  );
}

/** What the signs mean. */
function Legend({ isEmpty }: { readonly isEmpty: boolean }): ReactNode {
  const words = useLookWords();
  return (
    <Group gap="md" mt="xs">
      {(['planned', 'scheduled', 'end', 'published', 'failed'] as const).map((look) => (
        <Group key={look} gap={6}>
          <span className={styles.chip} data-look={look} data-legend>
            <Sign look={look} />
          </span>
          <Text size="xs" c="dimmed">
            {words[look]}
          </Text>
        </Group>
      ))}
      {isEmpty && (
        <Text size="sm" role="status">
          <Trans>Nothing is planned or scheduled here.</Trans>
        </Text>
      )}
    </Group>
  );
}
