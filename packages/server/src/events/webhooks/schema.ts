/** Webhooks and their delivery log in requests and responses. A secret appears only in the response that creates it. */
import { type Static, Type } from 'typebox';
import { eventKinds } from '../../../../contract/src/event-kinds.ts';
import { NameText } from '../../platform/http/name-text.ts';

const NAME_LENGTH_MAX = 255;
const URL_LENGTH_MAX = 2_048;
const SECRET_LENGTH_MIN = 6;
const SECRET_LENGTH_MAX = 256;
const HEADERS_MAX = 20;
const HEADER_VALUE_LENGTH_MAX = 4_096;
const FILTER_NAMES_MAX = 200;
const DEBOUNCE_SECONDS_MAX = 3_600;

/** Stands for the value of a custom header in responses. In a change, it keeps the stored value. */
export const MASK = '[masked]';

const name = NameText(NAME_LENGTH_MAX, { description: 'What the webhook is for.' });
const url = Type.String({
  minLength: 1,
  maxLength: URL_LENGTH_MAX,
  examples: ['https://search.example.com/hooks'],
  description: 'Target of deliveries: http or https, without user and password, not in a private network.',
});
const secret = Type.String({
  minLength: SECRET_LENGTH_MIN,
  maxLength: SECRET_LENGTH_MAX,
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  description: 'Signs the deliveries; generated if absent. Never shown again.',
});
const headers = Type.Record(Type.String(), Type.String({ maxLength: HEADER_VALUE_LENGTH_MAX }), {
  maxProperties: HEADERS_MAX,
  examples: [{ Authorization: 'Bearer of-the-receiver' }],
  description: `Sent with each delivery, name to value. Responses show the values as \`${MASK}\`, which keeps a stored value in a change.`,
});
const events = Type.Array(Type.String(), {
  examples: [['entry.publish', 'entry.unpublish']],
  maxItems: eventKinds.length,
  description: `The kinds it receives, empty for all but those of change sets: ${eventKinds.join(', ')}.`,
});
const filters = Type.Object(
  {
    content_types: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: FILTER_NAMES_MAX,
        examples: [['article']],
        description:
          'Ids or `api_id`s; empty for all. If any are given, events of assets, environments and change sets do not match.',
      }),
    ),
    environments: Type.Optional(
      Type.Array(Type.String(), { maxItems: FILTER_NAMES_MAX, description: 'Names, also of aliases; empty for all.' }),
    ),
  },
  { additionalProperties: false },
);
const active = Type.Boolean({ description: 'Whether it receives events; true by default.' });
const debounceSeconds = Type.Integer({
  minimum: 0,
  maximum: DEBOUNCE_SECONDS_MAX,
  description: 'Events that follow one another within this time become one delivery of the last; 0 sends each.',
});
const version = Type.Integer({ minimum: 1, description: 'The version that was read; same as If-Match.' });

export const NewWebhook = Type.Object(
  {
    name,
    url,
    secret: Type.Optional(secret),
    headers: Type.Optional(headers),
    events: Type.Optional(events),
    filters: Type.Optional(filters),
    active: Type.Optional(active),
    debounce_seconds: Type.Optional(debounceSeconds),
  },
  { additionalProperties: false, title: 'NewWebhook' },
);
export type NewWebhook = Static<typeof NewWebhook>;

export const WebhookChange = Type.Object(
  {
    name: Type.Optional(name),
    url: Type.Optional(url),
    headers: Type.Optional(headers),
    events: Type.Optional(events),
    filters: Type.Optional(filters),
    active: Type.Optional(active),
    debounce_seconds: Type.Optional(debounceSeconds),
    version: Type.Optional(version),
  },
  { additionalProperties: false, title: 'WebhookChange' },
);
export type WebhookChange = Static<typeof WebhookChange>;

/** The new secret. Generated if absent. */
export interface SecretInput {
  readonly secret?: string;
}

/** The body itself is optional. */
export const NewSecret = Type.Optional(
  Type.Union([
    Type.Object(
      { secret: Type.Optional(secret), version: Type.Optional(version) },
      { additionalProperties: false, title: 'NewSecret' },
    ),
    Type.Null(),
  ]),
);

/** What a sample is about. The body itself is optional. */
export const NewSample = Type.Optional(
  Type.Union([
    Type.Object(
      {
        event: Type.Optional(
          Type.Enum([...eventKinds], { description: 'The first kind that the webhook receives by default.' }),
        ),
        entry_id: Type.Optional(
          Type.String({
            maxLength: 256,
            examples: ['ent_k3x9q2_hello'],
            description: 'An entry of the space, which the sample is then about; else one that does not exist.',
          }),
        ),
        version: Type.Optional(version),
      },
      { additionalProperties: false, title: 'NewSample' },
    ),
    Type.Null(),
  ]),
);
export type NewSample = Exclude<Static<typeof NewSample>, null>;

const moment = (description: string) => Type.String({ maxLength: 64, examples: ['2026-11-21T10:00:00Z'], description });

/** The part of a log between two times. */
export const LogPeriod = {
  from: Type.Optional(moment('Only what was queued at this time or later (ISO 8601).')),
  until: Type.Optional(moment('Only what was queued before this time (ISO 8601).')),
};

/** Which deliveries of a range are sent again. */
export const rangeStatuses = ['failed', 'success', 'any'] as const;

export const RedeliveryRange = Type.Object(
  {
    from: moment('The earliest event: when its delivery was made (ISO 8601).'),
    until: Type.Optional(moment('Events before this time; by default, until now.')),
    status: Type.Optional(
      Type.Enum([...rangeStatuses], {
        description:
          '`failed`, by default: those that the receiver has not accepted so far, also if a retry is waiting. `success`: those that it has. `any`: both.',
      }),
    ),
    version: Type.Optional(version),
  },
  { additionalProperties: false, title: 'RedeliveryRange' },
);
export type RedeliveryRange = Static<typeof RedeliveryRange>;

export const Redelivery = Type.Object(
  {
    deliveries: Type.Integer({ description: 'How many deliveries are sent again.' }),
    next_from: Type.Union([Type.String(), Type.Null()], {
      description: 'Where to go on, as `from`, if the range has more than one request takes; otherwise null.',
    }),
  },
  { title: 'WebhookRedelivery' },
);
export type Redelivery = Static<typeof Redelivery>;

export const WebhookPath = Type.Object({ space_id: Type.String(), webhook_id: Type.String() });

const shown = {
  id: Type.String(),
  space_id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  headers: Type.Record(Type.String(), Type.String(), { description: 'Custom headers, with masked values.' }),
  events: Type.Array(Type.Enum([...eventKinds])),
  filters: Type.Object({ content_types: Type.Array(Type.String()), environments: Type.Array(Type.String()) }),
  active: Type.Boolean(),
  debounce_seconds: Type.Integer(),
  rotation_started_at: Type.Union([Type.String(), Type.Null()], {
    description: 'When a new secret was prepared that is not promoted yet; null if there is none.',
  }),
  disabled_at: Type.Union([Type.String(), Type.Null()], { description: 'When Lectern switched it off.' }),
  disabled_reason: Type.Union([Type.String(), Type.Null()], {
    description: 'Why: `failing` for five days without a success, or `gone` for a 410 response.',
  }),
  created_at: Type.String(),
  created_by: Type.String(),
  updated_at: Type.String(),
  version: Type.Integer(),
};

export const Webhook = Type.Object(shown, { title: 'Webhook' });
export type Webhook = Static<typeof Webhook>;

const timeOrNull = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const WebhookHealth = Type.Object(
  {
    delivered: Type.Integer({ description: 'Attempts of the last day that the receiver accepted.' }),
    failed: Type.Integer({ description: 'Attempts of the last day that failed; most are retried.' }),
    waiting: Type.Integer({ description: 'Attempts still to be made, counted up to 1,000.' }),
    p95_ms: Type.Union([Type.Integer(), Type.Null()], {
      description: 'How long 95 of 100 attempts of the last day took at most, rounded up by at most half.',
    }),
    last_attempt_at: timeOrNull('When an attempt was made last, within 30 days.'),
    failing_since: timeOrNull('The first failure since the last success; null while it succeeds.'),
    paused_until: timeOrNull('While a receiver keeps failing, nothing is sent until then.'),
  },
  { title: 'WebhookHealth', description: 'How the receiver fared in the last 24 hours, counted in whole hours.' },
);
export type WebhookHealth = Static<typeof WebhookHealth>;

/** A webhook as it is read: alone, or in a list. */
export const WebhookWithHealth = Type.Object({ ...shown, health: WebhookHealth }, { title: 'WebhookWithHealth' });
export type WebhookWithHealth = Static<typeof WebhookWithHealth>;

export const WebhookWithSecret = Type.Object(
  { ...shown, secret: Type.String({ description: 'The secret, shown only now: give it to the receiver.' }) },
  { title: 'WebhookWithSecret' },
);
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;

/** The possible states of an attempt. */
export const attemptStatuses = ['pending', 'success', 'failed'] as const;

export const AttemptRecord = Type.Object(
  {
    id: Type.String(),
    delivery_id: Type.String({ description: 'The same through all attempts: `X-CMS-Delivery`.' }),
    webhook_id: Type.String(),
    event_id: Type.String(),
    event: Type.Enum([...eventKinds]),
    attempt: Type.Integer({ description: '1 for the first.' }),
    status: Type.Enum([...attemptStatuses], { description: 'Status of the attempt.' }),
    status_code: Type.Union([Type.Integer(), Type.Null()], { description: 'Status code of the response.' }),
    duration_ms: Type.Union([Type.Integer(), Type.Null()]),
    response: Type.Union([Type.String(), Type.Null()], { description: 'Start of the response, if it was text.' }),
    response_headers: Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()], {
      description: 'The first of its headers, without cookies; null if there was no response.',
    }),
    error: Type.Union([Type.String(), Type.Null()], { description: 'Why there was no response.' }),
    attempted_at: Type.Union([Type.String(), Type.Null()]),
    next_attempt_at: Type.Union([Type.String(), Type.Null()]),
    request: Type.Object({
      url: Type.String(),
      headers: Type.Record(Type.String(), Type.String(), { description: 'Values of custom headers are masked.' }),
      body: Type.String({ description: 'The exact bytes that were signed and sent.' }),
    }),
  },
  { title: 'WebhookAttempt' },
);
export type AttemptRecord = Static<typeof AttemptRecord>;
