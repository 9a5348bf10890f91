/** Preview links in requests and responses. */
import { type Static, Type } from 'typebox';
import { ListQuery } from '../../platform/http/paging.ts';

const ID_LENGTH_MAX = 128;
const HREF_LENGTH_MAX = 2_000;
const LOCALE_LENGTH_MAX = 64;
const NAME_LENGTH_MAX = 64;
const PASSWORD_LENGTH_MIN = 8;
export const PASSWORD_LENGTH_MAX = 128;
const DAY_S = 86_400;
const LIFE_MIN_S = 60;
const LIFE_MAX_S = 30 * DAY_S;
export const LIFE_DEFAULT_S = 7 * DAY_S;

const Time = Type.String({ format: 'date-time' });
const NullableTime = Type.Union([Time, Type.Null()]);
const entryId = Type.String({ maxLength: ID_LENGTH_MAX, examples: ['ent_k3x9q2_hello'] });
const setId = Type.String({ maxLength: ID_LENGTH_MAX, examples: ['chg_k3x9q2_01m8s3f0'] });

export const SpacePath = Type.Object({ space_id: Type.String() });
export const LinkPath = Type.Object({
  space_id: Type.String(),
  preview_link_id: Type.String({ examples: ['plk_01m8s3f0'] }),
});

export const LinkQuery = Type.Object(
  {
    ...ListQuery.properties,
    entry: Type.Optional(
      Type.String({ maxLength: ID_LENGTH_MAX, description: 'Only links that open this entry: its id.' }),
    ),
    change_set: Type.Optional(
      Type.String({ maxLength: ID_LENGTH_MAX, description: 'Only links through this change set: its id.' }),
    ),
  },
  { additionalProperties: false },
);
export type LinkQuery = Static<typeof LinkQuery>;

export const NewPreviewLink = Type.Object(
  {
    entry: Type.Optional(Type.String({ ...entryId, description: 'Id of the entry that it opens.' })),
    change_set: Type.Optional(
      Type.String({
        ...setId,
        description:
          'Id of a change set: what is opened is shown as it will be with it. By itself, the link opens a list of its entries, or the only one.',
      }),
    ),
    href: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: HREF_LENGTH_MAX,
        description:
          'Address of a page that it opens, or its path, below a site that some `preview_url` of the environment names. `{preview}` stands for the token; without it, the token is where that `preview_url` has it.',
        examples: ['/news?tag=sea'],
      }),
    ),
    environment: Type.Optional(
      Type.String({
        maxLength: NAME_LENGTH_MAX,
        description:
          'The environment that it shows: that of the entry or change set, and `master` for an address, if left out.',
      }),
    ),
    locale: Type.Optional(
      Type.String({
        maxLength: LOCALE_LENGTH_MAX,
        description: 'Code of the locale in which it opens an entry; by default the default locale.',
      }),
    ),
    expires_in: Type.Optional(
      Type.Integer({
        minimum: LIFE_MIN_S,
        maximum: LIFE_MAX_S,
        description: 'For how many seconds it works: at most 30 days, by default 7.',
        examples: [LIFE_DEFAULT_S],
      }),
    ),
    password: Type.Optional(
      Type.String({
        minLength: PASSWORD_LENGTH_MIN,
        maxLength: PASSWORD_LENGTH_MAX,
        description: 'Asked of whoever opens it; nobody can read it again.',
      }),
    ),
  },
  { additionalProperties: false, title: 'NewPreviewLink' },
);
export type NewPreviewLink = Static<typeof NewPreviewLink>;

export const PreviewLink = Type.Object(
  {
    id: Type.String({ examples: ['plk_01m8s3f0'] }),
    space_id: Type.String(),
    environment: Type.String({ description: 'Name of the environment that it shows.' }),
    entry: Type.Union([entryId, Type.Null()], { description: 'The entry that it opens.' }),
    change_set: Type.Union([setId, Type.Null()], { description: 'The change set that it is seen through.' }),
    href: Type.Union([Type.String(), Type.Null()], {
      description: 'The page that it opens, with `{preview}` for the token.',
    }),
    locale: Type.Union([Type.String(), Type.Null()]),
    title: Type.Union([Type.String(), Type.Null()], {
      description: 'That of the entry, in its draft, or the name of the change set; null if there is none.',
    }),
    has_password: Type.Boolean(),
    url: Type.Union([Type.String(), Type.Null()], {
      description: 'What to send. Only for whoever made it, as long as it has not expired; null otherwise.',
      examples: ['https://cms.example/preview-links/cms_pvl_…'],
    }),
    created_by: Type.String({
      description: 'Id of the user or key. The link ends when they may no longer read drafts.',
    }),
    created_at: Time,
    expires_at: Time,
    opened: Type.Integer({ description: 'How often it was opened, also by programs that look at links in messages.' }),
    last_opened_at: NullableTime,
  },
  { additionalProperties: false, title: 'PreviewLink' },
);
export type PreviewLink = Static<typeof PreviewLink>;
