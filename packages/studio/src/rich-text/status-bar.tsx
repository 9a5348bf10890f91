/** Below the text: the link at the caret, and the number of words. */
import { Plural, Trans } from '@lingui/react/macro';
import type { Editor } from '@tiptap/core';
import type { ReactNode } from 'react';
import { Button } from '../ui/index.ts';
import { type LinkTarget, linkAt } from './actions/links.ts';
import classes from './rich-text.module.css';
import { useEditorValue, useWordCount } from './use-editor.ts';

interface StatusBarProps {
  readonly editor: Editor;
  readonly locale: string;
  /** Undefined where the text cannot be changed. */
  readonly editLink: (() => void) | undefined;
  readonly follow: (target: LinkTarget) => void;
}

export function StatusBar({ editor, locale, editLink, follow }: StatusBarProps): ReactNode {
  const words = useWordCount(editor, locale);
  const found = useEditorValue(editor, (now) => JSON.stringify(linkAt(now)));
  const link: LinkTarget | null = JSON.parse(found);
  return (
    <div className={classes.status}>
      {link !== null && (
        <span className={classes.link}>
          <span className={classes.address} dir="ltr">
            {link.type === 'address' ? link.href : link.id}
          </span>
          {editLink !== undefined && (
            <Button size="compact-xs" variant="subtle" color="gray" onClick={editLink}>
              <Trans>Change link</Trans>
            </Button>
          )}
          <Button size="compact-xs" variant="subtle" color="gray" onClick={() => follow(link)}>
            <Trans>Open</Trans>
          </Button>
        </span>
      )}
      <span className={classes.count}>
        <Plural value={words} one="# word" other="# words" />
      </span>
    </div>
  );
}
