/** The field type `number`. */
import type { ReactNode } from 'react';
import { NumberCell } from './cells.tsx';
import type { InputProps, StudioFieldType } from './field-type.ts';
import { limitsOf } from './limits.ts';
import { NumberLine, useNumberText } from './number-line.tsx';
import { OneOf } from './one-of.tsx';
import { NumberOperand } from './operands.tsx';
import { RANGES } from './operators.ts';

export const numberType: StudioFieldType = {
  name: 'number',
  Input: NumberInput,
  Cell: NumberCell,
  operators: RANGES,
  Operand: NumberOperand,
  comparison: 'whole',
  text: (value) => (typeof value === 'number' ? String(value) : ''),
};

interface NumberInputProperties extends InputProps {
  readonly whole?: boolean;
}

/** A line for a number, or a choice where the model lists what there can be. */
export function NumberInput({ whole = false, ...input }: NumberInputProperties): ReactNode {
  const placeholder = useNumberText(input.fallback);
  const value = typeof input.value === 'number' ? input.value : undefined;
  const choices = limitsOf(input.field).in;
  if (choices === undefined)
    return (
      <NumberLine
        id={input.id}
        describedBy={input.describedBy}
        value={value}
        unfinished={input.unfinished?.texts[0]}
        placeholder={placeholder}
        whole={whole}
        invalid={input.invalid}
        readOnly={input.readOnly}
        onType={(text, number) => {
          if (number === null) input.onUnfinished({ texts: [text], hidesValue: true });
          else input.onChange(number);
        }}
      />
    );
  const { onChange, ...rest } = input;
  return (
    <OneOf
      {...rest}
      listed={choices.map(String)}
      value={value === undefined ? '' : String(value)}
      placeholder={placeholder}
      onChange={(chosen) => onChange(chosen === undefined ? undefined : Number(chosen))}
    />
  );
}
