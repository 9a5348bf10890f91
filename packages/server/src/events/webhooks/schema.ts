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
  description: `The kinds it receives, empty for all: ${eventKinds.join(', ')}.`,
});
const filters = Type.Object(
  {
    content_types: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: FILTER_NAMES_MAX,
        examples: [['article']],
        description:
          'Ids or `api_id`s; empty for all. If any are given, events of assets and environments do not match.',
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
