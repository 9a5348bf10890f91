/** Saved views in requests and responses. */
import { type Static, Type } from 'typebox';
import { NameText } from '../../platform/http/name-text.ts';

const NAME_LENGTH_MAX = 100;
const TYPE_LENGTH_MAX = 128;
const QUERY_LENGTH_MAX = 4_000;
const COLUMNS_MAX = 50;
const COLUMN_LENGTH_MAX = 100;

const name = NameText(NAME_LENGTH_MAX, { description: 'What it shows.', examples: ['Waiting for review'] });
const shared = Type.Boolean({
  description: 'Whether all members of the account see it; otherwise only who made it does.',
});
const contentType = Type.Union([Type.String({ minLength: 1, maxLength: TYPE_LENGTH_MAX }), Type.Null()], {
  description: 'Id or `api_id` of the content type that it lists; null for all.',
  examples: ['article'],
});
const query = Type.String({
  maxLength: QUERY_LENGTH_MAX,
  description:
    'Filters, search and order as the list of entries of the management plane takes them in its query string, without `content_type` and paging.',
  examples: ['status=draft,changed&order=-updated_at'],
});
const columns = Type.Array(Type.String({ minLength: 1, maxLength: COLUMN_LENGTH_MAX }), {
  maxItems: COLUMNS_MAX,
  uniqueItems: true,
  description: 'Ids of fields and names of attributes, in the order in which they are shown.',
  examples: [['title', 'status', 'updated_at']],
});
const environment = Type.String({
  minLength: 1,
  maxLength: TYPE_LENGTH_MAX,
  description: 'Environment whose model the query is checked against; `master` by default. It is not kept.',
});

export const NewView = Type.Object(
  {
    name,
    shared,
    content_type: Type.Optional(contentType),
    query,
    columns,
    environment: Type.Optional(environment),
  },
  { additionalProperties: false, title: 'NewView' },
);
export type NewView = Static<typeof NewView>;

export const ViewChange = Type.Object(
  {
    name: Type.Optional(name),
    shared: Type.Optional(shared),
    content_type: Type.Optional(contentType),
    query: Type.Optional(query),
    columns: Type.Optional(columns),
    environment: Type.Optional(environment),
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'The version that was read; same as If-Match.' })),
  },
  { additionalProperties: false, title: 'ViewChange' },
);
export type ViewChange = Omit<Static<typeof ViewChange>, 'version'>;

export const SpacePath = Type.Object({ space_id: Type.String() });
export const ViewPath = Type.Object({ space_id: Type.String(), view_id: Type.String() });

export const View = Type.Object(
  {
    id: Type.String(),
    space_id: Type.String(),
    name,
    shared,
    content_type: Type.Union([Type.String(), Type.Null()], { description: '`api_id`; null for all.' }),
    query: Type.String(),
    columns: Type.Array(Type.String()),
    version: Type.Integer(),
    created_at: Type.String({ format: 'date-time' }),
    created_by: Type.String(),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { additionalProperties: false, title: 'View' },
);
export type View = Static<typeof View>;
