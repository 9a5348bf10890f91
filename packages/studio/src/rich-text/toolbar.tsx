/** The toolbar: one stop of the Tab key, arrows inside of it. */
import { useLingui } from '@lingui/react/macro';
import type { Editor } from '@tiptap/core';
import { isInTable } from '@tiptap/pm/tables';
import { type KeyboardEvent, type ReactNode, type RefObject, useState } from 'react';
import { AddIcon, ChevronDownIcon, LinkIcon, RedoIcon, TableIcon, UndoIcon } from '../ui/icons.ts';
import { ActionIcon, Button, Menu, Tooltip } from '../ui/index.ts';
import type { Action, Actions, PickAndInsert } from './actions/actions.ts';
import { linkAt } from './actions/links.ts';
import { ariaShortcut, shownShortcut } from './actions/shortcut.ts';
import { tableActions } from './actions/table-actions.ts';
import classes from './rich-text.module.css';
import { useEditorValue } from './use-editor.ts';

const ICON_PIXELS = 16;

interface ToolbarProps {
  readonly editor: Editor;
  readonly actions: Actions;
  readonly controls: string;
  readonly barRef: RefObject<HTMLDivElement | null>;
  readonly insert: PickAndInsert;
  /** Opens the dialog for the link at the caret; undefined where the field allows none. */
  readonly editLink: (() => void) | undefined;
}

export function Toolbar({ editor, actions, controls, barRef, insert, editLink }: ToolbarProps): ReactNode {
  const { t, i18n } = useLingui();
  const stop = useStops('block');
  const active = useActive(editor, [...actions.marks, ...actions.blocks, ...actions.groups]);
  const where = useEditorValue(editor, placeOf).split(' ');
  const toggle = (action: Action) => (
    <ToolButton
      key={action.id}
      label={i18n._(action.label)}
      keys={action.keys}
      isPressed={active.includes(action.id)}
      act={() => action.run(editor, insert)}
      {...stop(action.id)}
    >
      <action.icon size={ICON_PIXELS} />
    </ToolButton>
  );
  return (
    <div
      ref={barRef}
      role="toolbar"
      aria-label={t`Formatting`}
      aria-controls={controls}
      className={classes.toolbar}
      onKeyDown={moveFocus}
    >
      <BlockMenu editor={editor} blocks={actions.blocks} active={active} insert={insert} stop={stop('block')} />
      <Group>{actions.marks.map(toggle)}</Group>
      <Group>
        {editLink !== undefined && (
          <ToolButton label={t`Link`} keys="Mod-k" isPressed={where.includes('link')} act={editLink} {...stop('link')}>
            <LinkIcon size={ICON_PIXELS} />
          </ToolButton>
        )}
        {actions.groups.map(toggle)}
      </Group>
      <Group>
        {actions.inserts.length > 0 && (
          <InsertMenu editor={editor} inserts={actions.inserts} insert={insert} stop={stop('insert')} />
        )}
        {where.includes('table') && <TableMenu editor={editor} stop={stop('table')} />}
      </Group>
      <Group>
        <ToolButton
          label={t`Undo`}
          keys="Mod-z"
          isDisabled={!where.includes('undo')}
          act={() => editor.chain().focus().undo().run()}
          {...stop('undo')}
        >
          <UndoIcon size={ICON_PIXELS} />
        </ToolButton>
        <ToolButton
          label={t`Redo`}
          keys="Mod-Shift-z"
          isDisabled={!where.includes('redo')}
          act={() => editor.chain().focus().redo().run()}
          {...stop('redo')}
        >
          <RedoIcon size={ICON_PIXELS} />
        </ToolButton>
      </Group>
    </div>
  );
}

/** A stop of the arrow keys in the toolbar. */
interface Stop {
  readonly tabIndex: number;
  readonly onFocus: () => void;
}

/** Makes the stop that had the focus last the one that Tab leads to. @param first the one before any had it */
function useStops(first: string): (id: string) => Stop {
  const [current, setCurrent] = useState(first);
  return (id) => ({ tabIndex: current === id ? 0 : -1, onFocus: () => setCurrent(id) });
}

/** Ids of the actions that are in force where the caret is. */
function useActive(editor: Editor, actions: readonly Action[]): readonly string[] {
  const ids = useEditorValue(editor, (now) =>
    actions
      .filter((action) => action.isActive?.(now))
      .map(({ id }) => id)
      .join(' '),
  );
  return ids.split(' ');
}

function Group({ children }: { readonly children: ReactNode }): ReactNode {
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

function ToolButton({ label, keys, isPressed, isDisabled, act, children, ...stop }: ToolButtonProps): ReactNode {
  return (
    <Tooltip label={keys === undefined ? label : `${label} (${shownShortcut(keys)})`}>
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

function BlockMenu({ editor, blocks, active, insert, stop }: BlockMenuProps): ReactNode {
  const { t, i18n } = useLingui();
  const chosen = blocks.find(({ id }) => active.includes(id));
  const name = chosen === undefined ? t`Several` : i18n._(chosen.label);
  return (
    <Menu returnFocus={false} position="bottom-start">
      <Menu.Target>
        <Button
          {...stop}
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={classes.blockButton}
          aria-label={t`Kind of block: ${name}`}
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

interface InsertMenuProps {
  readonly editor: Editor;
  readonly inserts: readonly Action[];
  readonly insert: PickAndInsert;
  readonly stop: Stop;
}

function InsertMenu({ editor, inserts, insert, stop }: InsertMenuProps): ReactNode {
  const { t, i18n } = useLingui();
  return (
    <ActionMenu label={t`Insert`} icon={AddIcon} stop={stop}>
      {inserts.map((action) => (
        <Menu.Item
          key={action.id}
          leftSection={<action.icon size={ICON_PIXELS} />}
          onClick={() => action.run(editor, insert)}
        >
          {i18n._(action.label)}
        </Menu.Item>
      ))}
    </ActionMenu>
  );
}

interface ActionMenuProps {
  readonly label: string;
  readonly icon: typeof AddIcon;
  readonly stop: Stop;
  readonly children: ReactNode;
}

function ActionMenu({ label, icon: Icon, stop, children }: ActionMenuProps): ReactNode {
  return (
    <Menu returnFocus={false} position="bottom-start">
      <Menu.Target>
        <Tooltip label={label}>
          <ActionIcon {...stop} size={28} aria-label={label} onMouseDown={(event) => event.preventDefault()}>
            <Icon size={ICON_PIXELS} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

function TableMenu({ editor, stop }: { readonly editor: Editor; readonly stop: Stop }): ReactNode {
  const { t, i18n } = useLingui();
  const possible = useEditorValue(editor, ({ state }) =>
    tableActions
      .flat()
      .filter(({ command }) => command(state))
      .map(({ id }) => id)
      .join(' '),
  ).split(' ');
  return (
    <ActionMenu label={t`Table`} icon={TableIcon} stop={stop}>
      {tableActions.map((group, index) => [
        index > 0 && <Menu.Divider key={group[0]?.id} />,
        ...group.map(({ id, label, command }) => (
          <Menu.Item
            key={id}
            disabled={!possible.includes(id)}
            onClick={() => {
              command(editor.state, editor.view.dispatch);
              editor.commands.focus();
            }}
          >
            {i18n._(label)}
          </Menu.Item>
        )),
      ])}
    </ActionMenu>
  );
}

/** Moves the focus along the toolbar. */
function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
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
  else return;
  event.preventDefault();
}

/** Where the caret is and what can be undone, as words. */
function placeOf(editor: Editor): string {
  const facts = {
    table: isInTable(editor.state),
    link: linkAt(editor) !== null,
    undo: editor.can().undo(),
    redo: editor.can().redo(),
  };
  return Object.entries(facts)
    .filter(([, holds]) => holds)
    .map(([name]) => name)
    .join(' ');
}
