/** Below the text: the number of words. */
import { Plural } from '@lingui/react/macro';
import type { Editor } from '@tiptap/core';
import type { ReactNode } from 'react';
import classes from './rich-text.module.css';
import { useWordCount } from './use-editor.ts';

interface StatusBarProps {
  readonly editor: Editor;
  readonly locale: string;
}

export function StatusBar({ editor, locale }: StatusBarProps): ReactNode {
  const words = useWordCount(editor, locale);
  return (
    <div className={classes.status}>
      <span className={classes.count}>
        <Plural value={words} one="# word" other="# words" />
      </span>
    </div>
  );
}
