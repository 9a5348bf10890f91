/** The input of a date and a time. Where clocks show the time twice, it asks which of both is meant. */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { localTimeIn } from '../../../../contract/src/zoned-time.ts';
import { Radio, Stack, TextInput } from '../../ui/index.ts';
import { faultOf, instantMeant, type SaidFault, type SaidTime } from './said-time.ts';
import { useTelling } from './use-telling.ts';
import { clockOf, offsetWords } from './zoned-words.ts';

interface TimeInputProperties {
  readonly label: string;
  /** The path of the API for what is refused: of the local time, and of the instant that is sent where it comes twice. */
  readonly path: { readonly local: string; readonly at: string };
  readonly said: SaidTime;
  readonly onChange: (said: SaidTime) => void;
  readonly zone: string;
  /** Those that the local time may mean. */
  readonly instants: readonly number[];
  /** Of an end, the instant that it has to be after. */
  readonly after?: number | null;
  readonly hasFocus?: boolean;
}

export function TimeInput(properties: TimeInputProperties): ReactNode {
  const { label, path, said, onChange, zone, instants, after = null, hasFocus = false } = properties;
  const { t } = useLingui();
  const input = useRef<HTMLInputElement>(null);
  const telling = useTelling();
  const words = useFaultWords();
  const { now } = telling;
  const fault = faultOf(said, instantMeant(said, instants), { now, after });
  // The form says it, and does not send what has a fault.
  useEffect(() => input.current?.setCustomValidity(fault === 'none' ? '' : fault), [fault]);
  const isTwice = instants.length > 1;
  return (
    <Stack gap="xs">
      <TextInput
        ref={input}
        type="datetime-local"
        label={label}
        data-path={isTwice ? path.at : path.local}
        data-advice={words[fault]}
        required
        withAsterisk={false}
        max="9999-12-31T23:59"
        min={localTimeIn(zone, Math.max(now, after ?? now))}
        value={said.local}
        onChange={(event) => onChange({ local: event.currentTarget.value, isLater: false })}
        {...(hasFocus ? { 'data-autofocus': true } : {})}
      />
      {isTwice && (
        <Radio.Group
          label={t`Clocks are put back, so this time comes twice. Which one?`}
          value={said.isLater ? 'later' : 'earlier'}
          onChange={(value) => onChange({ ...said, isLater: value === 'later' })}
        >
          <Stack gap={6} mt={4}>
            {instants.map((at, index) => (
              <Radio
                key={at}
                value={index === 0 ? 'earlier' : 'later'}
                label={twiceLabel(index, `${clockOf(at, zone, telling)} ${offsetWords(at, zone, telling)}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </Stack>
  );

  function twiceLabel(index: number, time: string): string {
    return index === 0
      ? t({ message: `The first, ${time}`, comment: 'Of a time that comes twice, such as: The first, 02:30 GMT+2' })
      : t({ message: `The second, ${time}`, comment: 'Of a time that comes twice, such as: The second, 02:30 GMT+1' });
  }
}

/** What is wrong with a time, as people are told. */
export function useFaultWords(): Readonly<Record<SaidFault, string>> {
  const { t } = useLingui();
  return {
    none: t`Enter a date and a time.`,
    gap: t`Clocks are put forward over this time, so it does not exist. Choose another one.`,
    past: t`This time is over. Choose a later one.`,
    end: t`Choose an end after the time at which it goes out.`,
  };
}
