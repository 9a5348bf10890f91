/**
 * Whether somebody is typing: what takes the focus waits for a pause, as their keys would go into it otherwise. Invariant: it
 * is loaded with the page, as it knows only of keys that it has heard.
 */
import { useEffect, useState } from 'react';

const PAUSE_MS = 2_000;

let typedAt = Number.NEGATIVE_INFINITY;
for (const kind of ['keydown', 'input'])
  document.addEventListener(kind, () => (typedAt = performance.now()), { capture: true, passive: true });

/** Whether nobody has typed for a moment since something is wanted. It stays so until nothing is wanted any more. */
export function usePauseInTyping(isWanted: boolean): boolean {
  const [isPaused, setIsPaused] = useState(false);
  useEffect(() => {
    if (!isWanted) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const leftMs = typedAt + PAUSE_MS - performance.now();
      if (leftMs > 0) timer = setTimeout(look, leftMs);
      else setIsPaused(true);
    };
    look();
    return () => {
      clearTimeout(timer);
      setIsPaused(false);
    };
  }, [isWanted]);
  return isPaused;
}
