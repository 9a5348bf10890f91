/** What the parts of React read of the editor: a part is drawn again when what it reads has changed, and not at each key. */
import type { Editor } from '@tiptap/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { WordCounter } from './document/word-count.ts';

const COUNT_AFTER_MS = 300;

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
  const [count, setCount] = useState(0);
  useEffect(() => {
    const counter = new WordCounter(locale);
    const update = () => setCount(counter.wordsOf(editor.state.doc));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(update, COUNT_AFTER_MS);
    };
    update();
    editor.on('update', later);
    return () => {
      clearTimeout(timer);
      editor.off('update', later);
    };
  }, [editor, locale]);
  return count;
}
