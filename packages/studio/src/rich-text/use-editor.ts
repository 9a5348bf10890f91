/** What the parts of React read of the editor: a part is drawn again when what it reads has changed, and not at each key. */
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { headingsOf, type OutlineHeading } from './document/headings.ts';
import { WordCounter } from './document/word-count.ts';

const READ_AFTER_MS = 300;

/** What `read` gives after each transaction. @param read gives a text or a number, or the same object while it holds */
export function useEditorValue<Value>(editor: Editor, read: (editor: Editor) => Value): Value {
  return useSyncExternalStore(
    (changed) => {
      editor.on('transaction', changed);
      return () => editor.off('transaction', changed);
    },
    () => read(editor),
  );
}

/** The number of words, counted when typing pauses. */
export function useWordCount(editor: Editor, locale: string): number {
  const counter = useMemo(() => new WordCounter(locale), [locale]);
  return useWhenPaused(
    editor,
    0,
    useCallback((doc) => counter.wordsOf(doc), [counter]),
  );
}

const NO_HEADINGS: readonly OutlineHeading[] = [];

/** The headings of the text, read when typing pauses. */
export function useHeadings(editor: Editor): readonly OutlineHeading[] {
  return useWhenPaused(editor, NO_HEADINGS, headingsOf);
}

/** What is read of the document at first and whenever typing pauses. @param read is the same function as long as it reads the same */
function useWhenPaused<Value>(editor: Editor, none: Value, read: (doc: Node) => Value): Value {
  const [value, setValue] = useState(none);
  useEffect(() => {
    const update = () => setValue(read(editor.state.doc));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(update, READ_AFTER_MS);
    };
    update();
    editor.on('update', later);
    return () => {
      clearTimeout(timer);
      editor.off('update', later);
    };
  }, [editor, read]);
  return value;
}
