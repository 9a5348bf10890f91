/** Over the calendar: which span is shown, in which form, and in which time zone. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ownZone } from '../../frame/schedule/own-zone.ts';
import { ZoneChoice } from '../../frame/schedule/zone-choice.tsx';
import { ChevronRightIcon } from '../../ui/icons.ts';
import { ActionIcon, Button, Group, SegmentedControl, Title } from '../../ui/index.ts';
import styles from './calendar.module.css';
import { turned } from './days.ts';
import type { CalendarView } from './view.ts';
import { useDayWords } from './words.ts';

interface CalendarBarProperties {
  readonly view: CalendarView;
  readonly onChange: (changes: Readonly<Record<string, string | undefined>>) => void;
}

export function CalendarBar({ view: { form, day, zone, today }, onChange }: CalendarBarProperties): ReactNode {
  const { t } = useLingui();
  const words = useDayWords();
  const turn = (direction: 1 | -1) => onChange({ day: turned(form, day, direction) });
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="xs" className={styles.span}>
        <Button variant="default" size="xs" flex="none" onClick={() => onChange({ day: today })}>
          <Trans comment="Button of the calendar: shows the days around today">Today</Trans>
        </Button>
        <Group gap={0} wrap="nowrap">
          <ActionIcon
            aria-label={t({ message: 'Earlier', comment: 'Button of the calendar' })}
            onClick={() => turn(-1)}
          >
            <ChevronRightIcon size={18} className={styles.back} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={t({ message: 'Later', comment: 'Button of the calendar' })} onClick={() => turn(1)}>
            <ChevronRightIcon size={18} aria-hidden />
          </ActionIcon>
        </Group>
        <Title order={2} aria-live="polite" className={styles.title}>
          {words.span(form, day)}
        </Title>
      </Group>
      <Group gap="xs" className={styles.forms}>
        <SegmentedControl
          size="xs"
          aria-label={t({
            message: 'Form',
            context: 'calendar',
            comment: 'How the calendar is shown: month, week, list',
          })}
          value={form}
          onChange={(chosen) => onChange({ form: chosen })}
          data={[
            { value: 'month', label: t({ message: 'Month', comment: 'Form of the calendar' }) },
            { value: 'week', label: t({ message: 'Week', comment: 'Form of the calendar' }) },
            { value: 'list', label: t({ message: 'List', comment: 'Form of the calendar' }) },
          ]}
        />
        <div className={styles.zone}>
          <ZoneChoice
            label={t({ message: 'Time zone', comment: 'Label of a choice' })}
            isBare
            zone={zone}
            onChange={(chosen) => onChange({ zone: chosen === ownZone() ? undefined : chosen })}
          />
        </div>
      </Group>
    </Group>
  );
}
