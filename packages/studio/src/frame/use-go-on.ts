/** Going on to where somebody wanted to go before something else had to be done: an address inside Studio, or the start. */
import { useRouter } from '@tanstack/react-router';

/** A query that names where to go on to. */
export interface NextSearch {
  /** Address inside Studio. */
  readonly next?: string;
}

/** The query of such a screen. An address outside of Studio is left out: a link could name one. */
export function nextSearch({ next }: Record<string, unknown>): NextSearch {
  return isInside(next) ? { next } : {};
}

/** Gives the function that goes on. The screen in between is no place to go back to. */
export function useGoOn(): (next: string | undefined) => Promise<void> {
  const router = useRouter();
  return (next) => router.navigate({ to: '/', replace: true, ...(next === undefined ? {} : { href: next }) });
}

/** A path below Studio, and no address of another host (`//host`, `https:`). */
function isInside(next: unknown): next is string {
  return typeof next === 'string' && /^\/(?!\/)/.test(next) && !next.includes('\\');
}
