/** What webhooks ask of the way out, fulfilled by the dispatcher of this process. */
import type { Database, Writer } from '../../database/database.ts';
import type { Clock } from '../../kit/clock.ts';
import type { WebhookDispatch } from '../dispatching.ts';
import { sendAgain, sendSample } from './asked-attempts.ts';
import type { Dispatcher } from './dispatcher.ts';
import { resumeQueue, wakeQueue } from './queue-store.ts';
import { settleSpace } from './settling.ts';

/** Fulfils it. */
export function webhookDispatch(parts: { database: Database; clock: Clock; dispatcher: Dispatcher }): WebhookDispatch {
  const { database, clock, dispatcher } = parts;
  const asked = { database, clock, onAsked: () => dispatcher.changed() };
  return {
    settle: (writer, spaceId) => settleSpace(writer, spaceId, clock()),
    // Whoever looks at the queue next finds the webhook gone, and removes what is left of it.
    remove: (writer, webhook) => lookAt(writer, webhook, clock()),
    resumed: async (writer, webhook) => void (await resumeQueue(writer, { webhook, now: clock() })),
    changed: () => dispatcher.changed(),
    test: (webhook) => sendSample(asked, webhook),
    redeliver: (webhook, delivery) => sendAgain(asked, webhook, delivery),
  };
}

async function lookAt(writer: Writer, webhook: string, now: number): Promise<void> {
  await wakeQueue(writer, { webhook, now, at: now, urgent: 1 });
}
