/** The entry that inputs belong to, and subscriptions to its values: what is typed into one wakes that one alone. */
import { createContext, type ReactNode, use, useCallback, useSyncExternalStore } from 'react';
import type { Violation } from '../api/problem.ts';
import type { ContentType } from '../api/types.ts';
import type { Conflict, Draft, News, Unfinished } from '../drafts/types.ts';
import { listening } from './shown-already.ts';

export interface OpenEntry {
  readonly draft: Draft;
  readonly type: ContentType;
}

const Context = createContext<OpenEntry | null>(null);

interface OpenEntryProperties {
  readonly value: OpenEntry;
  readonly children: ReactNode;
}

export function OpenEntryProvider({ value, children }: OpenEntryProperties): ReactNode {
  return <Context value={value}>{children}</Context>;
}

export function useOpenEntry(): OpenEntry {
  const entry = use(Context);
  if (entry === null) throw new Error('The inputs of an entry stand inside of <OpenEntryProvider>.');
  return entry;
}

/** What the person sees in a field and locale; undefined without a value. */
export function useValue(draft: Draft, field: string, locale: string): unknown {
  const subscribe = useValueSubscription(draft, field, locale);
  return useSyncExternalStore(subscribe, () => draft.value(field, locale));
}

/** What is typed there and is no value yet; undefined if nothing is. */
export function useUnfinished(draft: Draft, field: string, locale: string): Unfinished | undefined {
  const subscribe = useValueSubscription(draft, field, locale);
  return useSyncExternalStore(subscribe, () => draft.unfinished(field, locale));
}

/** What the server refused about the value, in its words. */
export function useProblems(draft: Draft, field: string, locale: string): readonly Violation[] {
  const subscribe = useValueSubscription(draft, field, locale);
  return useSyncExternalStore(subscribe, () => draft.problemsOf(field, locale));
}

/** What somebody else wrote into the same value; undefined if nobody did. */
export function useConflict(draft: Draft, field: string, locale: string): Conflict | undefined {
  const subscribe = useValueSubscription(draft, field, locale);
  return useSyncExternalStore(subscribe, () => draft.conflict(field, locale));
}

/** What somebody else put in the place of the value; undefined if nobody did, or the person has seen it. */
export function useNews(draft: Draft, field: string, locale: string): News | undefined {
  const subscribe = useValueSubscription(draft, field, locale);
  return useSyncExternalStore(subscribe, () => draft.newsOf(field, locale));
}

/** Something of the draft that is no value: its entry, state, problems, news or what was found. */
export function useDraft<Part>(draft: Draft, part: (draft: Draft) => Part): Part {
  const subscribe = useCallback((listener: () => void) => draft.subscribe(listening(listener)), [draft]);
  return useSyncExternalStore(subscribe, () => part(draft));
}

function useValueSubscription(draft: Draft, field: string, locale: string) {
  return useCallback(
    (listener: () => void) => draft.subscribeValue(field, locale, listening(listener)),
    [draft, field, locale],
  );
}
