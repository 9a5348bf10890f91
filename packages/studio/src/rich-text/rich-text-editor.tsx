/**
 * The editor of a rich text field. It is loaded when the first such field is shown (`React.lazy`). What it is given as
 * `value` and what it gives back are documents of the API; what was not edited comes back as the very object that came in.
 */
import { useLingui } from '@lingui/react/macro';
import type { Editor } from '@tiptap/core';
import { type ReactNode, useId, useRef, useState } from 'react';
import { Alert, onDemand } from '../ui/index.ts';
import type { Action, PickAndInsert } from './actions/actions.ts';
import { insertBlock, insertInline } from './actions/insert.ts';
import { type LinkTarget, linkAt, removeLink, setLink } from './actions/links.ts';
import { withoutSlash } from './actions/slash.ts';
import type { RichTextEditorProps } from './editor-props.ts';
import classes from './rich-text.module.css';
import { SlashMenu } from './slash-menu.tsx';
import { StatusBar } from './status-bar.tsx';
import { Toolbar } from './toolbar.tsx';
import { useAllowed } from './use-allowed.ts';
import { useEditorSurroundings } from './use-editor-surroundings.ts';
import { useOpenEditor } from './use-open-editor.ts';

const LinkDialog = onDemand(async () => (await import('./link-dialog.tsx')).LinkDialog);

export function RichTextEditor(props: RichTextEditorProps): ReactNode {
  const { t } = useLingui();
  const { readOnly = false, locale, pick, describe } = props;
  const listId = useId();
  const textId = useId();
  const place = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const [note, say] = useState<string | null>(null);
  const [dialog, setDialog] = useState<{ readonly target: LinkTarget | null } | null>(null);
  const { key, grammar, actions, linkKinds, actionsFor } = useAllowed(props.nodes, props.marks);
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
    if (opened !== null && !readOnly) setDialog({ target: linkAt(opened.editor) });
  };
  const finish = (act: (editor: Editor) => void) => {
    setDialog(null);
    if (opened !== null) act(opened.editor);
  };
  const focusToolbar = () => bar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  const parts = { textId, listId, grammar, actionsFor, choose, say, editLink, focusToolbar, follow };
  const surroundings = useEditorSurroundings(props, parts);
  const opened = useOpenEditor({ place, key: `${key} ${readOnly}`, value: props.value, surroundings });
  const linking = linkKinds.length > 0 ? editLink : undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that somebody begins to write
    <div className={classes.frame} data-invalid={props.isInvalid || undefined} onFocus={LinkDialog.preload}>
      {opened !== null && !readOnly && (
        <Toolbar
          editor={opened.editor}
          actions={actions}
          controls={textId}
          barRef={bar}
          insert={insert}
          editLink={linking}
        />
      )}
      <div ref={place} className={classes.text} />
      {opened !== null && <SlashMenu editor={opened.editor} listId={listId} actionsFor={actionsFor} choose={choose} />}
      {note !== null && (
        <Alert role="status" variant="light" withCloseButton closeButtonLabel={t`Close`} onClose={() => say(null)}>
          {note}
        </Alert>
      )}
      {opened !== null && (
        <StatusBar editor={opened.editor} locale={locale} editLink={readOnly ? undefined : linking} follow={follow} />
      )}
      {dialog !== null && (
        <LinkDialog
          target={dialog.target}
          kinds={linkKinds}
          describe={describe}
          pick={pick}
          apply={(target, text) => finish((editor) => setLink(editor, target, text))}
          remove={() => finish(removeLink)}
          close={() => finish((editor) => editor.commands.focus())}
        />
      )}
    </div>
  );
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
