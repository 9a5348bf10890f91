/** The place between two blocks, where another one can be added: pressed, or by typing `/` where it has the focus. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, memo, type ReactNode, useState } from 'react';
import type { ContentType } from '../../api/types.ts';
import { AddIcon } from '../../ui/icons.ts';
import { Button, Popover, UnstyledButton } from '../../ui/index.ts';
import type { BlockActions } from './block-actions.ts';
import styles from './blocks.module.css';
import { ComponentPicker } from './component-picker.tsx';

const PICKER_WIDTH = 320;

interface InserterProperties {
  /** How many blocks are before it. */
  readonly at: number;
  /** Whether it stands behind all blocks, and says in words what it is for. */
  readonly isLast: boolean;
  readonly components: readonly ContentType[];
  readonly actions: BlockActions;
}

export const Inserter = memo(function Inserter({ at, isLast, components, actions }: InserterProperties): ReactNode {
  const { t } = useLingui();
  const [opened, setOpened] = useState(false);
  const [only, ...others] = components;

  function open(): void {
    if (only !== undefined && others.length === 0) actions.add(only, at);
    else setOpened(true);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== '/') return;
    event.preventDefault();
    open();
  }

  const named = {
    'data-place': at,
    'aria-haspopup': 'dialog',
    'aria-expanded': opened,
    onClick: open,
    onKeyDown,
  } as const;
  const button = isLast ? (
    <Button size="xs" variant="default" leftSection={<AddIcon size={14} aria-hidden />} data-add {...named}>
      <Trans>Add block</Trans>
    </Button>
  ) : (
    <UnstyledButton className={styles.inserter} aria-label={t`Add a block before block ${at + 1}`} {...named}>
      <AddIcon size={14} aria-hidden />
    </UnstyledButton>
  );
  if (!opened) return button;
  // One that is closed costs no popover: a page of blocks has many of these.
  return (
    <Popover
      opened
      onChange={setOpened}
      width={PICKER_WIDTH}
      position={isLast ? 'bottom-start' : 'bottom'}
      trapFocus
      returnFocus
    >
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown aria-label={t`Add a block`}>
        <ComponentPicker
          components={components}
          onPick={(component) => {
            setOpened(false);
            actions.add(component, at);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
});
