/** The field type `component`: the fields of one component in place, such as the SEO texts of a page. */
import type { ReactNode } from 'react';
import { inPlace, Text } from '../ui/index.ts';
import { fieldsOf } from './blocks/blocks-in.ts';
import { withWords } from './blocks/with-words.ts';
import type { CellProps, InputProps, StudioFieldType } from './field-type.ts';
import { PRESENCE } from './operators.ts';

const INPUT_HEIGHT = 120;
const SHOWN_CHARACTERS = 200;
const ComponentInput = inPlace<InputProps>(
  INPUT_HEIGHT,
  withWords(async () => (await import('./blocks/component-input.tsx')).ComponentInput),
);

export const componentType: StudioFieldType = {
  name: 'component',
  Input: ComponentInput,
  Cell: ComponentCell,
  operators: PRESENCE,
  comparison: 'structure',
  text: (value) => textsIn(fieldsOf(value)).join('\n'),
};

/** The texts in values whose model is not at hand, in the order in which they stand there. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function ComponentCell({ value }: CellProps): ReactNode {
  return (
    <Text size="sm" truncate="end" dir="auto">
      {componentType.text(value).slice(0, SHOWN_CHARACTERS)}
    </Text>
  );
}
