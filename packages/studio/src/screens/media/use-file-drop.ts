/** Files that are dropped anywhere on a screen, or pasted into it. */
import { useEffect, useRef, useState } from 'react';

/**
 * Takes files as long as the screen is shown. Without it a browser leaves the page for a file that is dropped on it, and so
 * the drop is answered even where nothing may be added.
 * @param take is called with the files, where the person may add some
 * @returns whether files that may be added are held over the page
 */
export function useFileDrop(mayAdd: boolean, take: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const left = new AbortController();
    const listen = <Name extends keyof DocumentEventMap>(name: Name, act: (event: DocumentEventMap[Name]) => void) =>
      document.addEventListener(name, act, { signal: left.signal });
    listen('dragover', (event) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      if (event.dataTransfer !== null && !mayAdd) event.dataTransfer.dropEffect = 'none';
      setOver(mayAdd);
    });
    // Without a thing that is entered instead, the page itself was left.
    listen('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false));
    listen('drop', (event) => {
      if (!hasFiles(event.dataTransfer)) return;
      event.preventDefault();
      setOver(false);
      if (mayAdd) latest.current([...(event.dataTransfer?.files ?? [])]);
    });
    listen('paste', (event) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (!mayAdd || files.length === 0 || isForText(event)) return;
      event.preventDefault();
      latest.current(files);
    });
    return () => left.abort();
  }, [mayAdd]);
  return isOver;
}

function hasFiles(dragged: DataTransfer | null): boolean {
  return dragged?.types.includes('Files') === true;
}

/** Whether words are pasted into a field, beside which some programs give a picture of them. */
function isForText({ target, clipboardData }: ClipboardEvent): boolean {
  const isField = target instanceof HTMLElement && target.matches('input, textarea');
  return isField && clipboardData?.types.includes('text/plain') === true;
}
