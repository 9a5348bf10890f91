/**
 * The editor of a rich text field. It is loaded when the first such field is shown (`React.lazy`). What it is given as
 * `value` and what it gives back are documents of the API; what was not edited comes back as the very object that came in.
 */
import { useLingui } from '@lingui/react/macro';
import { closeHistory } from '@tiptap/pm/history';
import { DOMSerializer, DOMParser as DocumentParser } from '@tiptap/pm/model';
import { type FocusEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Alert } from '../ui/index.ts';
import type { Action, PickAndInsert } from './actions/actions.ts';
import { insertBlock, insertInline } from './actions/insert.ts';
import type { LinkTarget } from './actions/links.ts';
import { withoutSlash } from './actions/slash.ts';
import { changeInto } from './document/outside-change.ts';
import type { RichTextEditorProps } from './editor-props.ts';
import type { OpenEditor } from './open-editor.ts';
import { OutlineList } from './outline.tsx';
import classes from './rich-text.module.css';
import { SlashMenu } from './slash-menu.tsx';
import { StatusBar } from './status-bar.tsx';
import { Toolbar } from './toolbar.tsx';
import type { Stop } from './tools.tsx';
import { useAllowed } from './use-allowed.ts';
import { useEditorSurroundings } from './use-editor-surroundings.ts';
import { useFullScreen } from './use-full-screen.ts';
import { markRange } from './use-marked-range.ts';
import { useOpenEditor } from './use-open-editor.ts';
import { preloadLinks, useLinking, WordTools } from './word-tools.tsx';

export function RichTextEditor(props: RichTextEditorProps): ReactNode {
  const { t } = useLingui();
  const { readOnly = false, locale, pick, describe, find } = props;
  const listId = useId();
  const textId = useId();
  const place = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const bubble = useRef<HTMLDivElement>(null);
  const [note, say] = useState<string | null>(null);
  const { isWriting, whileWriting } = useWriting(preloadLinks);
  const { key, grammar, actions, linkKinds, actionsFor } = useAllowed(props.nodes, props.marks);
  const linking = useLinking(linkKinds);
  const insert = pickAndInsert(pick);
  const follow = (target: LinkTarget) => {
    if (target.type === 'address') window.open(target.href, '_blank', 'noopener,noreferrer');
    else props.open?.(target);
  };
  const choose = (action: Action) => {
    if (opened === null) return;
    opened.editor.view.dispatch(withoutSlash(opened.editor.state));
    action.run(opened.editor, insert);
  };
  const editLink = () => {
    if (opened !== null) linking.begin(opened.editor);
  };
  const focusToolbar = () => (bubble.current ?? bar.current)?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  const parts = { textId, listId, grammar, actionsFor, choose, say, editLink, focusToolbar, follow };
  const surroundings = useEditorSurroundings(props, parts);
  const opened = useOpenEditor({ place, key: `${key} ${readOnly}`, value: props.value, surroundings });
  const assist = assistIn(opened, props.assist);
  const shown = useFullScreen(props.full, opened, props.labelledBy);
  return (
    <div className={classes.frame} data-invalid={props.isInvalid || undefined} {...whileWriting} {...shown}>
      {opened !== null && !readOnly && (
        <Toolbar
          editor={opened.editor}
          actions={actions}
          controls={textId}
          barRef={bar}
          insert={insert}
          full={props.full}
          assist={assist}
          editLink={linkKinds.length > 0 ? editLink : undefined}
        />
      )}
      {opened !== null && props.full?.isFull === true && <OutlineList editor={opened.editor} />}
      <div ref={place} className={classes.text} />
      {opened !== null && <SlashMenu editor={opened.editor} {...{ listId, actions, actionsFor, choose }} />}
      {opened !== null && !readOnly && (
        <WordTools
          {...{ actions, insert, linking, assist, isWriting, follow, describe, find }}
          editor={opened.editor}
          bubbleRef={bubble}
        />
      )}
      {note !== null && (
        <Alert role="status" variant="light" withCloseButton closeButtonLabel={t`Close`} onClose={() => say(null)}>
          {note}
        </Alert>
      )}
      {opened !== null && <StatusBar editor={opened.editor} locale={locale} full={props.full} />}
    </div>
  );
}

/** Whether the focus is in the editor, with the handlers that notice it. @param begin is called when it comes */
function useWriting(begin: () => void) {
  const [isWriting, setWriting] = useState(false);
  const whileWriting = {
    onFocus: () => {
      begin();
      setWriting(true);
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) setWriting(false);
    },
  };
  return { isWriting, whileWriting };
}

/** Gives the menu of a language model the text that it is for. */
function assistIn(
  opened: OpenEditor | null,
  draw: RichTextEditorProps['assist'],
): ((stop: Stop) => ReactNode) | undefined {
  if (draw === undefined || opened === null) return undefined;
  const isSelecting = () => !opened.editor.state.selection.empty;
  const part = async () => {
    const { partOf } = await import('./text-part.ts');
    return partOf(opened, [changeInto, closeHistory, markRange, DocumentParser, DOMSerializer]);
  };
  return (stop) => draw({ stop, isSelecting, part });
}

/** Lets the person choose what a node shows, and puts that into the text. */
function pickAndInsert(pick: RichTextEditorProps['pick']): PickAndInsert {
  return async (editor, name) => {
    const kind = name === 'assetBlock' ? 'asset' : 'entry';
    const link = await pick(kind);
    const node = link === null ? undefined : editor.schema.nodes[name]?.create({ [kind]: link });
    if (name === 'entryInline') insertInline(editor, node);
    else insertBlock(editor, node);
  };
}
