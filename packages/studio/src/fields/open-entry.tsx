/** The entry that inputs belong to, and subscriptions to its values: what is typed into one wakes that one alone. */
import { createContext, type ReactNode, use, useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Violation } from '../api/problem.ts';
import type { ContentType } from '../api/types.ts';
import type { Replacement } from '../drafts/inner-news.ts';
import type { Conflict, Draft, Unfinished, Values } from '../drafts/types.ts';
import { type Level, topLevel } from './blocks/level.ts';
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

const LevelContext = createContext<Level | null>(null);

/** Makes the fields inside of it those of a component. */
export function LevelProvider({ value, children }: { readonly value: Level; readonly children: ReactNode }): ReactNode {
  return <LevelContext value={value}>{children}</LevelContext>;
}

/** Where the fields stand: in the entry, or in a component inside of it. */
export function useLevel(): Level {
  const { draft, type } = useOpenEntry();
  const inner = use(LevelContext);
  return useMemo(() => inner ?? topLevel(draft, type), [inner, draft, type]);
}

/** What the person sees in a field and locale; undefined without a value. */
export function useValue(values: Values, field: string, locale: string): unknown {
  const subscribe = useValueSubscription(values, field, locale);
  return useSyncExternalStore(subscribe, () => values.value(field, locale));
}

/** What is typed there and is no value yet; undefined if nothing is. */
export function useUnfinished(values: Values, field: string, locale: string): Unfinished | undefined {
  const subscribe = useValueSubscription(values, field, locale);
  return useSyncExternalStore(subscribe, () => values.unfinished(field, locale));
}

/** What the server refused about the value, in its words. */
export function useProblems(values: Values, field: string, locale: string): readonly Violation[] {
  const subscribe = useValueSubscription(values, field, locale);
  return useSyncExternalStore(subscribe, () => values.problemsOf(field, locale));
}

/** What somebody else wrote into the same value; undefined if nobody did. */
export function useConflict(values: Values, field: string, locale: string): Conflict | undefined {
  const subscribe = useValueSubscription(values, field, locale);
  return useSyncExternalStore(subscribe, () => values.conflict(field, locale));
}

/** What somebody else put in the place of the value; undefined if nobody did, or the person has seen it. */
export function useNews(values: Values, field: string, locale: string): Replacement | undefined {
  const subscribe = useValueSubscription(values, field, locale);
  return useSyncExternalStore(subscribe, () => values.newsOf(field, locale));
}

/** Something of the draft that is no value: its entry, state, problems, news or what was found. */
export function useDraft<Part>(draft: Draft, part: (draft: Draft) => Part): Part {
  const subscribe = useCallback((listener: () => void) => draft.subscribe(listening(listener)), [draft]);
  return useSyncExternalStore(subscribe, () => part(draft));
}

function useValueSubscription(values: Values, field: string, locale: string) {
  return useCallback(
    (listener: () => void) => values.subscribeValue(field, locale, listening(listener)),
    [values, field, locale],
  );
}
