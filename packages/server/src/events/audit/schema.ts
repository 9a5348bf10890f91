/** Audit records as requests and answers show them. */
import { type Static, Type } from 'typebox';
import { PageQuery } from '../../platform/http/paging.ts';

const ACTION_LENGTH_MAX = 64;
const ID_LENGTH_MAX = 128;
const TIME_LENGTH_MAX = 64;

const nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const text = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }));

export const AuditRecord = Type.Object(
  {
    id: Type.String(),
    at: Type.String(),
    action: Type.String({ description: '`<resource>.<verb>`: the kind of the event where there is one.' }),
    actor: Type.Object(
      {
        type: Type.Enum(['user', 'key', 'system']),
        id: Type.String(),
        name: nullable('E-mail address of the user or name of the key, as it was then; null once it was erased.'),
      },
      { additionalProperties: false },
    ),
    target: Type.Object({ type: Type.String(), id: Type.String() }, { additionalProperties: false }),
    space_id: nullable('The space of the target; null for what belongs to the account.'),
    environment: nullable('Name of the environment of the target.'),
    ip: nullable('Where the request came from; null where there was none, or it was erased.'),
    user_agent: nullable('What sent the request; null where there was none, or it was erased.'),
    changes: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
      description:
        'What differs, `before` and `after`; what was made has no `before`, what was removed no `after`. Secrets are masked. `shortened: true` says that long values were left out.',
    }),
    request_id: nullable('`X-Request-Id` of the request.'),
  },
  { additionalProperties: false, title: 'AuditRecord' },
);
export type AuditRecord = Static<typeof AuditRecord>;

export const AuditQuery = Type.Object(
  {
    action: text(ACTION_LENGTH_MAX, 'Only records of this action, such as `entry.publish`.'),
    actor: text(ID_LENGTH_MAX, 'Only what this user or key did: an id.'),
    space_id: text(ID_LENGTH_MAX, 'Only records of this space.'),
    since: text(TIME_LENGTH_MAX, 'Only records from this time on, in ISO 8601.'),
    until: text(TIME_LENGTH_MAX, 'Only records before this time, in ISO 8601.'),
    order: Type.Optional(Type.Enum(['at', '-at'], { description: '`-at`, the newest first, if not given.' })),
    ...PageQuery,
  },
  { additionalProperties: false },
);
export type AuditQuery = Static<typeof AuditQuery>;
