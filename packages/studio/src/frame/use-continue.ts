/** Going on to where somebody wanted to go before something else had to be done: an address inside Studio, or the start. */
import { useRouter } from '@tanstack/react-router';
import { insideStudio } from './inside-studio.ts';

/** A query that names where to go on to. */
export interface NextSearch {
  /** Address inside Studio. */
  readonly next?: string;
}

/** The query of such a screen. An address outside of Studio is left out: a link could name one. */
export function nextSearch({ next }: Record<string, unknown>): NextSearch {
  const inside = insideStudio(next);
  return inside === undefined ? {} : { next: inside };
}

/** Gives the function that goes on. The screen in between is no place to go back to. */
export function useContinue(): (next: string | undefined) => Promise<void> {
  const router = useRouter();
  return (next) => {
    // The router keeps what a screen does not know in its query, so this may be any address.
    const href = insideStudio(next);
    return router.navigate({ to: '/', replace: true, ...(href === undefined ? {} : { href }) });
  };
}
