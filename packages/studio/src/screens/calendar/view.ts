/** What the parts of the calendar share: what of it is shown, and what it asks. */
import type { CalendarItem } from '../../api/calendar.ts';
import type { Form } from './days.ts';

/** What the address says of the calendar. */
export interface CalendarView {
  readonly form: Form;
  readonly day: string;
  readonly zone: string;
  /** The day that it is now, there. */
  readonly today: string;
}

/** What is asked about over the calendar, or shown of it. */
export type CalendarQuestion =
  | { readonly kind: 'day'; readonly day: string }
  | { readonly kind: 'plan'; readonly item: CalendarItem }
  /** @param at the instant that is proposed */
  | { readonly kind: 'schedule'; readonly item: CalendarItem; readonly at?: number };
