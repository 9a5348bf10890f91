/** Who did what to which entry, by day. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { dayOf } from '../../frame/day-of.ts';
import { useNames } from '../../frame/people.ts';
import { Text } from '../../ui/index.ts';
import { activityOf, type EventKind } from './activity.ts';
import { EntryLink } from './entry-line.tsx';
import styles from './home.module.css';
import { Answered, Panel } from './panel.tsx';
import { useEntries } from './use-entries.ts';

const EVENTS = 12;
const DAY_MS = 86_400_000;

export function ActivityPanel(): ReactNode {
  const { t } = useLingui();
  const answer = useEntries({ order: '-updated_at' }, EVENTS);
  return (
    <Panel title={t({ message: 'Activity', comment: 'Heading: what everybody did lately' })}>
      <Answered answer={answer} lines={EVENTS / 2} empty={<Trans>What you and others change shows up here.</Trans>}>
        {(entries) =>
          activityOf(entries).map(({ day, events }) => (
            <div key={day}>
              <Text size="xs" fw={600} c="dimmed" pt="sm" pb={4}>
                <Day day={day} />
              </Text>
              <ul className={styles.lines}>
                {events.map(({ entry, kind }) => (
                  <li key={entry.id} className={styles.event}>
                    <EntryLink entry={entry} />
                    <Text span size="xs" c="dimmed">
                      <Event kind={kind} by={entry.updated_by} />
                    </Text>
                  </li>
                ))}
              </ul>
            </div>
          ))
        }
      </Answered>
    </Panel>
  );
}

function Event({ kind, by }: { readonly kind: EventKind; readonly by: string | null }): ReactNode {
  const { t } = useLingui();
  const nameOf = useNames();
  if (by === null)
    return { created: t`Created`, published: t`Published`, changed: t`Changed`, archived: t`Archived` }[kind];
  const name = nameOf(by);
  return {
    created: t({ message: `${name} created it`, comment: 'Activity: who did it to the entry beside' }),
    published: t({ message: `${name} published it`, comment: 'Activity: who did it to the entry beside' }),
    changed: t({ message: `${name} changed it`, comment: 'Activity: who did it to the entry beside' }),
    archived: t({ message: `${name} archived it`, comment: 'Activity: who did it to the entry beside' }),
  }[kind];
}

/** @param day as `2026-11-28` */
function Day({ day }: { readonly day: string }): ReactNode {
  const { i18n, t } = useLingui();
  if (day === dayOf(new Date())) return t`Today`;
  if (day === dayOf(new Date(Date.now() - DAY_MS))) return t`Yesterday`;
  return new Intl.DateTimeFormat(i18n.locale, { weekday: 'long', day: 'numeric', month: 'long' }).format(
    new Date(`${day}T12:00`),
  );
}
