/** What stands beside the words that the caret is at: the menu of selected ones, and the link that is shown or changed. */
import type { Editor } from '@tiptap/core';
import { type ReactNode, type RefObject, useState } from 'react';
import { onDemand } from '../ui/index.ts';
import type { Actions, PickAndInsert } from './actions/actions.ts';
import { type LinkTarget, linkAt, removeLink, setLink } from './actions/links.ts';
import { BubbleMenu } from './bubble-menu.tsx';
import type { RichTextEditorProps } from './editor-props.ts';
import { LinkAtCaret } from './link-preview.tsx';
import type { Stop } from './tools.tsx';

const LinkPopover = onDemand(async () => (await import('./link-popover.tsx')).LinkPopover);

/** Loads ahead what a link is made with. */
export const preloadLinks: () => void = LinkPopover.preload;

/** The link that is being made or changed, and how that begins and ends. */
export interface Linking {
  /** Null while none is; the target is null for a new link. */
  readonly changed: { readonly target: LinkTarget | null } | null;
  readonly kinds: readonly LinkTarget['type'][];
  begin(editor: Editor): void;
  end(): void;
}

/** @param kinds of link that the field allows */
export function useLinking(kinds: readonly LinkTarget['type'][]): Linking {
  const [changed, setChanged] = useState<Linking['changed']>(null);
  const begin = (editor: Editor) => {
    if (kinds.length > 0 && editor.isEditable) setChanged({ target: linkAt(editor) });
  };
  return { changed, kinds, begin, end: () => setChanged(null) };
}

interface WordToolsProps extends Pick<RichTextEditorProps, 'describe' | 'find'> {
  readonly editor: Editor;
  readonly actions: Actions;
  readonly insert: PickAndInsert;
  readonly linking: Linking;
  readonly assist: ((stop: Stop) => ReactNode) | undefined;
  readonly bubbleRef: RefObject<HTMLDivElement | null>;
  /** Whether the focus is in the editor. */
  readonly isWriting: boolean;
  readonly follow: (target: LinkTarget) => void;
}

export function WordTools(properties: WordToolsProps): ReactNode {
  const { editor, actions, insert, linking, assist, bubbleRef, isWriting, follow, describe, find } = properties;
  const { changed, kinds, begin, end } = linking;
  const finish = (act: (editor: Editor) => void) => {
    end();
    act(editor);
  };
  const change = kinds.length > 0 ? () => begin(editor) : undefined;
  if (changed !== null)
    return (
      <LinkPopover
        {...{ editor, kinds, describe, find, follow }}
        target={changed.target}
        apply={(target, text) => finish(() => setLink(editor, target, text))}
        remove={() => finish(removeLink)}
        close={(isDone) => finish(() => isDone && editor.commands.focus())}
      />
    );
  if (!isWriting) return null;
  return (
    <>
      <BubbleMenu {...{ editor, actions, insert, assist }} menuRef={bubbleRef} editLink={change} />
      {change !== undefined && (
        <LinkAtCaret {...{ editor, describe, follow, change }} remove={() => removeLink(editor)} />
      )}
    </>
  );
}
