/**
 * The editor of a rich text field. It is loaded when the first such field is shown (`React.lazy`). What it is given as
 * `value` and what it gives back are documents of the API; what was not edited comes back as the very object that came in.
 */
import { useLingui } from '@lingui/react/macro';
import type { Editor } from '@tiptap/core';
import { type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { Alert, onDemand, styleNonce } from '../ui/index.ts';
import { type Action, type Actions, actionsOf, type PickAndInsert } from './actions/actions.ts';
import { insertBlock, insertInline } from './actions/insert.ts';
import { type LinkTarget, linkAt, removeLink, setLink } from './actions/links.ts';
import { slashMenuOf, withoutSlash } from './actions/slash.ts';
import { grammarOf, type RichTextLink, type RichTextNode } from './document/grammar.ts';
import type { Describe } from './nodes/cards.ts';
import type { Upload } from './paste/uploads.ts';
import classes from './rich-text.module.css';
import { optionId, SlashMenu } from './slash-menu.tsx';
import { StatusBar } from './status-bar.tsx';
import { Toolbar } from './toolbar.tsx';
import { useOpenEditor } from './use-open-editor.ts';
import { useWords } from './use-words.ts';

const LinkDialog = onDemand(async () => (await import('./link-dialog.tsx')).LinkDialog);

export interface RichTextEditorProps {
  /** The document; null for none. */
  readonly value: RichTextNode | null;
  /** Is called with each edit; null where nothing is left. */
  readonly onChange: (value: RichTextNode | null) => void;
  /** Is called where a picture arrives after the editor was closed. @param last the value that the editor gave before */
  readonly onLateChange?: ((value: RichTextNode | null, last: RichTextNode | null) => void) | undefined;
  readonly onBlur?: (() => void) | undefined;
  /** The validations of the field; without them all nodes and marks may be used. */
  readonly nodes?: readonly string[] | undefined;
  readonly marks?: readonly string[] | undefined;
  /** Ids of the elements that name and describe the field. */
  readonly labelledBy: string;
  readonly describedBy?: string | undefined;
  readonly isInvalid?: boolean | undefined;
  /** The language of the text, and how it is written. */
  readonly locale: string;
  readonly direction: 'ltr' | 'rtl';
  readonly readOnly?: boolean | undefined;
  readonly describe: Describe;
  /** Lets the person choose an entry or an asset; null where they chose none. */
  readonly pick: (kind: RichTextLink['type']) => Promise<RichTextLink | null>;
  /** Uploads pasted and dropped pictures. */
  readonly upload?: Upload | undefined;
  /** Opens an entry or asset. */
  readonly open?: ((link: RichTextLink) => void) | undefined;
}

export function RichTextEditor(props: RichTextEditorProps): ReactNode {
  const { t, i18n } = useLingui();
  const { nodes, marks, readOnly = false, locale, pick, describe } = props;
  const listId = useId();
  const textId = useId();
  const place = useRef<HTMLDivElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const [note, say] = useState<string | null>(null);
  const [dialog, setDialog] = useState<{ readonly target: LinkTarget | null } | null>(null);
  const allowed = JSON.stringify([nodes, marks]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `allowed` holds both lists, which may be new ones each time
  const grammar = useMemo(() => grammarOf(nodes, marks), [allowed]);
  const actions = useMemo(() => actionsOf(grammar), [grammar]);
  const kinds = linkKinds(grammar.marks);
  const actionsFor = (query: string) => matching(actions, query, ({ label }) => i18n._(label));
  const follow = (target: LinkTarget) => {
    if (target.type === 'address') window.open(target.href, '_blank', 'noopener,noreferrer');
    else props.open?.(target);
  };
  const insert: PickAndInsert = async (editor, name) => {
    const kind = name === 'assetBlock' ? 'asset' : 'entry';
    const link = await pick(kind);
    const node = link === null ? undefined : editor.schema.nodes[name]?.create({ [kind]: link });
    if (name === 'entryInline') insertInline(editor, node);
    else insertBlock(editor, node);
  };
  const choose = (action: Action) => {
    if (opened === null) return;
    opened.editor.view.dispatch(withoutSlash(opened.editor.state));
    action.run(opened.editor, insert);
  };
  const words = useWords();
  const opened = useOpenEditor({
    place,
    key: `${allowed} ${readOnly}`,
    value: props.value,
    surroundings: {
      readOnly,
      grammar,
      words,
      placeholder: readOnly ? '' : t`Write, or press / for more`,
      styleNonce,
      describe,
      canOpen: () => props.open !== undefined,
      open: (link) => props.open?.(link),
      upload: () => props.upload,
      say,
      choicesFor: (query) => actionsFor(query).map((action) => ({ id: action.id, choose: () => choose(action) })),
      editLink: () => editLink(),
      focusToolbar: () => bar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
      follow,
      changed: props.onChange,
      changedLate: (value, last) => props.onLateChange?.(value, last),
      left: () => props.onBlur?.(),
      attributesOf: (state) => {
        const menu = slashMenuOf(state);
        const active = menu === null ? undefined : actionsFor(menu.query)[menu.index];
        return textAttributes(props, textId, active && { listId, active: optionId(listId, active.id) });
      },
    },
  });
  const editLink = () => {
    if (opened !== null && !readOnly) setDialog({ target: linkAt(opened.editor) });
  };
  const finish = (act: (editor: Editor) => void) => {
    setDialog(null);
    if (opened !== null) act(opened.editor);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that somebody begins to write
    <div className={classes.frame} data-invalid={props.isInvalid || undefined} onFocus={LinkDialog.preload}>
      {opened !== null && !readOnly && (
        <Toolbar
          editor={opened.editor}
          actions={actions}
          canLink={kinds.length > 0}
          controls={textId}
          barRef={bar}
          insert={insert}
          editLink={editLink}
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
        <StatusBar
          editor={opened.editor}
          locale={locale}
          editLink={readOnly || kinds.length === 0 ? undefined : editLink}
          follow={follow}
        />
      )}
      {dialog !== null && (
        <LinkDialog
          target={dialog.target}
          kinds={kinds}
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

/** The kinds of link that marks allow. */
function linkKinds(marks: ReadonlySet<string>): LinkTarget['type'][] {
  const kinds = [
    ['link', 'address'],
    ['entryLink', 'entry'],
    ['assetLink', 'asset'],
  ] as const;
  return kinds.filter(([mark]) => marks.has(mark)).map(([, kind]) => kind);
}

/** The blocks that a query of the slash menu means, by their name or an alias. */
function matching({ blocks, groups, inserts }: Actions, query: string, nameOf: (action: Action) => string): Action[] {
  const wanted = query.toLocaleLowerCase();
  return [...blocks, ...groups, ...inserts].filter((action) => {
    const aliases = (action.aliases ?? '').split(' ');
    return nameOf(action).toLocaleLowerCase().includes(wanted) || aliases.some((alias) => alias.startsWith(wanted));
  });
}

/** The attributes of the element that is written in, which names the active choice of an open menu. */
function textAttributes(
  { labelledBy, describedBy, isInvalid, locale, direction, readOnly }: RichTextEditorProps,
  id: string,
  menu: { readonly listId: string; readonly active: string } | undefined,
): Record<string, string> {
  const role: Record<string, string> =
    menu === undefined
      ? { role: 'textbox', 'aria-multiline': 'true' }
      : { role: 'combobox', 'aria-expanded': 'true', 'aria-autocomplete': 'list', 'aria-controls': menu.listId };
  return {
    ...role,
    id,
    lang: locale,
    dir: direction,
    'aria-labelledby': labelledBy,
    ...(menu !== undefined && { 'aria-activedescendant': menu.active }),
    ...(describedBy !== undefined && { 'aria-describedby': describedBy }),
    ...(isInvalid === true && { 'aria-invalid': 'true' }),
    ...(readOnly === true && { 'aria-readonly': 'true', tabindex: '0' }),
  };
}
