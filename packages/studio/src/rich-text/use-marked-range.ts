/** Shows what is selected in a text while the focus is elsewhere, where the browser shows no selection. */
import type { Editor, Range } from '@tiptap/core';
import { useLayoutEffect } from 'react';

/** As the style sheet names it. */
const NAME = 'rich-text-range';

/** Marks a range as long as the component is shown. Browsers that cannot leave it unmarked. */
export function useMarkedRange(editor: Editor, { from, to }: Range): void {
  useLayoutEffect(() => markRange(editor, { from, to }), [editor, from, to]);
}

/** Marks a range. @returns what ends that */
export function markRange(editor: Editor, { from, to }: Range): () => void {
  if (!('highlights' in CSS)) return () => undefined;
  const [start, end] = [editor.view.domAtPos(from), editor.view.domAtPos(to)];
  const marked = new globalThis.Range();
  marked.setStart(start.node, start.offset);
  marked.setEnd(end.node, end.offset);
  const highlight = new Highlight(marked);
  CSS.highlights.set(NAME, highlight);
  return () => {
    // Another range may be marked by now.
    if (CSS.highlights.get(NAME) === highlight) CSS.highlights.delete(NAME);
  };
}
