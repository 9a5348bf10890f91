/** Audit records in requests and responses. */
import { type Static, Type } from 'typebox';
import { PageQuery } from '../../platform/http/paging.ts';

const ACTION_LENGTH_MAX = 64;
export const ID_LENGTH_MAX = 128;
const TIME_LENGTH_MAX = 64;

const nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description });
const text = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }));

export const AuditRecord = Type.Object(
  {
    id: Type.String(),
    at: Type.String(),
    action: Type.String({ description: '`<resource>.<verb>`: the kind of the event if there is one.' }),
    actor: Type.Object(
      {
        type: Type.Enum(['user', 'key', 'system']),
        id: Type.String(),
        name: nullable('E-mail address of the user or name of the key at that time; null once erased.'),
      },
      { additionalProperties: false },
    ),
    target: Type.Object({ type: Type.String(), id: Type.String() }, { additionalProperties: false }),
    space_id: nullable('The space of the target; null if it belongs to the account.'),
    environment: nullable('Name of the environment of the target.'),
    ip: nullable('Address that the request came from; null if there was none, or once erased.'),
    user_agent: nullable('Client that sent the request; null if there was none, or once erased.'),
    changes: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
      description:
        'The differences, `before` and `after`; a created resource has no `before`, a deleted one no `after`. Secrets are masked. `shortened: true` means that long values were left out.',
    }),
    request_id: nullable('`X-Request-Id` of the request.'),
  },
  { additionalProperties: false, title: 'AuditRecord' },
);
export type AuditRecord = Static<typeof AuditRecord>;

export const AuditQuery = Type.Object(
  {
    action: text(
      ACTION_LENGTH_MAX,
      'Only records of this action, such as `entry.publish`. Without it, all but `entry.autosave`.',
    ),
    actor: text(ID_LENGTH_MAX, 'Only actions of this user or key: an id.'),
    space_id: text(ID_LENGTH_MAX, 'Only records of this space.'),
    target: text(ID_LENGTH_MAX, 'Only changes of this resource: its id.'),
    since: text(TIME_LENGTH_MAX, 'Only records from this time on, in ISO 8601.'),
    until: text(TIME_LENGTH_MAX, 'Only records before this time, in ISO 8601.'),
    order: Type.Optional(Type.Enum(['at', '-at'], { description: '`-at`, newest first, by default.' })),
    ...PageQuery,
  },
  { additionalProperties: false },
);
export type AuditQuery = Static<typeof AuditQuery>;

export const AuditSeal = Type.Object(
  {
    records: Type.Integer({
      description: 'Records that are sealed, including those removed since because of their age.',
    }),
    unsealed: Type.Integer({ description: 'Records that wait for their seal, which is made each second.' }),
    links: Type.Integer({ description: 'Links of the chain.' }),
    sealed_at: nullable('When the last link was made; null if there is none.'),
    head: nullable(
      'Proof of the last link. Keep a copy elsewhere: whoever changes older records has to change it too.',
    ),
    whole: Type.Boolean({
      description:
        'Whether the end of the chain is as Lectern wrote it. `lectern audit verify` looks at each record as well.',
    }),
  },
  { additionalProperties: false, title: 'AuditSeal' },
);
