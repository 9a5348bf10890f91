/** The contract of the media routes. */
import { type TSchema, Type } from 'typebox';
import { AssetListQuery, SearchedLocales } from '../../reading/delivery/schema.ts';
import type { PropertyName } from './properties.ts';
import type { TEXTS } from './text-input.ts';

const Time = Type.String({ format: 'date-time' });
const Texts = Type.Record(Type.String(), Type.String(), { description: 'Text by locale code.' });
const NullableText = Type.Union([Type.String(), Type.Null()]);
const Pixels = Type.Union([Type.Integer(), Type.Null()], { description: 'Pixels; null if it is not an image.' });
const Point = Type.Object({ x: Type.Number(), y: Type.Number() }, { additionalProperties: false });
/** Plain text in the default locale, a map by locale, or null to remove it. */
const TextInput = Type.Optional(
  Type.Union([Type.String(), Type.Record(Type.String(), NullableText), Type.Null()], {
    description: 'Plain text in the default locale, or texts by locale code (as JSON in a form); null removes.',
  }),
);
const File = Type.Unsafe<never>({ type: 'string', format: 'binary', description: 'The file; only in a form.' });

const described = {
  title: TextInput,
  description: TextInput,
  alt: TextInput,
  focal_point: Type.Optional(
    Type.Union([Point, Type.Null()], {
      description: 'The point that stays visible when the image is cropped: fractions of width and height from 0 to 1.',
    }),
  ),
  tags: Type.Optional(
    Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'A list of texts; in a form also one text separated by commas.',
    }),
  ),
} satisfies Record<(typeof TEXTS)[number] | PropertyName, TSchema>;

const shownProperties = {
  focal_point: Type.Union([Point, Type.Null()]),
  tags: Type.Array(Type.String()),
} satisfies Record<PropertyName, TSchema>;

const bytes = (description: string) => Type.Optional(Type.Integer({ minimum: 0, description }));

export const ManagedAssetListQuery = Type.Object({
  ...Type.Omit(AssetListQuery, ['as_of']).properties,
  ids: Type.Optional(
    Type.String({ description: 'Only assets with these ids or keys, separated by commas; 1,000 at most.' }),
  ),
  'size[gt]': bytes('Only assets of more bytes than this.'),
  'size[gte]': bytes('Only assets of this many bytes or more.'),
  'size[lt]': bytes('Only assets of fewer bytes than this.'),
  'size[lte]': bytes('Only assets of this many bytes or fewer.'),
  q_locale: SearchedLocales,
  unused: Type.Optional(
    Type.String({ description: '`true`: only assets that no entry links to, neither a draft nor a published one.' }),
  ),
  without_alt: Type.Optional(
    Type.String({
      description: '`true`: only images without an alternative text in the locale or those that it falls back to.',
    }),
  ),
});

export const EnvironmentPath = Type.Object({ space_id: Type.String(), environment: Type.String() });
export const AssetPath = Type.Object({ asset_id: Type.String({ examples: ['ast_k3x9q2_harbour'] }) });

/** Validated by the rules, since forms and JSON express the same values differently. */
export const AssetCreation = Type.Object(
  {
    file: File,
    ...described,
    key: Type.Optional(
      Type.String({
        description: 'Its key in the environment, which never changes; by default random and ordered by time.',
      }),
    ),
  },
  { additionalProperties: false, title: 'AssetCreation' },
);

export const AssetChange = Type.Object(
  {
    file: Type.Optional(File),
    ...described,
    version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The version that was read; any other is rejected.' }),
    ),
  },
  { additionalProperties: false, title: 'AssetChange' },
);

export const AssetSchema = Type.Object(
  {
    id: Type.String({ examples: ['ast_k3x9q2_harbour'] }),
    key: Type.String(),
    space_id: Type.String(),
    environment: Type.String(),
    title: Texts,
    description: Texts,
    alt: Texts,
    file_name: NullableText,
    mime_type: Type.Union([Type.String(), Type.Null()], {
      description: 'Media type, detected from the content of the file.',
    }),
    size: Type.Union([Type.Integer(), Type.Null()], { description: 'Bytes.' }),
    width: Pixels,
    height: Pixels,
    dominant_color: Type.Union([Type.String(), Type.Null()], { description: '`#rrggbb` of an image.' }),
    placeholder: Type.Union([Type.String(), Type.Null()], {
      description: 'A tiny preview of an image, as a data URI, to show while it loads.',
    }),
    ...shownProperties,
    url: Type.Union([Type.String(), Type.Null()], {
      description: 'URL of the file, which needs no token; a new file gets a new URL.',
    }),
    version: Type.Integer(),
    created_at: Time,
    created_by: Type.String(),
    updated_at: Time,
    updated_by: Type.String(),
  },
  { additionalProperties: false, title: 'ManagedAsset' },
);
