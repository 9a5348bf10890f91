/** What bars of tools consist of: each bar is one stop of the Tab key, with arrows inside of it. */
import { useLingui } from '@lingui/react/macro';
import type { Editor } from '@tiptap/core';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { ChevronDownIcon } from '../ui/icons.ts';
import { ActionIcon, Button, Menu, Tooltip } from '../ui/index.ts';
import type { Action, PickAndInsert } from './actions/actions.ts';
import { ariaShortcut, shownShortcut } from './actions/shortcut.ts';
import classes from './rich-text.module.css';
import { useEditorValue } from './use-editor.ts';

export const ICON_PIXELS = 16;

/** A stop of the arrow keys in a bar of tools. */
export interface Stop {
  readonly tabIndex: number;
  readonly onFocus: () => void;
}

/** Makes the stop that had the focus last the one that Tab leads to. @param first the one before any had it */
export function useStops(first: string): (id: string) => Stop {
  const [current, setCurrent] = useState(first);
  return (id) => ({ tabIndex: current === id ? 0 : -1, onFocus: () => setCurrent(id) });
}

/** Ids of the actions that are in force where the caret is. */
export function useActive(editor: Editor, actions: readonly Action[]): readonly string[] {
  const ids = useEditorValue(editor, (now) =>
    actions
      .filter((action) => action.isActive?.(now))
      .map(({ id }) => id)
      .join(' '),
  );
  return ids.split(' ');
}

/** Tools that belong together. */
export function ToolGroup({ children }: { readonly children: ReactNode }): ReactNode {
  return <span className={classes.group}>{children}</span>;
}

interface ToolButtonProps extends Stop {
  readonly label: string;
  readonly keys?: string | undefined;
  readonly isPressed?: boolean;
  readonly isDisabled?: boolean;
  readonly act: () => void;
  readonly children: ReactNode;
}

/** A button of a bar, with its shortcut in its tooltip. */
export function ToolButton({ label, keys, isPressed, isDisabled, act, children, ...stop }: ToolButtonProps): ReactNode {
  return (
    <Tooltip floatingStrategy="fixed" label={keys === undefined ? label : `${label} (${shownShortcut(keys)})`}>
      <ActionIcon
        {...stop}
        size={28}
        aria-label={label}
        aria-pressed={isPressed}
        aria-disabled={isDisabled}
        aria-keyshortcuts={keys === undefined ? undefined : ariaShortcut(keys)}
        className={classes.tool}
        // The selection stays in the text.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => isDisabled !== true && act()}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

interface BlockMenuProps {
  readonly editor: Editor;
  readonly blocks: readonly Action[];
  readonly active: readonly string[];
  readonly insert: PickAndInsert;
  readonly stop: Stop;
}

/** The menu of what the block at the caret can be. */
export function BlockMenu({ editor, blocks, active, insert, stop }: BlockMenuProps): ReactNode {
  const { t, i18n } = useLingui();
  const chosen = blocks.find(({ id }) => active.includes(id));
  const name = chosen === undefined ? t`Several` : i18n._(chosen.label);
  return (
    <Menu returnFocus={false} position="bottom-start" floatingStrategy="fixed">
      <Menu.Target>
        <Button
          {...stop}
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={classes.blockButton}
          aria-label={t`Block type: ${name}`}
          rightSection={<ChevronDownIcon size={14} />}
          onMouseDown={(event) => event.preventDefault()}
        >
          {name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {blocks.map((action) => (
          <Menu.Item
            key={action.id}
            role="menuitemradio"
            aria-checked={action === chosen}
            leftSection={<action.icon size={ICON_PIXELS} />}
            rightSection={action.keys && <span className={classes.keys}>{shownShortcut(action.keys)}</span>}
            onClick={() => action.run(editor, insert)}
          >
            {i18n._(action.label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Moves the focus along a bar of tools; Escape leads back into the text. */
export function moveFocus(event: KeyboardEvent<HTMLDivElement>, editor: Editor): void {
  const bar = event.currentTarget;
  const isMirrored = getComputedStyle(bar).direction === 'rtl';
  const steps: Record<string, number> = { ArrowRight: isMirrored ? -1 : 1, ArrowLeft: isMirrored ? 1 : -1 };
  // The menus of the bar have keys of their own.
  const buttons = [...bar.querySelectorAll<HTMLButtonElement>('button:not([role^="menuitem"])')];
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  const step = steps[event.key];
  if (at === -1) return;
  if (step !== undefined) buttons.at((at + step) % buttons.length)?.focus();
  else if (event.key === 'Home') buttons.at(0)?.focus();
  else if (event.key === 'End') buttons.at(-1)?.focus();
  else if (event.key === 'Escape' && buttons[at]?.ariaExpanded !== 'true') editor.commands.focus();
  else return;
  event.preventDefault();
}
