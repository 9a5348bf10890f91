/** The field type `blocks`: a list of blocks, each with the fields of its component, edited in place. Its editor is loaded when it is needed. */
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { inPlace, Text } from '../ui/index.ts';
import { blockList, listedComponents } from './blocks/blocks-in.ts';
import { withWords } from './blocks/with-words.ts';
import { textsIn } from './component.tsx';
import type { CellProps, InputProps, StudioFieldType } from './field-type.ts';
import { PRESENCE } from './operators.ts';
import { useKnownTypes } from './surroundings.tsx';

const INPUT_HEIGHT = 160;
const BlocksInput = inPlace<InputProps>(
  INPUT_HEIGHT,
  withWords(async () => (await import('./blocks/blocks-input.tsx')).BlocksInput),
);

export const blocksType: StudioFieldType = {
  name: 'blocks',
  Input: BlocksInput,
  Cell: BlocksCell,
  operators: PRESENCE,
  comparison: 'structure',
  text: (value) =>
    blockList(value)
      .flatMap(({ fields }) => textsIn(fields))
      .join('\n'),
  length: { of: (value) => blockList(value).length, unit: 'items' },
};

function BlocksCell({ value }: CellProps): ReactNode {
  const { t } = useLingui();
  const types = useKnownTypes();
  const blocks = blockList(value);
  if (blocks.length === 0) return null;
  const count = t`${plural(blocks.length, { one: '# block', other: '# blocks' })}`;
  return (
    <Text size="sm" truncate="end" dir="auto">
      {`${count}: ${listedComponents(blocks, types)}`}
    </Text>
  );
}
