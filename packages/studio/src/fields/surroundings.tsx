/** What inputs know of where they stand: the environment, its model and locales, and what the screen can open for them. */
import { type ComponentType, createContext, type ReactNode, use } from 'react';
import type { ContentPlace } from '../api/queries.ts';
import type { ContentType, Field, Locale } from '../api/types.ts';
import type { Draft } from '../drafts/types.ts';
import type { AssistMenu } from './assist.ts';
import type { LinkValue } from './links/link-value.ts';

export interface FullScreenInputs {
  /** Id of the input that does; null while none does. */
  readonly shown: string | null;
  /** @param id null for none */
  show(id: string | null): void;
  /** Says how safe what was written is. */
  readonly SaveState: ComponentType<{ readonly draft: Draft }>;
}

/** The value that a mark is about. */
export interface MarkProperties {
  readonly field: Field;
  readonly locale: string;
}

export interface Surroundings {
  readonly place: ContentPlace;
  readonly types: readonly ContentType[];
  /** The default one first. */
  readonly locales: readonly Locale[];
  /** The person turns to a link to an entry: loads ahead what opening one takes. */
  expectEntry(): void;
  /** Where a linked entry or file is on its own, for another tab. */
  addressOf(link: LinkValue): string;
  /** Shows a linked entry over what is shown now. */
  openEntry(link: LinkValue): void;
  /** The menu of a language model at a text; without it, none can be used here. */
  readonly assist?: AssistMenu | undefined;
  /** Tells at a value that the release which the person works in changes it; nothing outside of releases. */
  readonly ReleaseMark?: ComponentType<MarkProperties> | undefined;
  /** How an input fills the window; without it, none can. */
  readonly fullScreen?: FullScreenInputs;
  /** Lets the person write a new entry over what is shown now; null if they wrote nothing. */
  createEntry(contentType: string): Promise<LinkValue | null>;
}

const NO_TYPES: readonly ContentType[] = [];
const NO_LOCALES: readonly Locale[] = [];
const Context = createContext<Surroundings | null>(null);

interface SurroundingsProperties {
  readonly value: Surroundings;
  readonly children: ReactNode;
}

export function SurroundingsProvider({ value, children }: SurroundingsProperties): ReactNode {
  return <Context value={value}>{children}</Context>;
}

/** The content types, where they are known: lists show values outside of any form too. */
export function useKnownTypes(): readonly ContentType[] {
  return use(Context)?.types ?? NO_TYPES;
}

/** The locales, where they are known. */
export function useKnownLocales(): readonly Locale[] {
  return use(Context)?.locales ?? NO_LOCALES;
}

export function useSurroundings(): Surroundings {
  const surroundings = use(Context);
  if (surroundings === null) throw new Error('Inputs and pickers stand inside of <SurroundingsProvider>.');
  return surroundings;
}
