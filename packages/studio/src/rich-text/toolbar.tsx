/** The toolbar, in one line that stays in sight: where it is too long for that, it scrolls sideways and shows so. */
import { useLingui } from '@lingui/react/macro';
import type { Editor } from '@tiptap/core';
import { isInTable } from '@tiptap/pm/tables';
import { type ReactNode, type RefObject, useEffect } from 'react';
import {
  AddIcon,
  FullScreenIcon,
  LeaveFullScreenIcon,
  LinkIcon,
  OutlineIcon,
  RedoIcon,
  TableIcon,
  UndoIcon,
} from '../ui/icons.ts';
import { ActionIcon, Menu, Tooltip } from '../ui/index.ts';
import type { Action, Actions, PickAndInsert } from './actions/actions.ts';
import { linkAt } from './actions/links.ts';
import { tableActions } from './actions/table-actions.ts';
import type { FullScreen } from './editor-props.ts';
import { OutlineItems, useOutline } from './outline.tsx';
import classes from './rich-text.module.css';
import { BlockMenu, ICON_PIXELS, moveFocus, type Stop, ToolButton, ToolGroup, useActive, useStops } from './tools.tsx';
import { useEditorValue } from './use-editor.ts';

/** How far it may be from its end and count as there: zoomed pages scroll by parts of pixels. */
const SCROLL_SLACK_PIXELS = 1;

interface ToolbarProps {
  readonly editor: Editor;
  readonly actions: Actions;
  readonly controls: string;
  readonly barRef: RefObject<HTMLDivElement | null>;
  readonly insert: PickAndInsert;
  readonly full: FullScreen | undefined;
  readonly assist: ((stop: Stop) => ReactNode) | undefined;
  /** Opens the popover for the link at the caret; undefined where the field allows none. */
  readonly editLink: (() => void) | undefined;
}

export function Toolbar(properties: ToolbarProps): ReactNode {
  const { editor, actions, controls, barRef, insert, full, assist, editLink } = properties;
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
  useScrollSigns(barRef);
  return (
    <div className={classes.bar}>
      <div
        ref={barRef}
        role="toolbar"
        aria-label={t`Formatting`}
        aria-controls={controls}
        className={classes.toolbar}
        onKeyDown={(event) => moveFocus(event, editor)}
      >
        <BlockMenu editor={editor} blocks={actions.blocks} active={active} insert={insert} stop={stop('block')} />
        <ToolGroup>{actions.marks.map(toggle)}</ToolGroup>
        <ToolGroup>
          {editLink !== undefined && (
            <ToolButton
              label={t`Link`}
              keys="Mod-k"
              isPressed={where.includes('link')}
              act={editLink}
              {...stop('link')}
            >
              <LinkIcon size={ICON_PIXELS} />
            </ToolButton>
          )}
          {actions.groups.map(toggle)}
        </ToolGroup>
        <ToolGroup>
          {actions.inserts.length > 0 && (
            <InsertMenu editor={editor} inserts={actions.inserts} insert={insert} stop={stop('insert')} />
          )}
          {where.includes('table') && <TableMenu editor={editor} stop={stop('table')} />}
        </ToolGroup>
        {assist !== undefined && <ToolGroup>{assist(stop('assist'))}</ToolGroup>}
        <HistoryTools editor={editor} where={where} stop={stop} />
        <ViewTools editor={editor} full={full} stop={stop} />
      </div>
    </div>
  );
}

interface HistoryToolsProps {
  readonly editor: Editor;
  readonly where: readonly string[];
  readonly stop: (id: string) => Stop;
}

function HistoryTools({ editor, where, stop }: HistoryToolsProps): ReactNode {
  const { t } = useLingui();
  return (
    <ToolGroup>
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
    </ToolGroup>
  );
}

interface ViewToolsProps {
  readonly editor: Editor;
  readonly full: FullScreen | undefined;
  readonly stop: (id: string) => Stop;
}

function ViewTools({ editor, full, stop }: ViewToolsProps): ReactNode {
  const { t } = useLingui();
  const headings = useOutline(editor);
  const isFull = full?.isFull === true;
  return (
    <ToolGroup>
      {headings.length > 0 && (
        <ActionMenu
          label={t({ message: 'Outline', comment: 'The headings of a text' })}
          icon={OutlineIcon}
          stop={stop('outline')}
        >
          <OutlineItems editor={editor} headings={headings} />
        </ActionMenu>
      )}
      {full !== undefined && (
        <ToolButton
          label={isFull ? t`Leave full screen` : t`Full screen`}
          act={() => full.change(!isFull)}
          {...stop('full')}
        >
          {isFull ? <LeaveFullScreenIcon size={ICON_PIXELS} /> : <FullScreenIcon size={ICON_PIXELS} />}
        </ToolButton>
      )}
    </ToolGroup>
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
    <Menu returnFocus={false} position="bottom-start" floatingStrategy="fixed">
      <Menu.Target>
        <Tooltip label={label} floatingStrategy="fixed">
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

/** Says on which sides of the bar there are more tools: what holds it shows signs there. */
function useScrollSigns(bar: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const shown = bar.current;
    if (shown === null) return;
    const update = () => {
      // From the right to the left, it is negative.
      const before = Math.abs(shown.scrollLeft);
      const after = shown.scrollWidth - shown.clientWidth - before;
      const sides = [before > SCROLL_SLACK_PIXELS && 'start', after > SCROLL_SLACK_PIXELS && 'end'];
      shown.parentElement?.setAttribute('data-more', sides.filter(Boolean).join(' '));
    };
    const sizes = new ResizeObserver(update);
    for (const sized of [shown, ...shown.children]) sizes.observe(sized);
    shown.addEventListener('scroll', update, { passive: true });
    return () => {
      sizes.disconnect();
      shown.removeEventListener('scroll', update);
    };
  }, [bar]);
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
