/** What the slash menu shows: a list below the line, whose active choice the text element names. The keys are taken there. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { Editor } from '@tiptap/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Action } from './actions/actions.ts';
import { slashMenuOf } from './actions/slash.ts';
import { useFloating } from './floating.ts';
import classes from './rich-text.module.css';
import { useEditorValue } from './use-editor.ts';

interface SlashMenuProps {
  readonly editor: Editor;
  readonly listId: string;
  readonly actionsFor: (query: string) => readonly Action[];
  readonly choose: (action: Action) => void;
}

export function SlashMenu({ editor, listId, actionsFor, choose }: SlashMenuProps): ReactNode {
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
        <Trans>Nothing of that name. Esc closes.</Trans>
      </div>
    );
  return (
    <div ref={list} id={listId} role="listbox" aria-label={t`Insert`} className={classes.slash}>
      {actions.map((action, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text, which names the active option
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are taken in the text
        <div
          key={action.id}
          id={optionId(listId, action.id)}
          role="option"
          aria-selected={index === menu.index}
          className={classes.choice}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(action)}
        >
          <action.icon size={16} aria-hidden />
          {i18n._(action.label)}
        </div>
      ))}
    </div>
  );
}

/** The id of the element of a choice. */
export function optionId(listId: string, id: string): string {
  return `${listId}-${id}`;
}
