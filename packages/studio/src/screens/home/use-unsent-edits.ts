/** What this device keeps of entries because the server has not got it: left by tabs that are gone, or waiting in this one. */
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { meQuery } from '../../api/queries.ts';
import type { Entry } from '../../api/types.ts';
import { entryName } from '../../drafts/entry-name.ts';
import type { Draft, Drafts, EntryAddress, LeftoverEntry } from '../../drafts/types.ts';
import { pathOf } from '../../drafts/value-path.ts';
import { useDrafts } from '../../frame/use-drafts.ts';

/** A tab that is closed is gone a moment later, and what it left is told of then. */
const LOOK_EVERY_MS = 5_000;

export interface KeptEntry {
  readonly address: EntryAddress;
  /** `api_id` of the content type. */
  readonly contentType: string;
  /** When it was written, in milliseconds since 1970; null for what is open in this tab. */
  readonly at: number | null;
  /** As the server has it; null if it has not, or did not answer. */
  readonly entry: Entry | null;
  /** What is kept of a value; undefined if nothing is. */
  kept(field: string, locale: string): unknown;
}

/** The entries, those open in this tab first, then what was written last. */
export function useUnsentEdits(): readonly KeptEntry[] {
  const drafts = useDrafts();
  const { user, account } = useSuspenseQuery(meQuery).data;
  const waiting = useWaiting(drafts);
  const { data: left = [] } = useQuery({
    queryKey: ['kept-here', account.id, user.id],
    queryFn: () => drafts.leftBehind(),
    staleTime: 0,
    refetchInterval: LOOK_EVERY_MS,
    gcTime: 0,
  });
  const open = new Set(waiting.map(({ address }) => entryName(address)));
  return [...waiting.map(fromDraft), ...left.filter(({ address }) => !open.has(entryName(address))).map(fromDevice)];
}

/** The drafts of this tab that are not saved, and not just being saved. */
function useWaiting(drafts: Drafts): readonly Draft[] {
  const unsaved = useSyncExternalStore(drafts.subscribe, () => drafts.unsaved());
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = unsaved.map((draft) => draft.subscribe(listener));
      return () => {
        for (const end of ends) end();
      };
    },
    [unsaved],
  );
  useSyncExternalStore(subscribe, () => unsaved.map(({ state }) => state.status).join());
  return unsaved.filter(({ state }) => state.status !== 'saving');
}

function fromDraft(draft: Draft): KeptEntry {
  const { address, contentType, entry } = draft;
  return { address, contentType, entry, at: null, kept: (field, locale) => draft.value(field, locale) };
}

function fromDevice({ values, ...left }: LeftoverEntry): KeptEntry {
  return { ...left, kept: (field, locale) => values.get(pathOf(field, locale)) };
}
