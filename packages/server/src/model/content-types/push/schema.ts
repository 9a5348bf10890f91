/** The contract of whole models, as they are kept in code. */
import { type Static, Type } from 'typebox';
import { ViolationSchema } from '../../../platform/http/violation-schema.ts';
import { TYPES_MAX } from '../model-size.ts';
import { ContentTypeReplacement, ContentTypeSchema, EnvironmentTypesPath, FieldSchema } from '../schema.ts';

/** Names of fields whose values may be hidden: as many as there can be fields. */
const CONFIRMED_MAX = 50_000;

export const ModelPath = EnvironmentTypesPath;

const Version = Type.Integer({
  minimum: 0,
  description: 'The revision of the last change of a content type of the environment, or of a locale.',
});

const { api_id, kind, name, description, display_field, slug_field, preview_url, deliver_former_ids, layout } =
  ContentTypeSchema.properties;

const TypeDeclaration = Type.Object(
  {
    api_id,
    kind,
    name,
    description,
    display_field,
    slug_field,
    preview_url,
    preview_picture: Type.Union([Type.String(), Type.Null()], {
      description: 'Key of the asset that shows what a component looks like; null for none.',
    }),
    deliver_former_ids,
    layout,
    fields: Type.Array(
      Type.Object({ ...FieldSchema.properties, former_ids: Type.Optional(Type.Array(Type.String())) }),
    ),
  },
  { title: 'TypeDeclaration' },
);
export type TypeDeclaration = Static<typeof TypeDeclaration>;

export const ModelSchema = Type.Object(
  { version: Version, content_types: Type.Array(TypeDeclaration) },
  { title: 'Model', description: 'All content types of an environment, in the form in which they are pushed.' },
);

const { version: _, api_id: __, ...declared } = ContentTypeReplacement.properties;

export const PushBody = Type.Object(
  {
    content_types: Type.Array(
      Type.Object(
        { api_id: Type.String({ description: 'Never changes.' }), ...declared },
        { additionalProperties: false },
      ),
      { maxItems: TYPES_MAX, description: 'Whole content types, in any order: what one leaves out is empty.' },
    ),
    delete_missing: Type.Optional(
      Type.Boolean({ description: 'Whether content types that are not named are deleted; by default they stay.' }),
    ),
    dry_run: Type.Optional(Type.Boolean({ description: 'Whether all is planned and nothing is written.' })),
    confirm_data_loss: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: CONFIRMED_MAX,
        description:
          'The fields of which values may be hidden, by name, such as `article.rating`: see `data_loss` of the plan.',
        examples: [['article.rating']],
      }),
    ),
    version: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The version of the model that was read; any other one is a conflict.' }),
    ),
  },
  {
    additionalProperties: false,
    title: 'ModelPush',
    examples: [{ content_types: [{ api_id: 'article', name: 'Article', fields: [{ id: 'title', type: 'string' }] }] }],
  },
);

const SettingChange = Type.Object(
  { name: Type.String(), before: Type.Unknown(), after: Type.Unknown() },
  { title: 'SettingChange', description: 'A setting that changes; null where there is none.' },
);
const concerned = {
  entries: Type.Integer({ minimum: 1 }),
  examples: Type.Array(Type.String(), { description: 'Ids of the first of them.' }),
};
const FieldChange = Type.Object(
  {
    id: Type.String(),
    previous_id: Type.Union([Type.String(), Type.Null()], { description: 'Its id before, if it is renamed.' }),
    change: Type.Enum(['create', 'update', 'rename', 'replace', 'restore', 'delete'], {
      description: '`replace`: another field takes the id, of another type; `restore`: a hidden field comes back.',
    }),
    settings: Type.Array(SettingChange),
    hides: Type.Array(
      Type.Object({ what: Type.Enum(['field', 'other_locales', 'blocks']), ...concerned }, { title: 'HiddenValues' }),
      {
        description:
          'Entries with values that nobody sees any more: all, those of other locales, or blocks of components left out.',
      },
    ),
    fails: Type.Array(
      Type.Object(
        {
          rule: Type.String(),
          ...concerned,
          published: Type.Integer({ minimum: 0, description: 'Those whose published state breaks it.' }),
        },
        { title: 'BrokenRule' },
      ),
      {
        description:
          'Entries that break rules which the change brings. They stay as they are; saving or publishing them is refused.',
      },
    ),
  },
  { title: 'FieldChange' },
);

const TypeChange = Type.Object(
  {
    api_id: Type.String(),
    change: Type.Enum(['create', 'update', 'delete']),
    settings: Type.Array(SettingChange),
    fields: Type.Array(FieldChange, { description: 'Those that change.' }),
    warnings: Type.Array(ViolationSchema),
  },
  { title: 'TypeChange' },
);

const Refusal = Type.Object(
  {
    code: Type.String(),
    content_type: Type.Union([Type.String(), Type.Null()]),
    message: Type.String(),
    entries: Type.Integer({ minimum: 0 }),
    examples: Type.Array(Type.String(), { description: 'Ids of entries.' }),
  },
  { title: 'PushRefusal' },
);

const Plan = Type.Object(
  {
    content_types: Type.Array(TypeChange, { description: 'The content types that change.' }),
    not_named: Type.Array(Type.String(), { description: 'Content types that the request does not name.' }),
    data_loss: Type.Array(Type.String(), {
      description:
        'The fields of which values are hidden, as they are called before the change: what `confirm_data_loss` has to name.',
    }),
    refused: Type.Array(Refusal, {
      description: 'The errors for which the service would refuse the write, beside values that are not confirmed.',
    }),
  },
  { title: 'ModelPlan' },
);

export const PushedSchema = Type.Object(
  {
    plan: Plan,
    applied: Type.Boolean({ description: 'Whether it was written; false for a dry run, and where nothing changes.' }),
    version: Version,
  },
  { title: 'PushedModel' },
);

export type SettingChange = Static<typeof SettingChange>;
export type FieldChange = Static<typeof FieldChange>;
export type TypeChange = Static<typeof TypeChange>;
/** What the service would refuse the write for. */
export type Refusal = Static<typeof Refusal>;
export type PushPlan = Static<typeof Plan>;
export type Pushed = Static<typeof PushedSchema>;
