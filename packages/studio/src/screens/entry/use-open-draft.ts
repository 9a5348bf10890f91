/** Opens the entry that the address names, or begins one that is still to be written. */
import { useEffect, useState } from 'react';
import type { Draft, Drafts } from '../../drafts/types.ts';

interface WantedEntry {
  readonly space: string;
  readonly environment: string;
  readonly key: string;
  /** Content type of an entry that is still to be written; null to open the one with the key. */
  readonly newOf: string | null;
}

export type OpenedDraft =
  | { readonly status: 'opening' }
  | { readonly status: 'open'; readonly draft: Draft }
  | { readonly status: 'failed'; readonly error: unknown; retry(): void };

export function useOpenDraft(drafts: Drafts, { space, environment, key, newOf }: WantedEntry): OpenedDraft {
  const [draft, setDraft] = useState<Draft | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const isShown = draft !== null && isOf(draft, { space, environment, key, newOf });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try opens it again
  useEffect(() => {
    if (isShown) return;
    let wanted = true;
    setError(null);
    if (newOf !== null) {
      setDraft(drafts.create({ space, environment, contentType: newOf }));
      return;
    }
    drafts.open({ space, environment, key }).then(
      (opened) => wanted && setDraft(opened),
      (thrown: unknown) => wanted && setError(thrown),
    );
    return () => {
      wanted = false;
    };
  }, [drafts, space, environment, key, newOf, isShown, tries]);

  if (draft !== null && isShown) return { status: 'open', draft };
  if (error !== null) return { status: 'failed', error, retry: () => setTries(tries + 1) };
  return { status: 'opening' };
}

/** Whether a draft is what the address names: a new one is until it has an address of its own. */
function isOf(draft: Draft, { space, environment, key, newOf }: WantedEntry): boolean {
  const { address } = draft;
  if (address.space !== space || address.environment !== environment) return false;
  return newOf === null ? address.key === key : draft.entry === null && draft.contentType === newOf;
}
