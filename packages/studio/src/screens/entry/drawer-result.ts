/** How the drawer tells the screen below what was written in it. */
import { createContext, use } from 'react';
import type { LinkValue } from '../../fields/links/link-value.ts';

/** Takes the entry that was written; null if there is none. */
export type Finish = (made: LinkValue | null) => void;

export const DrawerContext = createContext<Finish>(() => undefined);

/** To be called when the drawer closes. */
export function useDrawerResult(): Finish {
  return use(DrawerContext);
}
