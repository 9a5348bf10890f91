/** The contract of content types. The rules, which know the field types, check field definitions. */

import { Type } from 'typebox';
import {
  contentTypeKinds,
  DESCRIPTION_CHARACTERS_MAX,
  NAME_CHARACTERS_MAX,
} from '../../../../contract/src/content-types.ts';
import { FIELD_ID_PATTERN, fieldTypeNames, itemTypeNames } from '../../../../contract/src/fields.ts';
import { GROUPS_MAX, groupDisplays } from '../../../../contract/src/layout.ts';
import { NameText } from '../../platform/http/name-text.ts';
import { ViolationSchema } from '../../platform/http/violation-schema.ts';

const Kind = Type.Enum([...contentTypeKinds], {
  description:
    '`entry`: entries are made of it. `component`: its fields stand inside of the values of other types, in fields of type `component` and `blocks`; it has no entries. By default `entry`; never changes.',
});
const Name = NameText(NAME_CHARACTERS_MAX);
const Description = Type.String({ maxLength: DESCRIPTION_CHARACTERS_MAX });
const Time = Type.String({ format: 'date-time' });
const FieldName = Type.Union([Type.String(), Type.Null()], {
  description: 'Id of a field of the type, or null.',
});
const PreviewUrl = Type.Union([Type.String(), Type.Null()], {
  description:
    'Address of the page that shows a draft, with `{slug}`, `{id}`, `{key}`, `{locale}`, `{environment}` and `{preview}` to be filled in; https, or http for this machine. `{preview}` is a token by which the page reads what it is to show. Sites cannot read it. Null for none.',
});
const PreviewPicture = Type.Union([Type.String(), Type.Null()], {
  description:
    'Id of the image asset that shows what a component looks like, where people choose one. Requests take its key too. Stays when the asset is deleted, and then shows nothing. Sites cannot read it. Null for none, and for types of kind `entry`.',
});
const DeliverFormerIds = Type.Boolean({
  description: 'Whether delivery and preview show values under the former ids of their fields too. By default false.',
});
const LayoutFields = (description: string) => Type.Array(Type.String(), { description });
const GROUP = {
  id: Type.String({ pattern: `^${FIELD_ID_PATTERN}$`, description: 'Unique in the layout.' }),
  name: Name,
};
const DISPLAY = 'A section stands in the tab before it; sections before the first tab stand above all tabs.';
const Display = Type.Enum([...groupDisplays], { description: DISPLAY });
const GroupFields = LayoutFields('Ids of fields, in order; a field is in one group or at the side.');
const Side = LayoutFields('Ids of the fields beside the form, in order.');
const Half = LayoutFields('Ids of the fields in groups that take half a row.');
const LAYOUT =
  'How Studio lays out the form of an entry. Fields that it does not name come at the end of its first group. Sites cannot read it. Null for the usual form.';
const Layout = Type.Union(
  [
    Type.Object(
      { groups: Type.Array(Type.Object({ ...GROUP, display: Display, fields: GroupFields })), side: Side, half: Half },
      { title: 'Layout' },
    ),
    Type.Null(),
  ],
  { description: LAYOUT },
);
const GivenGroup = Type.Object(
  { ...GROUP, display: Type.Optional(Display), fields: Type.Optional(GroupFields) },
  { additionalProperties: false },
);
const GivenLayout = Type.Union(
  [
    Type.Object(
      {
        groups: Type.Optional(Type.Array(GivenGroup, { maxItems: GROUPS_MAX })),
        side: Type.Optional(Side),
        half: Type.Optional(Half),
      },
      { additionalProperties: false },
    ),
    Type.Null(),
  ],
  { description: LAYOUT },
);
const ExpectedVersion = Type.Optional(
  Type.Integer({ minimum: 1, description: 'The version that was read; any other current version is a conflict.' }),
);

const ValidationsSchema = Type.Object(
  {},
  { additionalProperties: true, description: 'Limits on a value; the field type decides which ones it takes.' },
);

export const FieldSchema = Type.Object(
  {
    id: Type.String(),
    former_ids: Type.Array(Type.String(), {
      description: 'Ids that the field had before, the latest last: filters, `order` and `select` take them.',
    }),
    name: Type.String(),
    type: Type.Enum([...fieldTypeNames]),
    required: Type.Boolean(),
    localized: Type.Boolean(),
    unique: Type.Boolean(),
    default: Type.Optional(Type.Unknown({ description: 'Plain value, applied at creation in the default locale.' })),
    help: Type.Optional(Type.String()),
    items: Type.Optional(
      Type.Object({ type: Type.Enum([...itemTypeNames]), validations: Type.Optional(ValidationsSchema) }),
    ),
    component: Type.Optional(
      Type.String({ description: 'For type `component`: the `api_id` of the component whose fields a value has.' }),
    ),
    components: Type.Optional(
      Type.Array(Type.String(), {
        description: 'For type `blocks`: the `api_id`s of the components that blocks may be of.',
      }),
    ),
    validations: Type.Optional(ValidationsSchema),
  },
  { title: 'Field' },
);

const HiddenFieldSchema = Type.Object(
  {
    id: Type.String(),
    type: Type.Enum([...fieldTypeNames]),
    entries: Type.Integer({ minimum: 1, description: 'Entries that held a value when the field was removed.' }),
  },
  { title: 'HiddenField', description: 'A removed field whose values are kept.' },
);

export const ContentTypeSchema = Type.Object(
  {
    id: Type.String(),
    api_id: Type.String(),
    kind: Kind,
    name: Name,
    description: Description,
    display_field: FieldName,
    slug_field: FieldName,
    preview_url: PreviewUrl,
    preview_picture: PreviewPicture,
    deliver_former_ids: DeliverFormerIds,
    layout: Layout,
    fields: Type.Array(FieldSchema),
    hidden_fields: Type.Array(HiddenFieldSchema),
    version: Type.Integer({ minimum: 1 }),
    created_at: Time,
    updated_at: Time,
    warnings: Type.Array(ViolationSchema, {
      description:
        'What is accepted and may be a mistake: a secret in `preview_url`; in the response to a change also entries that have no value in a field that it made required, and a former id of another field that a field took over.',
    }),
  },
  { title: 'ContentType', description: 'The fields of one kind of entry, or of a component.' },
);

const DeclaredFields = Type.Array(Type.Unknown(), {
  description:
    'Fields in order: `{id, name?, type, required?, localized?, unique?, default?, help?, items?, component?, components?, validations?, previous_id?, former_ids?, restore?}`. The whole list; `previous_id` renames, `former_ids` leaves the ids that a field had before as they are unless it is given, `restore` says whether the values of a hidden field come back.',
});

const properties = {
  kind: Type.Optional(Kind),
  description: Type.Optional(Description),
  display_field: Type.Optional(FieldName),
  slug_field: Type.Optional(FieldName),
  preview_url: Type.Optional(PreviewUrl),
  preview_picture: Type.Optional(PreviewPicture),
  deliver_former_ids: Type.Optional(DeliverFormerIds),
  layout: Type.Optional(GivenLayout),
  fields: Type.Optional(DeclaredFields),
};

const example = {
  api_id: 'article',
  name: 'Article',
  display_field: 'title',
  slug_field: 'slug',
  fields: [
    { id: 'title', type: 'string', required: true, localized: true },
    { id: 'slug', type: 'slug' },
  ],
};

export const ContentTypeCreation = Type.Object(
  {
    api_id: Type.Optional(Type.String({ description: 'Derived from the name if absent; never changes.' })),
    name: Name,
    ...properties,
  },
  { additionalProperties: false, examples: [example] },
);

export const ContentTypeReplacement = Type.Object(
  {
    api_id: Type.Optional(Type.String({ description: 'The same as in the path.' })),
    name: Name,
    ...properties,
    version: ExpectedVersion,
  },
  { additionalProperties: false, examples: [example] },
);

export const ContentTypeChange = Type.Object(
  { name: Type.Optional(Name), ...properties, version: ExpectedVersion },
  { additionalProperties: false, examples: [{ name: 'Story' }] },
);

export const EnvironmentTypesPath = Type.Object({
  space_id: Type.String(),
  environment: Type.String({ description: 'Name of the environment.' }),
});
export const TypeInEnvironmentPath = Type.Object({
  space_id: Type.String(),
  environment: Type.String({ description: 'Name of the environment.' }),
  api_id: Type.String({ description: 'api_id of the content type.' }),
});
export const HiddenFieldInEnvironmentPath = Type.Object({
  ...TypeInEnvironmentPath.properties,
  field_id: Type.String({ description: 'Id of the hidden field.' }),
});
export const TypePath = Type.Object({ id: Type.String({ description: 'Id of the content type.' }) });

export const HiddenFieldPath = Type.Object({
  ...TypePath.properties,
  field_id: Type.String({ description: 'Id of the hidden field.' }),
});

export const LossQuery = Type.Object(
  { confirm_data_loss: Type.Optional(Type.Boolean({ description: 'Hide fields or locales that hold data.' })) },
  { additionalProperties: false },
);
