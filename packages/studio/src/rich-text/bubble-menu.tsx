/** The menu over selected words: what can be made of them, beside them and never over them. */
import { useLingui } from '@lingui/react/macro';
import type { Editor } from '@tiptap/core';
import { AllSelection, TextSelection } from '@tiptap/pm/state';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import { LinkIcon } from '../ui/icons.ts';
import type { Actions, PickAndInsert } from './actions/actions.ts';
import { linkAt } from './actions/links.ts';
import { useFloating } from './floating.ts';
import classes from './rich-text.module.css';
import { BlockMenu, ICON_PIXELS, moveFocus, type Stop, ToolButton, ToolGroup, useActive, useStops } from './tools.tsx';
import { useEditorValue } from './use-editor.ts';

interface BubbleMenuProps {
  readonly editor: Editor;
  readonly actions: Actions;
  readonly menuRef: RefObject<HTMLDivElement | null>;
  readonly insert: PickAndInsert;
  readonly assist: ((stop: Stop) => ReactNode) | undefined;
  /** Opens the popover for a link; undefined where the field allows none. */
  readonly editLink: (() => void) | undefined;
}

export function BubbleMenu(properties: BubbleMenuProps): ReactNode {
  const { editor } = properties;
  const isSelecting = useSelecting(editor);
  const range = useSelectedWords(editor);
  if (isSelecting || range === null) return null;
  return <ShownMenu {...properties} range={range} />;
}

interface ShownMenuProps extends BubbleMenuProps {
  readonly range: { readonly from: number; readonly to: number };
}

function ShownMenu({ editor, actions, menuRef, insert, assist, editLink, range }: ShownMenuProps): ReactNode {
  const { t, i18n } = useLingui();
  const stop = useStops('block');
  const active = useActive(editor, [...actions.marks, ...actions.blocks]);
  const isLinked = useEditorValue(editor, (now) => linkAt(now) !== null);
  useFloating(menuRef, editor, range, 'above');
  return (
    <div
      ref={menuRef}
      role="toolbar"
      aria-label={t`Selected text`}
      className={classes.bubble}
      onKeyDown={(event) => moveFocus(event, editor)}
    >
      <BlockMenu editor={editor} blocks={actions.blocks} active={active} insert={insert} stop={stop('block')} />
      <ToolGroup>
        {actions.marks.map((action) => (
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
        ))}
        {editLink !== undefined && (
          <ToolButton label={t`Link`} keys="Mod-k" isPressed={isLinked} act={editLink} {...stop('link')}>
            <LinkIcon size={ICON_PIXELS} />
          </ToolButton>
        )}
      </ToolGroup>
      {assist !== undefined && <ToolGroup>{assist(stop('assist'))}</ToolGroup>}
    </div>
  );
}

/** Where words are selected that marks can be put on; null without any. */
function useSelectedWords(editor: Editor): { readonly from: number; readonly to: number } | null {
  const found = useEditorValue(editor, ({ state: { selection, doc } }) => {
    const { $from, from, to } = selection;
    const isText = selection instanceof TextSelection || selection instanceof AllSelection;
    const isWords = isText && doc.textBetween(from, to).trim() !== '';
    return isWords && $from.parent.type.spec.code !== true ? `${from} ${to}` : '';
  });
  const [from, to] = found.split(' ').map(Number);
  return from === undefined || to === undefined ? null : { from, to };
}

/** Whether somebody is just selecting, or does so by touch: the system has a menu of its own there. */
function useSelecting(editor: Editor): boolean {
  const [isHeld, setHeld] = useState(false);
  const [isTouch, setTouch] = useState(() => matchMedia('(pointer: coarse)').matches);
  useEffect(() => {
    const text = editor.view.dom;
    const begin = ({ pointerType }: PointerEvent) => {
      setTouch(pointerType === 'touch');
      setHeld(true);
    };
    const end = () => setHeld(false);
    // A drag that moves words ends without the pointer coming up.
    const ends = ['pointerup', 'pointercancel', 'dragend'] as const;
    text.addEventListener('pointerdown', begin);
    for (const name of ends) window.addEventListener(name, end);
    return () => {
      text.removeEventListener('pointerdown', begin);
      for (const name of ends) window.removeEventListener(name, end);
    };
  }, [editor]);
  return isHeld || isTouch;
}
