/** Builds the rows of new deliveries and attempts. */
import type { WebhookAttemptRow, WebhookDeliveryRow } from '../tables.ts';
import type { Attempt, Delivery } from './delivery.ts';

/** The first attempt of a delivery. @param key the key used in both ids */
export function firstAttempt(delivery: Delivery, key: string): Attempt {
  return { id: `atm_${key}`, delivery: { ...delivery, id: `dlv_${key}` }, attempt: 1, step: 1 };
}

export function deliveryRow(delivery: Delivery, now: number): WebhookDeliveryRow {
  const { eventId, ...columns } = delivery;
  return { ...columns, event_id: eventId, created_at: now };
}

export function attemptRow({ id, delivery, attempt, step }: Attempt, dueAt: number, now: number): WebhookAttemptRow {
  return {
    webhook: delivery.webhook,
    id,
    delivery: delivery.id,
    event: delivery.event,
    attempt,
    step,
    status: 'pending',
    due_at: dueAt,
    revision: delivery.revision,
    ordinal: delivery.ordinal,
    created_at: now,
    attempted_at: null,
    duration_ms: null,
    status_code: null,
    response: null,
    response_headers: null,
    error: null,
    next_attempt_at: null,
    url: null,
    headers: null,
    held_for: null,
  };
}
