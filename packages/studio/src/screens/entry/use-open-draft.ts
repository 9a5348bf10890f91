/** Opens the entry that the address names, or begins one that is still to be written. */
import { useEffect, useState } from 'react';
import type { Draft, Drafts } from '../../drafts/types.ts';

interface WantedEntry {
  readonly space: string;
  readonly environment: string;
  readonly key: string;
  /** Id of the release in which it is opened; undefined for the draft itself. */
  readonly release: string | undefined;
  /** Content type of an entry that is still to be written; null to open the one with the key. */
  readonly newOf: string | null;
}

export type OpenedDraft =
  | { readonly status: 'opening' }
  | { readonly status: 'open'; readonly draft: Draft }
  | { readonly status: 'failed'; readonly error: unknown; retry(): void };

interface Held {
  readonly draft: Draft;
  /** Whose draft it is: one of a store that has been closed is neither saved nor kept. */
  readonly drafts: Drafts;
  /** Whether it was begun for the visit to `new` that is still going on. */
  readonly isNew: boolean;
}

export function useOpenDraft(drafts: Drafts, wanted: WantedEntry): OpenedDraft {
  const { space, environment, key, release, newOf } = wanted;
  const [held, setHeld] = useState<Held | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [tries, setTries] = useState(0);
  const isShown = held !== null && held.drafts === drafts && isOf(held, wanted);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try opens it again
  useEffect(() => {
    // Once it has an address of its own, the next visit to `new` begins another.
    if (isShown && newOf === null) setHeld((now) => (now?.isNew ? { ...now, isNew: false } : now));
    if (isShown) return;
    let isWanted = true;
    setError(null);
    if (newOf !== null) {
      setHeld({ draft: drafts.create({ space, environment, release, contentType: newOf }), drafts, isNew: true });
      return;
    }
    drafts.open({ space, environment, key, release }).then(
      (draft) => isWanted && setHeld({ draft, drafts, isNew: false }),
      (thrown: unknown) => isWanted && setError(thrown),
    );
    return () => {
      isWanted = false;
    };
  }, [drafts, space, environment, key, release, newOf, isShown, tries]);

  if (held !== null && isShown) return { status: 'open', draft: held.draft };
  if (error !== null) return { status: 'failed', error, retry: () => setTries(tries + 1) };
  return { status: 'opening' };
}

/** Whether a draft is what the address names: a new one is until it has an address of its own. */
function isOf({ draft, isNew }: Held, { space, environment, key, release, newOf }: WantedEntry): boolean {
  const { address, contentType } = draft;
  if (address.space !== space || address.environment !== environment || address.release !== release) return false;
  return newOf === null ? address.key === key : isNew && contentType === newOf;
}
