/** The latest requests of a space, in requests and responses. */
import { type Static, Type } from 'typebox';
import { PageOf, PageQuery } from '../../platform/http/paging.ts';

const PATH_LENGTH_MAX = 500;
const KEY_ID_LENGTH_MAX = 64;
export const planes = ['delivery', 'preview', 'management'] as const;
export type Plane = (typeof planes)[number];

const ofKey = Type.Object({
  id: Type.String(),
  token: Type.String({ description: 'How its token begins and ends.' }),
  name: Type.Union([Type.String(), Type.Null()], { description: 'Null if the key was revoked since.' }),
});
const timeNow = { examples: ['2026-11-21T10:00:00.000Z'] };

export const RecentRequest = Type.Object(
  {
    id: Type.String(),
    at: Type.String({ ...timeNow, description: 'When the response was sent.' }),
    method: Type.String({ examples: ['GET'] }),
    path: Type.String({
      examples: ['/spaces/spc_01kb/environments/master/delivery/entries?limit=10'],
      description:
        'With its parameters; tokens and secrets are replaced by `[hidden]`, and what exceeds 500 characters is cut.',
    }),
    plane: Type.Enum([...planes]),
    key: Type.Union([ofKey, Type.Null()], { description: 'Null for a person.' }),
    user_id: Type.Union([Type.String(), Type.Null()], { description: 'Null for a key.' }),
    status: Type.Integer({ examples: [200] }),
    code: Type.Union([Type.String(), Type.Null()], { description: 'The `code` of a refusal.' }),
    message: Type.Union([Type.String(), Type.Null()], { description: 'Why it was refused, and what to do.' }),
    duration_ms: Type.Number(),
    request_id: Type.String({ description: 'As the response had it in `X-Request-Id`.' }),
  },
  { title: 'RecentRequest' },
);
export type RecentRequest = Static<typeof RecentRequest>;

export const RecentRequests = Type.Object({
  ...PageOf(RecentRequest).properties,
  source: Type.Object(
    {
      node: Type.String({
        examples: ['k3x9q2'],
        description: 'The process that responded. Each keeps its own requests.',
      }),
      since: Type.String({ ...timeNow, description: 'When it began to keep them.' }),
    },
    { description: 'Where the list comes from: other processes of the service have responded to other requests.' },
  ),
});

export const RequestQuery = Type.Object(
  {
    ...PageQuery,
    order: Type.Optional(
      Type.String({
        maxLength: 256,
        description:
          '`at`, `failed`, `status` or `duration_ms`, `-` first for descending; several with commas. By default `-at`.',
      }),
    ),
    failed: Type.Optional(Type.Boolean({ description: 'Whether its status is 400 or higher.' })),
    key: Type.Optional(Type.String({ maxLength: KEY_ID_LENGTH_MAX, description: 'Id of a key.' })),
    plane: Type.Optional(Type.Enum([...planes])),
    path: Type.Optional(
      Type.String({ maxLength: PATH_LENGTH_MAX, description: 'Text that the path contains, in upper or lower case.' }),
    ),
  },
  { additionalProperties: false },
);
export type RequestQuery = Static<typeof RequestQuery>;
