/** One item of a day, which leads to its release. What is only planned is hollow, what happens by itself is filled. */
import type { ComponentType, ReactNode } from 'react';
import type { CalendarItem } from '../../api/calendar.ts';
import { useTelling } from '../../frame/schedule/use-telling.ts';
import { useTimeSentence } from '../../frame/schedule/use-time-words.ts';
import { clockOf } from '../../frame/schedule/zoned-words.ts';
import { usePlace } from '../../frame/use-place.ts';
import { CheckIcon, ClockIcon, PlannedIcon, ProblemIcon, UndoIcon, UnpublishIcon } from '../../ui/icons.ts';
import { LinkTile, VisuallyHidden } from '../../ui/index.ts';
import styles from './calendar.module.css';
import { isUnpublished, itemName, type Look, lookOf } from './items.ts';
import { useHappeningWords } from './words.ts';

const ICON_SIZE = 12;

const ICONS: Readonly<Record<Look, ComponentType<{ readonly size: number; readonly 'aria-hidden': boolean }>>> = {
  planned: PlannedIcon,
  scheduled: ClockIcon,
  end: UndoIcon,
  failed: ProblemIcon,
  published: CheckIcon,
  undone: UndoIcon,
};

interface ItemChipProperties {
  readonly item: CalendarItem;
  readonly zone: string;
  /** Whether Tab stops at it. In a grid the days are stopped at. */
  readonly isStop: boolean;
  /** Given where it can be dragged to another day. */
  readonly onDrag?: ((item: CalendarItem | null) => void) | undefined;
}

export function ItemChip({ item, zone, isStop, onDrag }: ItemChipProperties): ReactNode {
  const place = usePlace();
  const telling = useTelling();
  const say = useTimeSentence();
  const happens = useHappeningWords();
  const look = lookOf(item);
  return (
    <LinkTile
      to="/spaces/$space/$environment/releases/$release"
      params={{ ...place, release: item.change_set.id }}
      className={styles.chip}
      data-look={look}
      tabIndex={isStop ? 0 : -1}
      title={say(item.at, item.time_zone ?? zone)}
      draggable={onDrag !== undefined}
      onDragStart={() => onDrag?.(item)}
      onDragEnd={() => onDrag?.(null)}
      onClick={(event) => event.stopPropagation()}
    >
      <Sign look={look} isUnpublished={isUnpublished(item)} />
      <span className={styles.words}>
        <VisuallyHidden>{happens(item)} </VisuallyHidden>
        <time dateTime={item.at}>{clockOf(Date.parse(item.at), zone, telling)}</time> <bdi>{itemName(item)}</bdi>
      </span>
    </LinkTile>
  );
}

/** The sign of a look, which tells it from others without its colour. @param isUnpublished whether readers no longer see the entry then */
export function Sign({
  look,
  isUnpublished = false,
}: {
  readonly look: Look;
  readonly isUnpublished?: boolean;
}): ReactNode {
  const Icon = isUnpublished ? UnpublishIcon : ICONS[look];
  return <Icon size={ICON_SIZE} aria-hidden />;
}
