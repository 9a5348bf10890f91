/** Asks when something goes out by itself, and whether and when it is taken back, and says in words what that means. */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { ApiProblem } from '../../api/problem.ts';
import { Checkbox, SimpleGrid, Stack, Text } from '../../ui/index.ts';
import { FormDialog } from '../form-dialog.tsx';
import { ownZone } from './own-zone.ts';
import { faultOf, instantMeant, instantsSaid, morningAfter, type SaidTime, saidAt } from './said-time.ts';
import styles from './schedule-dialog.module.css';
import { TimeInput, useFaultWords } from './time-input.tsx';
import { useTelling } from './use-telling.ts';
import { ZoneChoice } from './zone-choice.tsx';
import { scheduleSentence } from './zoned-words.ts';

const DIALOG_SIZE = 'lg';

/** When it goes out, as the API takes it, and when it ends. */
export type ChosenTimes = ({ readonly at: string } | { readonly local: string; readonly time_zone: string }) & {
  readonly ends_at: string | null;
};

/** What is asked about at first, as instants. */
export interface FirstTimes {
  readonly at: number | null;
  readonly zone: string | null;
  readonly endsAt: number | null;
}

interface ScheduleDialogProperties {
  readonly title: string;
  /** What the button that does it says. */
  readonly action: string;
  /** What stands over the inputs. */
  readonly children?: ReactNode;
  readonly first: FirstTimes;
  /** What taking it back is called. */
  readonly end: string;
  readonly onSchedule: (times: ChosenTimes) => Promise<void>;
  readonly onClose: () => void;
}

export function ScheduleDialog(properties: ScheduleDialogProperties): ReactNode {
  const { title, action, children, first, end, onSchedule, onClose } = properties;
  const { t } = useLingui();
  const times = useTimes(first);
  const { start, ending, zone } = times;
  const send = async () => {
    try {
      await onSchedule(times.chosen());
    } catch (error) {
      times.hear(error);
      throw error;
    }
  };
  return (
    <FormDialog title={title} action={action} size={DIALOG_SIZE} onSubmit={send} onClose={onClose}>
      {children}
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <TimeInput
          label={t`Date and time`}
          path={{ local: 'local', at: 'at' }}
          said={start.said}
          onChange={times.sayStart}
          zone={zone}
          instants={start.instants}
          hasFocus
        />
        <ZoneChoice
          label={t({ message: 'Time zone', comment: 'Label of a choice' })}
          zone={zone}
          onChange={times.chooseZone}
        />
      </SimpleGrid>
      <InWords said={start.said} at={start.at} zone={zone} isMain />
      <Checkbox
        label={end}
        description={t`Readers then see again what they saw before. What someone has changed by then stays.`}
        checked={ending !== null}
        onChange={(event) => times.chooseEnd(event.currentTarget.checked)}
      />
      {ending !== null && (
        <Stack gap="xs">
          <TimeInput
            label={t({ message: 'End', comment: 'Date and time at which a release is taken back by itself' })}
            path={{ local: 'ends_at', at: 'ends_at' }}
            said={ending.said}
            onChange={times.sayEnd}
            zone={zone}
            instants={ending.instants}
            after={start.at}
          />
          <InWords said={ending.said} at={ending.at} zone={zone} after={start.at} />
        </Stack>
      )}
    </FormDialog>
  );
}

/** A time as it is said, and the instant that is meant. */
interface Meant {
  readonly said: SaidTime;
  readonly instants: readonly number[];
  readonly at: number | null;
}

/** Instants that the server knows of, where this browser's data of time zones is another one. */
interface Told {
  readonly local: string;
  readonly zone: string;
  readonly instants: readonly number[];
}

function useTimes({ at, zone: firstZone, endsAt }: FirstTimes) {
  const [zone, setZone] = useState(firstZone ?? ownZone());
  const [start, sayStart] = useState(() => (at === null ? morningAfter(Date.now(), zone) : saidAt(at, zone)));
  const [ending, sayEnd] = useState<SaidTime | null>(() => (endsAt === null ? null : saidAt(endsAt, zone)));
  const [told, setTold] = useState<Told | null>(null);
  const meant = (said: SaidTime): Meant => {
    const isTold = told !== null && told.local === said.local && told.zone === zone;
    const instants = isTold ? told.instants : instantsSaid(said, zone);
    return { said, instants, at: instantMeant(said, instants) };
  };
  const meantStart = meant(start);
  const meantEnd = ending === null ? null : meant(ending);
  return {
    zone,
    start: meantStart,
    ending: meantEnd,
    chooseZone: setZone,
    sayStart,
    sayEnd,
    /** The day after it goes out is proposed. */
    chooseEnd: (hasEnd: boolean) => sayEnd(hasEnd ? morningAfter(meantStart.at ?? Date.now(), zone) : null),
    chosen: (): ChosenTimes => ({
      ...(meantStart.instants.length > 1 && meantStart.at !== null
        ? { at: new Date(meantStart.at).toISOString() }
        : { local: start.local, time_zone: zone }),
      ends_at: meantEnd === null || meantEnd.at === null ? null : new Date(meantEnd.at).toISOString(),
    }),
    /** Takes over what the server says of a time that comes twice. */
    hear: (error: unknown) => {
      const instants = error instanceof ApiProblem ? instantsIn(error) : [];
      if (instants.length > 1) setTold({ local: start.local, zone, instants });
    },
  };
}

function instantsIn({ violations }: ApiProblem): readonly number[] {
  const found = violations.find(({ rule, params }) => rule === 'zone' && params?.reason === 'twice');
  const instants = found?.params?.instants;
  return Array.isArray(instants) ? instants.map((one) => Date.parse(String(one))) : [];
}

interface InWordsProperties {
  readonly said: SaidTime;
  readonly at: number | null;
  readonly zone: string;
  readonly after?: number | null;
  readonly isMain?: boolean;
}

/** What the inputs mean, or why they mean nothing. Screen readers are told it whenever it changes. */
function InWords({ said, at, zone, after = null, isMain = false }: InWordsProperties): ReactNode {
  const telling = useTelling();
  const faults = useFaultWords();
  const fault = faultOf(said, at, { now: telling.now, after });
  return (
    <Text
      role="status"
      size="sm"
      fw={isMain ? 600 : 400}
      {...(fault === 'none' ? {} : { c: 'var(--failed)', className: styles.fault })}
    >
      {fault === 'none' ? at !== null && scheduleSentence(at, { zone, own: ownZone() }, telling) : faults[fault]}
    </Text>
  );
}
