/** What inputs know of where they stand: the environment, its model and locales, and what the screen can open for them. */
import { createContext, type ReactNode, use } from 'react';
import type { Place } from '../api/queries.ts';
import type { ContentType, Locale } from '../api/types.ts';
import type { LinkValue } from './links/link-value.ts';

export interface Surroundings {
  readonly place: Place;
  readonly types: readonly ContentType[];
  /** The default one first. */
  readonly locales: readonly Locale[];
  /** The person turns to a link to an entry: loads ahead what opening one takes. */
  expectEntry(): void;
  /** Where a linked entry or file is on its own, for another tab. */
  addressOf(link: LinkValue): string;
  /** Shows a linked entry over what is shown now. */
  openEntry(link: LinkValue): void;
  /** Lets the person write a new entry over what is shown now; null if they wrote nothing. */
  createEntry(contentType: string): Promise<LinkValue | null>;
}

const Context = createContext<Surroundings | null>(null);

interface SurroundingsProperties {
  readonly value: Surroundings;
  readonly children: ReactNode;
}

export function SurroundingsProvider({ value, children }: SurroundingsProperties): ReactNode {
  return <Context value={value}>{children}</Context>;
}

export function useSurroundings(): Surroundings {
  const surroundings = use(Context);
  if (surroundings === null) throw new Error('Inputs and pickers stand inside of <SurroundingsProvider>.');
  return surroundings;
}
