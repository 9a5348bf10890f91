/** Shows what is selected in a text while the focus is elsewhere, where the browser shows no selection. */
import type { Editor, Range } from '@tiptap/core';
import { useLayoutEffect } from 'react';

/** As the style sheet names it. */
const NAME = 'rich-text-range';

/** Marks a range as long as the component is shown. Browsers that cannot leave it unmarked. */
export function useMarkedRange(editor: Editor, { from, to }: Range): void {
  useLayoutEffect(() => {
    if (!('highlights' in CSS)) return undefined;
    const [start, end] = [editor.view.domAtPos(from), editor.view.domAtPos(to)];
    const marked = new globalThis.Range();
    marked.setStart(start.node, start.offset);
    marked.setEnd(end.node, end.offset);
    CSS.highlights.set(NAME, new Highlight(marked));
    return () => {
      CSS.highlights.delete(NAME);
    };
  }, [editor, from, to]);
}
