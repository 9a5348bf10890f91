/** What the slash menu shows: a list below the line, whose active choice the text element names. The keys are taken there. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { Editor } from '@tiptap/core';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Action } from './actions/actions.ts';
import { slashMenuOf } from './actions/slash.ts';
import classes from './rich-text.module.css';
import { useEditorValue } from './use-editor.ts';

const GAP_PIXELS = 4;

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
  useLayoutEffect(() => {
    const shown = list.current;
    if (menu === null || shown === null) return;
    const placeIt = () => place(shown, editor, menu.from);
    placeIt();
    shown.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
    window.addEventListener('resize', placeIt);
    return () => window.removeEventListener('resize', placeIt);
  }, [menu, editor]);
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

/** Places the list below the line of the slash, or above it where there is more room. */
function place(list: HTMLElement, editor: Editor, at: number): void {
  const frame = list.offsetParent?.getBoundingClientRect();
  if (frame === undefined) return;
  const line = editor.view.coordsAtPos(at);
  const isMirrored = getComputedStyle(list).direction === 'rtl';
  const inline = isMirrored ? frame.right - line.right : line.left - frame.left;
  const { offsetHeight: height, offsetWidth: width } = list;
  const isAbove = line.bottom + height > window.innerHeight && line.top > height;
  const block = isAbove ? line.top - frame.top - height - GAP_PIXELS : line.bottom - frame.top + GAP_PIXELS;
  list.style.insetBlockStart = `${block}px`;
  list.style.insetInlineStart = `${Math.max(0, Math.min(inline, frame.width - width))}px`;
}
