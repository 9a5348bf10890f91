/** What is shown of the link that the caret is in: where it leads, and what can be done with it. The focus stays in the text. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { Editor } from '@tiptap/core';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { EntryIcon, ExternalIcon, FileIcon } from '../ui/icons.ts';
import { Button } from '../ui/index.ts';
import { type LinkTarget, linkAt, rangeOfLink } from './actions/links.ts';
import { useFloating } from './floating.ts';
import type { Describe } from './nodes/cards.ts';
import classes from './rich-text.module.css';
import { useEditorValue } from './use-editor.ts';
import { useLinkTitle } from './use-link-title.ts';

const ICON_PIXELS = 16;

interface LinkPreviewProps {
  readonly editor: Editor;
  readonly target: LinkTarget;
  readonly describe: Describe;
  readonly follow: (target: LinkTarget) => void;
  readonly change: () => void;
  readonly remove: () => void;
}

/** Nothing where the caret is in no link, or Escape was pressed in this one. */
export function LinkAtCaret(properties: Omit<LinkPreviewProps, 'target'>): ReactNode {
  const { editor } = properties;
  const found = useEditorValue(editor, (now) => (now.state.selection.empty ? JSON.stringify(linkAt(now)) : 'null'));
  const [dismissed, setDismissed] = useState('null');
  useLayoutEffect(() => {
    setDismissed('null');
    if (found === 'null') return undefined;
    const dismiss = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      setDismissed(found);
      event.stopPropagation();
    };
    const text = editor.view.dom;
    text.addEventListener('keydown', dismiss);
    return () => text.removeEventListener('keydown', dismiss);
  }, [editor, found]);
  return found === 'null' || found === dismissed ? null : <LinkPreview {...properties} target={JSON.parse(found)} />;
}

function LinkPreview({ editor, target, describe, follow, change, remove }: LinkPreviewProps): ReactNode {
  const { t } = useLingui();
  const box = useRef<HTMLFieldSetElement>(null);
  const title = useLinkTitle(target, describe);
  useFloating(box, editor, rangeOfLink(editor) ?? editor.state.selection, 'below');
  const Icon = { address: ExternalIcon, entry: EntryIcon, asset: FileIcon }[target.type];
  return (
    <fieldset
      ref={box}
      className={classes.linkPreview}
      aria-label={t({ message: 'Link', comment: 'The link at the caret' })}
      // The caret stays in the text.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Button
        size="compact-sm"
        variant="subtle"
        className={classes.linkTarget}
        leftSection={<Icon size={ICON_PIXELS} aria-hidden />}
        aria-label={t`Visit ${title}`}
        onClick={() => follow(target)}
      >
        <bdi>{title}</bdi>
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={change}>
        <Trans comment="Changes the link at the caret">Change</Trans>
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={remove}>
        <Trans comment="Removes the link at the caret">Remove</Trans>
      </Button>
    </fieldset>
  );
}
