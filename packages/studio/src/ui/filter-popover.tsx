/** The button that opens what narrows a list, and tells how much of that is in force. */
import { Trans } from '@lingui/react/macro';
import { Badge, Button, VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FilterIcon } from './icons.ts';
import { Popover } from './popover.tsx';

const ICON_SIZE = 16;
const WIDTH = 300;

interface FilterPopoverProperties {
  /** How many filters are in force. */
  readonly count: number;
  /** Loads what is inside ahead. */
  readonly preload?: () => void;
  /** What is inside: a `Popover.Dropdown`. */
  readonly children: ReactNode;
}

export function FilterPopover({ count, preload, children }: FilterPopoverProperties): ReactNode {
  const [used, setUsed] = useState(false);
  return (
    <Popover position="bottom-end" width={WIDTH} trapFocus returnFocus onOpen={() => setUsed(true)}>
      <Popover.Target>
        <Button
          variant="default"
          flex="none"
          leftSection={<FilterIcon size={ICON_SIZE} aria-hidden />}
          rightSection={count > 0 && <Count count={count} />}
          onPointerEnter={preload}
          onFocus={preload}
        >
          <Trans>Filter</Trans>
        </Button>
      </Popover.Target>
      {used && children}
    </Popover>
  );
}

function Count({ count }: { readonly count: number }): ReactNode {
  return (
    <Badge size="sm">
      <Trans comment="How many filters are in force; what is marked is told to screen readers alone">
        {count}
        <VisuallyHidden> active</VisuallyHidden>
      </Trans>
    </Badge>
  );
}
