/** What the inputs of links have in common: the links, the buttons that add one, and a place for files to be dropped. */
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Stack } from '../../ui/index.ts';
import type { InputProps } from '../field-type.ts';
import { DropZone } from './drop-zone.tsx';
import { LinkButtons } from './link-buttons.tsx';

interface LinkGroupProperties extends Omit<ComponentProps<typeof LinkButtons>, 'dropped'> {
  readonly input: Pick<InputProps, 'id' | 'labelledBy' | 'describedBy' | 'readOnly'>;
  readonly children: ReactNode;
}

export function LinkGroup({ input, children, ...buttons }: LinkGroupProperties): ReactNode {
  const [dropped, setDropped] = useState<readonly File[]>([]);
  const group = (
    <Stack gap={4} id={input.id} role="group" aria-labelledby={input.labelledBy} aria-describedby={input.describedBy}>
      {children}
      {!input.readOnly && <LinkButtons {...buttons} dropped={dropped} />}
    </Stack>
  );
  if (buttons.kind === 'entry' || input.readOnly) return group;
  return <DropZone onDrop={setDropped}>{group}</DropZone>;
}
