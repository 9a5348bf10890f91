/** Inputs for the operands of filters that several types share. */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { TextInput } from '../ui/index.ts';
import { Choices } from './choices.tsx';
import type { OperandProps } from './field-type.ts';
import { limitsOf } from './limits.ts';
import { isInexact, parseNumber } from './numbers.ts';

/** A text, or a choice where the model lists what there can be. */
export function TextOperand({ label, field, value, onChange }: OperandProps): ReactNode {
  const choices = limitsOf(field).in;
  if (choices === undefined)
    return <TextInput aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)} />;
  return (
    <Choices
      aria-label={label}
      data={choices.map(String)}
      value={value === '' ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}

/** A number, typed as in the person's language; the query string has it with a point. */
export function NumberOperand({ label, value, onChange }: OperandProps): ReactNode {
  const { i18n, t } = useLingui();
  const [inexact, setInexact] = useState(false);
  return (
    <TextInput
      aria-label={label}
      inputMode="decimal"
      defaultValue={value}
      error={inexact && t`This number has too many digits to filter by.`}
      onChange={(event) => {
        const read = parseNumber(event.currentTarget.value, i18n.locale);
        setInexact(isInexact(event.currentTarget.value, i18n.locale));
        onChange(read === null ? '' : String(read));
      }}
    />
  );
}

export function DayOperand({ label, value, onChange }: OperandProps): ReactNode {
  return (
    <TextInput type="date" aria-label={label} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
  );
}
