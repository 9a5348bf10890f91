/** What a form about a webhook holds, and what of it the API takes. */
import type { EventKind } from '../../../../../contract/src/event-kinds.ts';
import type { Webhook } from '../../../api/types.ts';

/** Stands for the value of a header that is stored; sent back, it keeps it. */
export const STORED = '[masked]';

/** A header of one's own. */
export interface HeaderLine {
  /** Tells lines apart while they are edited. */
  readonly id: number;
  readonly name: string;
  /** `STORED` for one that only the server knows. */
  readonly value: string;
}

/** A type alias, so that forms can take it as a record. */
export type WebhookValues = {
  readonly name: string;
  readonly url: string;
  /** Empty for all. */
  readonly events: readonly EventKind[];
  readonly content_types: readonly string[];
  readonly environments: readonly string[];
  readonly headers: readonly HeaderLine[];
  readonly debounce_seconds: number;
};

export const NEW_WEBHOOK: WebhookValues = {
  name: '',
  url: '',
  events: [],
  content_types: [],
  environments: [],
  headers: [],
  debounce_seconds: 0,
};

export function valuesOf(webhook: Webhook): WebhookValues {
  const { name, url, events, filters, headers, debounce_seconds } = webhook;
  const lines = Object.entries(headers).map(([header, value], id) => ({ id, name: header, value }));
  return { name, url, events, ...filters, headers: lines, debounce_seconds };
}

/** The body of the request that saves them. Lines without a name are left out. */
export function bodyOfValues({ content_types, environments, headers, events, ...rest }: WebhookValues) {
  return {
    ...rest,
    events: [...events],
    filters: { content_types: [...content_types], environments: [...environments] },
    headers: Object.fromEntries(
      headers.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]),
    ),
  };
}
