/** Below the text: how long it is, and in full screen how safe it is. */
import { Plural, Trans } from '@lingui/react/macro';
import type { Editor } from '@tiptap/core';
import type { ReactNode } from 'react';
import type { FullScreen } from './editor-props.ts';
import classes from './rich-text.module.css';
import { useWordCount } from './use-editor.ts';

/** What people read in a minute. */
const WORDS_A_MINUTE = 220;

interface StatusBarProps {
  readonly editor: Editor;
  readonly locale: string;
  readonly full: FullScreen | undefined;
}

export function StatusBar({ editor, locale, full }: StatusBarProps): ReactNode {
  const words = useWordCount(editor, locale);
  const minutes = Math.round(words / WORDS_A_MINUTE);
  return (
    <div className={classes.status}>
      {full?.isFull === true && full.saveState}
      <span className={classes.count}>
        <Plural value={words} one="# word" other="# words" />
        {minutes > 0 && (
          <>
            {' · '}
            <Trans comment="How long reading the text takes">{minutes} min to read</Trans>
          </>
        )}
      </span>
    </div>
  );
}
