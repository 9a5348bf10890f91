/** What the slash menu shows: a list below the line, whose active choice the text element names. The keys are taken there. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { Editor } from '@tiptap/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Action, Actions } from './actions/actions.ts';
import { shownShortcut } from './actions/shortcut.ts';
import { slashMenuOf } from './actions/slash.ts';
import { useFloating } from './floating.ts';
import classes from './rich-text.module.css';
import { useEditorValue } from './use-editor.ts';

interface SlashMenuProps {
  readonly editor: Editor;
  readonly listId: string;
  readonly actions: Actions;
  readonly actionsFor: (query: string) => readonly Action[];
  readonly choose: (action: Action) => void;
}

export function SlashMenu({ editor, listId, actions: all, actionsFor, choose }: SlashMenuProps): ReactNode {
  const { t, i18n } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  const menu = useEditorValue(editor, ({ state }) => slashMenuOf(state));
  const actions = menu === null ? [] : actionsFor(menu.query);
  useFloating(list, editor, menu && { from: menu.from, to: menu.from + 1 + menu.query.length }, 'below');
  useLayoutEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });
  if (menu === null) return null;
  if (actions.length === 0)
    return (
      <div ref={list} className={classes.slash} role="status">
        <Trans>No results for “{menu.query}”. Press Esc to close.</Trans>
      </div>
    );
  const groups = [
    { label: t({ message: 'Text', comment: 'A group of commands: what a block of text can be' }), members: all.blocks },
    { label: t`Lists and quotes`, members: all.groups },
    {
      label: t({ message: 'Insert', comment: 'A group of commands: what can be put into the text' }),
      members: all.inserts,
    },
  ];
  return (
    <div ref={list} id={listId} role="listbox" aria-label={t`Insert`} className={classes.slash}>
      {groups.map(({ label, members }) => {
        const shown = actions.filter((action) => members.includes(action));
        if (shown.length === 0) return null;
        return (
          // biome-ignore lint/a11y/useSemanticElements: options stand in a group of a list box
          <div key={label} role="group" aria-label={label}>
            <div className={classes.groupName} aria-hidden>
              {label}
            </div>
            {shown.map((action) => (
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, which names the active option
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are taken in the text
              <div
                key={action.id}
                id={optionId(listId, action.id)}
                role="option"
                aria-selected={actions.indexOf(action) === menu.index}
                className={classes.choice}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(action)}
              >
                <action.icon size={16} aria-hidden />
                {i18n._(action.label)}
                {action.keys !== undefined && (
                  <span className={classes.choiceDetail} aria-hidden>
                    {shownShortcut(action.keys)}
                  </span>
                )}
              </div>
            ))}
          </div>
        );
      })}
    </div>
  );
}

/** The id of the element of a choice. */
export function optionId(listId: string, id: string): string {
  return `${listId}-${id}`;
}
