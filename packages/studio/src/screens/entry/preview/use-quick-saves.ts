/** Saves what is written sooner than usual: somebody looks at the page that shows it. */
import { useEffect } from 'react';
import type { Draft } from '../../../drafts/types.ts';
import { useDrafts } from '../../../frame/use-drafts.ts';

/** Longer than between two keys. */
const PAUSE_MS = 200;
/** Whoever writes on sees it too. */
const AT_THE_LATEST_MS = 1_500;

/** @param onSaved called once an entry that is open in this tab was saved, other than `own` */
export function useQuickSaves(own: Draft, onSaved: () => void): void {
  const drafts = useDrafts();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let firstAt: number | null = null;
    let unsaved = drafts.unsaved();
    const save = () => {
      firstAt = null;
      // Whatever else it waits for is not to be hurried.
      for (const draft of drafts.unsaved()) if (draft.state.status === 'saving') void draft.flush();
    };
    const changed = () => {
      const now = Date.now();
      firstAt ??= now;
      clearTimeout(timer);
      timer = setTimeout(save, Math.min(PAUSE_MS, Math.max(0, firstAt + AT_THE_LATEST_MS - now)));
    };
    const unsubscribe = drafts.subscribe(() => {
      const before = unsaved;
      unsaved = drafts.unsaved();
      if (unsaved.some((draft) => !before.includes(draft))) changed();
      if (before.some((draft) => draft !== own && !unsaved.includes(draft))) onSaved();
    });
    document.addEventListener('input', changed, true);
    return () => {
      clearTimeout(timer);
      unsubscribe();
      document.removeEventListener('input', changed, true);
    };
  }, [drafts, own, onSaved]);
}
