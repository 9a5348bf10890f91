/** The e-mail address that a person typed on one of these screens goes with them to the next, but stands in no URL. */
import { useLocation } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Typed on the screen that led here. */
    readonly email?: string;
  }
}

/** What was typed on the screen that led here; empty if nothing was. */
export function useTypedEmail(): string {
  return useLocation({ select: ({ state }) => state.email ?? '' });
}
