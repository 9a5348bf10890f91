/** The three answers of a boolean, side by side. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { SegmentedControl } from '../ui/index.ts';
import type { InputProps } from './field-type.ts';

const NOT_SET = '';

export function BooleanChoice({ id, labelledBy, describedBy, value, readOnly, onChange }: InputProps): ReactNode {
  const { t } = useLingui();
  return (
    <SegmentedControl
      id={id}
      transitionDuration={0}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      data={[
        { value: NOT_SET, label: t`Not set` },
        { value: 'true', label: t`Yes` },
        { value: 'false', label: t`No` },
      ]}
      value={typeof value === 'boolean' ? String(value) : NOT_SET}
      readOnly={readOnly}
      onChange={(chosen) => onChange(chosen === NOT_SET ? undefined : chosen === 'true')}
    />
  );
}
