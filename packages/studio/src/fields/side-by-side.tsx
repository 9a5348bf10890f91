/** A few answers side by side, like a switch with its words: one of them holds, or none. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CloseIcon } from '../ui/icons.ts';
import { ActionIcon, Group, SegmentedControl } from '../ui/index.ts';
import type { InputProps } from './field-type.ts';

interface SideBySideProperties extends Omit<InputProps, 'value' | 'fallback' | 'onChange'> {
  readonly answers: readonly { readonly value: string; readonly label: string }[];
  /** Empty where none holds. */
  readonly value: string;
  onChange(value: string | undefined): void;
}

export function SideBySide(properties: SideBySideProperties): ReactNode {
  const { id, labelledBy, describedBy, field, answers, value, readOnly, onChange } = properties;
  const { t } = useLingui();
  return (
    <Group gap={4} wrap="nowrap">
      <SegmentedControl
        id={id}
        transitionDuration={0}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        data={[...answers]}
        value={value}
        readOnly={readOnly}
        onChange={onChange}
      />
      {value !== '' && !readOnly && (
        <ActionIcon
          aria-label={t({
            message: `Leave ${field.name} open`,
            comment: 'Button that takes the answer to a field back, so that it has none',
          })}
          onClick={() => onChange(undefined)}
        >
          <CloseIcon size={14} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  );
}
