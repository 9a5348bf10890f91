/** Yes or no, or nothing said as long as neither is chosen: a switch with one knob could not be told from a no. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { InputProps } from './field-type.ts';
import { SideBySide } from './side-by-side.tsx';

export function BooleanChoice({ value, onChange, ...input }: InputProps): ReactNode {
  const { t } = useLingui();
  return (
    <SideBySide
      {...input}
      answers={[
        { value: 'true', label: t`Yes` },
        { value: 'false', label: t`No` },
      ]}
      value={typeof value === 'boolean' ? String(value) : ''}
      onChange={(chosen) => onChange(chosen === undefined ? undefined : chosen === 'true')}
    />
  );
}
