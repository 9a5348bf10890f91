/** The items of one day in full, each with what can be done with it. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { CalendarItem } from '../../api/calendar.ts';
import { useTelling } from '../../frame/schedule/use-telling.ts';
import { useTimeSentence } from '../../frame/schedule/use-time-words.ts';
import { clockOf } from '../../frame/schedule/zoned-words.ts';
import { usePlace } from '../../frame/use-place.ts';
import { LinkAnchor, RowButton, Text } from '../../ui/index.ts';
import styles from './calendar.module.css';
import { Sign } from './item-chip.tsx';
import { isUnpublished, itemId, itemName, lookOf } from './items.ts';
import { useMayMove } from './use-may-move.ts';
import type { CalendarQuestion } from './view.ts';
import { useHappeningWords } from './words.ts';

interface DayItemsProperties {
  readonly items: readonly CalendarItem[];
  readonly zone: string;
  readonly ask: (question: CalendarQuestion) => void;
}

export function DayItems({ items, zone, ask }: DayItemsProperties): ReactNode {
  return (
    <ul className={styles.items}>
      {items.map((item) => (
        <DayItem key={itemId(item)} item={item} zone={zone} ask={ask} />
      ))}
    </ul>
  );
}

interface DayItemProperties extends Omit<DayItemsProperties, 'items'> {
  readonly item: CalendarItem;
}

function DayItem({ item, zone, ask }: DayItemProperties): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const telling = useTelling();
  const say = useTimeSentence();
  const happens = useHappeningWords();
  const mayMove = useMayMove();
  const look = lookOf(item);
  const name = itemName(item);
  return (
    <li className={styles.item}>
      <time dateTime={item.at} title={say(item.at, item.time_zone ?? zone)}>
        {clockOf(Date.parse(item.at), zone, telling)}
      </time>
      <div className={styles.itemWords}>
        <LinkAnchor
          to="/spaces/$space/$environment/releases/$release"
          params={{ ...place, release: item.change_set.id }}
          dir="auto"
        >
          {name}
        </LinkAnchor>
        <Text size="xs" c="dimmed" className={styles.happens}>
          <span className={styles.chip} data-look={look} data-legend>
            <Sign look={look} isUnpublished={isUnpublished(item)} />
          </span>
          {happens(item)}
        </Text>
      </div>
      {mayMove(item) && (
        <RowButton
          aria-label={t`Move “${name}”…`}
          onClick={() => ask(look === 'planned' ? { kind: 'plan', item } : { kind: 'schedule', item })}
        >
          <Trans comment="Button: gives another date to something in the calendar">Move…</Trans>
        </RowButton>
      )}
    </li>
  );
}
