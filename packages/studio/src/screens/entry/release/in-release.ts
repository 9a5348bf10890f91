/**
 * What the screen of an entry has in other words in a release. It is loaded with the first entry that is opened in one: where
 * nobody works in a release there is nothing of it.
 */
import { type ComponentType, createContext, use } from 'react';
import type { Entry } from '../../../api/types.ts';
import type { Surroundings } from '../../../fields/surroundings.tsx';
import type { PanelProperties } from '../panel/panel-properties.ts';
import type { EntryNavigation } from '../use-entry-navigation.ts';

export interface InRelease {
  /** Whether the person may change values of the entry in it. */
  mayWrite(entry: Entry | null): boolean;
  /** Why they may not. */
  readonly Note: ComponentType;
  /** Stands in the place of the button that publishes. */
  readonly Actions: ComponentType<{ readonly go: EntryNavigation }>;
  /** Stands in the place of the panel that says what publishing changes. */
  readonly Panel: ComponentType<PanelProperties>;
  /** Says what the release changes of a language. @param locale its code */
  readonly LanguageState: ComponentType<{ readonly locale: string }>;
  readonly ReleaseMark: NonNullable<Surroundings['ReleaseMark']>;
}

export const InReleaseContext = createContext<InRelease | null>(null);

/** Null where the person works on the drafts themselves. */
export function useInRelease(): InRelease | null {
  return use(InReleaseContext);
}
