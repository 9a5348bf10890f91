/** The outline of a text: its headings, as a list beside it or a menu in its toolbar. Each leads to its place. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { Editor } from '@tiptap/core';
import type { ReactNode } from 'react';
import { Menu } from '../ui/index.ts';
import type { OutlineHeading } from './document/headings.ts';
import classes from './rich-text.module.css';
import { useHeadings } from './use-editor.ts';

/** Texts with fewer headings are seen as a whole. */
const HEADINGS_LEAST = 3;

/** The items of a menu with the outline. */
export function OutlineItems({ editor, headings }: OutlineItemsProps): ReactNode {
  return headings.map((heading) => (
    <Menu.Item key={heading.at} onClick={() => goTo(editor, heading)}>
      <HeadingWords {...heading} />
    </Menu.Item>
  ));
}

interface OutlineItemsProps {
  readonly editor: Editor;
  readonly headings: readonly OutlineHeading[];
}

/** The headings of a text that is long enough for an outline; none of another. */
export function useOutline(editor: Editor): readonly OutlineHeading[] {
  const headings = useHeadings(editor);
  return headings.length < HEADINGS_LEAST ? [] : headings;
}

/** The outline beside a text. */
export function OutlineList({ editor }: { readonly editor: Editor }): ReactNode {
  const { t } = useLingui();
  const headings = useHeadings(editor);
  if (headings.length === 0) return null;
  return (
    <nav className={classes.outline} aria-label={t({ message: 'Outline', comment: 'The headings of a text' })}>
      {headings.map((heading) => (
        <button
          key={heading.at}
          type="button"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => goTo(editor, heading)}
        >
          <HeadingWords {...heading} />
        </button>
      ))}
    </nav>
  );
}

function HeadingWords({ text, level, isSkipping }: OutlineHeading): ReactNode {
  return (
    <span className={classes.outlineWords} data-level={level}>
      <bdi>{text}</bdi>
      {isSkipping && (
        <span className={classes.skipping}>
          <Trans comment="On a heading that is more than one level below the one before it">Skips a level</Trans>
        </span>
      )}
    </span>
  );
}

function goTo(editor: Editor, { at }: OutlineHeading): void {
  editor
    .chain()
    .setTextSelection(at + 1)
    .focus()
    .run();
  const shown = editor.view.nodeDOM(at);
  if (shown instanceof HTMLElement) shown.scrollIntoView({ block: 'start' });
}
