/**
 * The contract of the delivery and preview planes for the documentation: parameters and responses. Query strings are
 * read by `query-string/`, which knows the model, and responses are joined from bytes: neither is checked by these.
 */
import { Type } from 'typebox';
import { bracketOperators } from '../../../../contract/src/operators.ts';
import { INCLUDE_DEFAULT, INCLUDE_MAX, LIMIT_DEFAULT, LIMIT_MAX, SKIP_MAX } from '../../../../contract/src/queries.ts';
import { ContentTypeSchema, FieldSchema } from '../../model/content-types/schema.ts';
import { LocaleSchema } from '../../model/spaces/schema.ts';
import { FOLLOW_PATHS_MAX } from '../query-string/follow.ts';
import { SEARCH_CHARACTERS_MAX, SEARCH_WORDS_MAX } from '../search/search-query.ts';

const IsoTime = Type.String({ format: 'date-time', examples: ['2026-11-21T10:00:00.000Z'] });
const Nullable = <T extends ReturnType<typeof Type.String>>(schema: T) => Type.Union([schema, Type.Null()]);
const LocalizedText = Type.Union([Type.String(), Type.Null(), Type.Record(Type.String(), Type.String())]);

const locale = Type.Optional(
  Type.String({ description: 'Locale code; the default locale if not given. `*` gives raw per-locale maps.' }),
);
const include = Type.Optional(
  Type.Integer({
    minimum: 0,
    maximum: INCLUDE_MAX,
    description: `Depth to which linked entries and assets are resolved into \`includes\`; ${INCLUDE_DEFAULT} if not given.`,
  }),
);
const follow = Type.Optional(
  Type.String({
    description: `Paths of fields, with commas, ${FOLLOW_PATHS_MAX} at most: only links on these paths are resolved into \`includes\`, those in components too. Without \`include\`, as deep as the longest path.`,
    examples: ['author.photo,blocks'],
  }),
);
const select = Type.Optional(
  Type.String({
    description:
      'What is given of each item: `slug,title`; of what a link leads to: `author.name`. `id` and `content_type` always are.',
    examples: ['title,author.name'],
  }),
);
const aliases = Type.Optional(
  Type.Boolean({
    description:
      'Whether `fields` has the values under the former ids of their fields too, as it always has where the content type says `deliver_former_ids`.',
  }),
);
const meta = Type.Optional(
  Type.Boolean({ description: 'Adds `meta` to each entry: its times, its slugs, and which values are fallbacks.' }),
);
const min_revision = Type.Optional(
  Type.Integer({
    minimum: 0,
    description:
      'Revision of the environment (`X-CMS-Revision`) that the response shows at least; it is waited for up to 2 s.',
  }),
);
const search = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: SEARCH_CHARACTERS_MAX,
    description: `Full-text search: all words must occur, at most ${SEARCH_WORDS_MAX}, whatever their case, accents and endings, the last one as a prefix too. By relevance unless \`order\` is given.`,
    examples: ['harbour lights'],
  }),
);
/** `q_locale` of the lists for editors. */
export const SearchedLocales = Type.Optional(
  Type.String({
    description: '`*`: `q` searches the texts of all locales, each in its language; without it, those of `locale`.',
    examples: ['*'],
  }),
);
const page = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: LIMIT_MAX, description: `Page size, ${LIMIT_DEFAULT} if not given.` }),
  ),
  skip: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: SKIP_MAX,
      description: 'Number of items skipped; to go further, follow `Link`.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({ description: 'Start of the next page: taken from `Link` of the previous page.' }),
  ),
};
const Operators = Type.Partial(Type.Record(Type.Enum([...bracketOperators]), Type.String()));
const time = (what: string) =>
  Type.Optional(
    Type.Union([Type.String(), Operators], {
      description: `${what}. Operators stand in brackets behind the name: \`published_at[gte]=2026-11-21\`, an object in generated clients.`,
    }),
  );

const change_set = Type.Optional(
  Type.String({
    description:
      'On the preview plane alone: ids of up to 10 change sets of the environment, with commas. Entries are shown as they will be once these have gone out, one after the other.',
    examples: ['chg_k3x9q2_01m8s3f0'],
  }),
);

const as_of = Type.Optional(
  Type.String({
    description:
      'What readers saw at a revision of the environment, or at a time in ISO 8601. For delivery keys that may read the past (`history`), and preview keys.',
    examples: ['812', '2026-11-01T09:00:00Z'],
  }),
);

export const EntryListQuery = Type.Object({
  content_type: Type.Optional(Type.String({ description: 'Only entries of this content type, by `api_id` or id.' })),
  slug: Type.Optional(
    Type.String({ description: 'Only entries with this slug; types without a slug field have none.' }),
  ),
  locale,
  include,
  follow,
  order: Type.Optional(
    Type.String({
      description:
        '`published_at`, `created_at`, `updated_at`, `slug`, `id` or a field id, `-` first for descending; several with commas.',
      examples: ['-published_at,title'],
    }),
  ),
  ...page,
  fields: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
      description: `Exact match on fields: \`fields.<id>=value\` or \`fields[<id>]=value\`, for as many fields as you like. Operators stand in brackets: \`fields.price[gte]=10\` or \`fields[price[gte]]=10\`, with ${bracketOperators.map((name) => `\`${name}\``).join(', ')}; in \`in\` and \`nin\`, commas separate values, and \`\\,\` is a comma. Through one link: \`fields.author.name=Ada\`. In generated clients, an object such as \`{"price[gte]": 10, "author.name": "Ada"}\`.`,
    }),
  ),
  q: search,
  links_to: Type.Optional(Type.String({ description: 'Only entries that link to this entry or asset.' })),
  ids: Type.Optional(Type.String({ description: 'Only entries with these ids or keys, with commas.' })),
  select,
  aliases,
  meta,
  published_at: time('When the entry was published last'),
  created_at: time('When the entry was made'),
  updated_at: time('When what is shown was saved'),
  change_set,
  as_of,
  min_revision,
});

/** What decides at which moment a model is shown. */
export const Moment = { as_of, min_revision };
export const MinRevision = { min_revision };
export const EntryQueryParameters = Type.Object({
  include,
  follow,
  locale,
  select,
  aliases,
  meta,
  change_set,
  as_of,
  min_revision,
});
export const AssetQueryParameters = Type.Object({ locale, as_of, min_revision });
export const AssetListQuery = Type.Object({
  ...page,
  order: Type.Optional(Type.String({ description: '`created_at`, `updated_at` or `id`, `-` first for descending.' })),
  q: search,
  mime_type: Type.Optional(Type.String({ description: 'Only assets of this media type; `image/*` for every image.' })),
  locale,
  as_of,
  min_revision,
});

/** Where the content of an environment is read. */
export const DELIVERY = '/spaces/:space_id/environments/:environment/delivery';

export const EnvironmentPath = Type.Object({
  space_id: Type.String({ description: 'Id of the space.' }),
  environment: Type.String({ description: 'Name of the environment.' }),
});
export const ResourcePath = Type.Object({
  ...EnvironmentPath.properties,
  id: Type.String({ description: 'Id or key.' }),
});

export const DeliveredAsset = Type.Object(
  {
    id: Type.String(),
    key: Type.String(),
    title: LocalizedText,
    description: LocalizedText,
    alt: LocalizedText,
    file_name: Nullable(Type.String()),
    mime_type: Nullable(Type.String()),
    size: Type.Union([Type.Integer(), Type.Null()], { description: 'Bytes.' }),
    width: Type.Union([Type.Integer(), Type.Null()], { description: 'Pixels.' }),
    height: Type.Union([Type.Integer(), Type.Null()], { description: 'Pixels.' }),
    focal_point: Type.Union([Type.Object({ x: Type.Number(), y: Type.Number() }), Type.Null()], {
      description: 'The point that stays visible when the image is cropped: fractions of width and height.',
    }),
    dominant_color: Nullable(Type.String({ description: '`#rrggbb`.' })),
    placeholder: Nullable(Type.String({ description: 'A tiny version of the image as a `data:` URL.' })),
    url: Nullable(Type.String()),
    created_at: IsoTime,
    updated_at: IsoTime,
  },
  { title: 'DeliveredAsset' },
);

const Meta = Type.Object({
  created_at: IsoTime,
  first_published_at: Type.Union([IsoTime, Type.Null()]),
  updated_at: IsoTime,
  slugs: Type.Record(Type.String(), Type.String(), { description: 'By locale code, through fallback.' }),
  fallbacks: Type.Array(Type.String(), {
    description: 'Ids of the fields whose value is not the own one of the requested locale.',
  }),
});

const entryProperties = {
  id: Type.String(),
  content_type: Type.String({ description: '`api_id` of the content type.' }),
  slug: Nullable(Type.String({ description: 'Null where the content type has no slug field.' })),
  fields: Type.Record(Type.String(), Type.Unknown(), {
    description:
      'Values by field id; with `locale=*` by locale code within. That of a `rich_text` field is a `RichText`.',
  }),
  published_at: Type.Union([IsoTime, Type.Null()]),
  status: Type.Optional(Type.String({ description: 'On the preview plane: `draft`, `published` or `changed`.' })),
  meta: Type.Optional(Meta),
};

export const DeliveredEntry = Type.Object(entryProperties, { title: 'DeliveredEntry' });

const Includes = Type.Object({ entries: Type.Array(DeliveredEntry), assets: Type.Array(DeliveredAsset) });

export const EntryWithIncludes = Type.Object(
  { ...entryProperties, includes: Includes },
  { title: 'EntryWithIncludes' },
);
export const EntryList = Type.Object(
  {
    items: Type.Array(DeliveredEntry),
    total: Type.Integer(),
    skip: Type.Integer(),
    limit: Type.Integer(),
    includes: Includes,
  },
  { title: 'EntryList' },
);
export const AssetList = Type.Object(
  { items: Type.Array(DeliveredAsset), total: Type.Integer(), skip: Type.Integer(), limit: Type.Integer() },
  { title: 'AssetList' },
);

/** What the reading planes show of content types and locales: named one by one, as whatever comes later may be secret. */
export const DELIVERED_TYPE_KEYS = [
  'id',
  'api_id',
  'kind',
  'name',
  'description',
  'display_field',
  'slug_field',
  'deliver_former_ids',
  'fields',
  'created_at',
  'updated_at',
] as const;
export const DELIVERED_LOCALE_KEYS = ['id', 'code', 'name', 'fallback', 'default', 'optional'] as const;

export const EvidenceAsked = Type.Optional(
  Type.Boolean({
    description:
      'Adds `evidence` to each field: how many published entries do not fit its settings, which may be newer than the entries.',
  }),
);
const count = (what: string) => Type.Integer({ minimum: 0, description: `Published entries ${what}.` });
const EvidenceSchema = Type.Object(
  {
    absent: count('without a value, in one of the required locales'),
    outside_in: count('with a value that is none of `in`'),
    outside_types: count('that link to a published entry of a type that is none of `content_types`'),
  },
  {
    title: 'FieldEvidence',
    description: 'Only with `evidence=true`. A field of a component counts entries that have it inside.',
  },
);
const DeliveredField = Type.Object(
  { ...FieldSchema.properties, evidence: Type.Optional(EvidenceSchema) },
  { title: 'DeliveredField' },
);

export const DeliveredType = Type.Object(
  {
    ...Type.Pick(ContentTypeSchema, [...DELIVERED_TYPE_KEYS]).properties,
    fields: Type.Array(DeliveredField),
  },
  { title: 'DeliveredType' },
);
export const DeliveredLocale = Type.Pick(LocaleSchema, [...DELIVERED_LOCALE_KEYS], { title: 'DeliveredLocale' });

export const TokenInfo = Type.Object(
  {
    plane: Type.Enum(['delivery', 'preview']),
    space: Type.Object({ id: Type.String(), name: Type.String() }),
    environments: Type.Array(Type.String()),
    locales: Type.Array(Type.String()),
    default_locale: Type.String(),
    key: Type.Object({ id: Type.String(), name: Type.String() }),
    expires_at: Type.Union([IsoTime, Type.Null()]),
  },
  { title: 'TokenInfo' },
);
