/**
 * Webhooks and their outbox. The outbox follows the journal and does not know the webhook routes; the webhook rules use it.
 */

import { WebhookOutbox } from '../events/webhooks/dispatch/webhook-outbox.ts';
import type { SampledEntry, WebhookDispatch } from '../events/webhooks/dispatching.ts';
import { WebhookHealths } from '../events/webhooks/health.ts';
import type { WebhookRouteParts } from '../events/webhooks/routes.ts';
import { SecretRotation } from '../events/webhooks/secret-rotation.ts';
import { switchOff } from '../events/webhooks/switch-off.ts';
import { WebhookLog } from '../events/webhooks/webhook-log.ts';
import { WebhookSecrets } from '../events/webhooks/webhook-secrets.ts';
import { WebhookSpaces } from '../events/webhooks/webhook-spaces.ts';
import { Webhooks } from '../events/webhooks/webhooks.ts';
import { ownersOf } from '../identity/accounts/accounts.ts';
import type { Actor } from '../platform/journal/actor.ts';
import { AddressRule } from '../platform/outgoing/address-rule.ts';
import { Outgoing } from '../platform/outgoing/outgoing.ts';
import { TargetCheck } from '../platform/outgoing/target-check.ts';
import { Throttle } from '../platform/request-limits/throttle.ts';
import type { Foundation } from './foundation.ts';
import type { JournalParts } from './journal.ts';
import type { SpaceParts } from './spaces.ts';

/** Sends events from the journal to receivers. */
export function composeWebhookOutbox(
  { config, database, clock, outbox, secret, instruments, onProblem }: Foundation,
  { journal, follow }: JournalParts,
): WebhookOutbox {
  const outgoing = new Outgoing({ rule: new AddressRule(config.webhookAllow) });
  const webhookOutbox = new WebhookOutbox({
    database,
    clock,
    outgoing: instruments?.outgoing(outgoing) ?? outgoing,
    secrets: new WebhookSecrets(secret),
    switchOff: (webhook, reason) =>
      switchOff({ database, journal, dispatch: webhookOutbox.dispatch, owners: ownersOf, outbox }, webhook, reason),
    onProblem,
  });
  follow(({ number }) => webhookOutbox.moved(number));
  return webhookOutbox;
}

/** What the webhook routes use. */
export function composeWebhooks(
  { config, database, clock, secret }: Foundation,
  { journal }: JournalParts,
  {
    spaces,
    environments,
    models,
    dispatch,
    entryOf,
  }: SpaceParts & {
    readonly dispatch: WebhookDispatch;
    readonly entryOf: (actor: Actor, entryId: string) => Promise<SampledEntry>;
  },
): WebhookRouteParts {
  const secrets = new WebhookSecrets(secret);
  const webhooks = new Webhooks({
    database,
    journal,
    spaces: new WebhookSpaces({ spaces, environments, models }),
    secrets,
    targets: new TargetCheck({ rule: new AddressRule(config.webhookAllow), ownUrl: config.publicUrl }),
    dispatch,
  });
  return {
    webhooks,
    rotation: new SecretRotation({ journal, webhooks, secrets, dispatch }),
    log: new WebhookLog({
      database,
      journal,
      webhooks,
      dispatch,
      entryOf,
      throttle: new Throttle({ database, clock }),
    }),
    healths: new WebhookHealths({ database, clock }),
  };
}
