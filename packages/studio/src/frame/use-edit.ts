/** An edit of what is no entry, as this device keeps it. What it cannot keep, nobody closes the tab over without being asked. */
import { useEffect, useState } from 'react';
import type { Edit, EntryAddress, KeptEdit } from '../drafts/types.ts';
import { useDrafts } from './use-drafts.ts';

export interface KeptWork<Work> {
  /** What was kept when the screen was opened; null if nothing was, undefined until the device has told. */
  readonly kept: KeptEdit<Work> | null | undefined;
  /** Whether the device took what it was given last. */
  readonly isKept: boolean;
  /** Keeps it; null once the server has it, or it is discarded. */
  keep(edit: Edit<Work> | null): void;
}

/** @param address the same as long as the component is mounted */
export function useEdit<Work>(address: EntryAddress): KeptWork<Work> {
  const drafts = useDrafts();
  // Those of the person who writes: somebody else may be logged in by the next key.
  const [edits] = useState(drafts.edits);
  const [kept, setKept] = useState<KeptEdit<Work> | null>();
  const [isKept, setIsKept] = useState(true);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before anything is written
  useEffect(() => {
    // A device that does not tell keeps nobody from writing.
    edits.takeOver<Work>(address).then(setKept, () => setKept(null));
  }, []);
  useEffect(() => {
    if (isKept) return;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isKept]);

  const keep = (edit: Edit<Work> | null) => {
    edits.keep(address, edit).then(
      () => setIsKept(true),
      () => setIsKept(edit === null),
    );
  };
  return { kept, isKept, keep };
}
