/** Puts the webhook outbox together: what writes report to it, what webhook rules use, and what operators see. */
import type { Database, Writer } from '../../../platform/database/database.ts';
import { DatabaseClock } from '../../../platform/database/database-clock.ts';
import type { JobWork } from '../../../platform/jobs/job.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import type { Outgoing } from '../../../platform/outgoing/outgoing.ts';
import type { WebhookDispatch } from '../dispatching.ts';
import type { WebhookSecrets } from '../webhook-secrets.ts';
import { fanOutEnvironment, fanOutSpace } from './pending-fan-outs.ts';
import type { SwitchOffReason } from './queues.ts';
import { redeliverRange } from './range-redelivery.ts';
import { addRequestedAttempt, addSample, attemptEnded } from './requested-attempts.ts';
import { Retention } from './retention.ts';
import { Sender } from './sender.ts';
import { Sending } from './sending.ts';

export interface WebhookOutboxParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly outgoing: Pick<Outgoing, 'post' | 'close'>;
  readonly secrets: WebhookSecrets;
  /** Switches a webhook off and notifies the owners of its account. */
  readonly switchOff: (webhook: string, reason: SwitchOffReason) => Promise<void>;
  /** Called when background work fails. It will be retried. */
  readonly onProblem: (error: unknown) => void;
}

export class WebhookOutbox {
  /** What the webhook rules use. */
  readonly dispatch: WebhookDispatch;
  /** The sending job. Stop it last, after everything else has been committed. */
  readonly sending: JobWork;
  readonly retention: Retention;
  readonly #sender: Sender;
  readonly #clock: Clock;

  constructor(parts: WebhookOutboxParts) {
    const { database, outgoing, secrets } = parts;
    const databaseClock = new DatabaseClock(parts);
    const clock = databaseClock.now;
    const sending = new Sending({ reader: database.reader, outgoing, open: (row) => secrets.sendable(row), clock });
    const sender = new Sender({ ...parts, clock, sending, measureClock: () => databaseClock.measure() });
    this.#sender = sender;
    this.#clock = clock;
    this.dispatch = dispatchBy(sender, { database, clock });
    this.sending = {
      trigger: sender.trigger,
      hasWork: () => sender.hasWork(),
      run: (signal, lease) => sender.run(signal, lease),
      close: () => outgoing.close(),
    };
    this.retention = new Retention({ database, clock });
  }

  /** Called after the commit with an environment that this process changed. */
  moved(environment: number): void {
    this.#sender.moved(environment);
  }

  /** Fans out some of an environment's events before its rows are removed or its names change. */
  async fanOutEnvironment(writer: Writer, environment: number): Promise<boolean> {
    return fanOutEnvironment(writer, environment, this.#clock());
  }

  get gauges() {
    return this.#sender.gauges;
  }
}

function dispatchBy(
  sender: Sender,
  { database, clock }: Pick<WebhookOutboxParts, 'database' | 'clock'>,
): WebhookDispatch {
  return {
    fanOutSpace: (writer, spaceId) => fanOutSpace(writer, spaceId, clock()),
    addTest: (writer, webhook, sample) => addSample(writer, { webhook, sample, now: clock() }),
    addRedelivery: (writer, webhook, id) => addRequestedAttempt(writer, { webhook, id }, clock()),
    redeliverRange: (writer, webhook, range) => redeliverRange(writer, webhook, { range, now: clock() }),
    changed: () => sender.changed(),
    ended: (webhook, id) => attemptEnded(database.reader, { webhook, id }),
  };
}
