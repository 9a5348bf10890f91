/** The contract of the entry routes. */

import { Type } from 'typebox';
import { BULK_ENTRIES_MAX } from '../../../../contract/src/bulk.ts';
import { ViolationSchema } from '../../platform/http/violation-schema.ts';
import { bulkActions } from './bulk.ts';
import { entryStatuses } from './entry.ts';
import { itemActions, scheduledWith } from './entry-rules.ts';
import { PLAN_DEPTH_MAX, PLANNED_IDS_MAX } from './publish-plan.ts';

const VALUES_ADVICE = 'The values of an entry go into "fields".';

const Fields = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'Field id → value. A value is either plain, for the default locale, or a map of locale codes to values; null removes it. That of a `rich_text` field is a `RichText`, where a link may be an id or a key as well.',
  examples: [{ title: { 'en-US': 'Hello', de: 'Hallo' }, author: 'jane' }],
});
const Slug = Type.String({
  minLength: 1,
  maxLength: 400,
  description: 'The slug in the default locale; generated from the display field if absent.',
});
const Version = Type.Optional(
  Type.Integer({ minimum: 1, description: 'The version that was read; any other current version is a conflict.' }),
);
const Autosave = Type.Optional(
  Type.Boolean({
    description:
      'Whether a program saves by itself while somebody writes. History then keeps one version for five minutes of it, the audit lists it only if asked for `entry.autosave`, and webhooks are sent the last of a series.',
  }),
);
const Time = Type.String({ format: 'date-time' });
const Nullable = <T extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Integer>>(schema: T) =>
  Type.Union([schema, Type.Null()]);

export const EnvironmentPath = Type.Object({ space_id: Type.String(), environment: Type.String() });
export const EntryKeyPath = Type.Object({
  ...EnvironmentPath.properties,
  key: Type.String({ description: 'The key of the entry.', examples: ['hello'] }),
});
export const EntryPath = Type.Object({ entry_id: Type.String({ examples: ['ent_k3x9q2_hello'] }) });

/** The parameter that takes a request on entries into a change set. */
export const InChangeSet = Type.Object(
  {
    change_set: Type.Optional(
      Type.String({
        maxLength: 128,
        description:
          'Id of a change set: the request reads and writes the entry inside of it, and nothing outside of it changes.',
        examples: ['chg_k3x9q2_01m8s3f0'],
      }),
    ),
  },
  { additionalProperties: false },
);

export const EntryCreation = Type.Object(
  {
    content_type_id: Type.String({
      minLength: 1,
      maxLength: 128,
      description: 'Id or api_id of the content type.',
      examples: ['article'],
    }),
    slug: Type.Optional(Slug),
    fields: Fields,
    key: Type.Optional(
      Type.String({
        description: 'Its key in the environment, never changed; random and ordered by time if absent.',
      }),
    ),
  },
  { additionalProperties: false, title: 'EntryCreation', 'x-unknown': VALUES_ADVICE },
);

export const EntryReplacement = Type.Object(
  {
    content_type_id: EntryCreation.properties.content_type_id,
    slug: Type.Optional(Slug),
    fields: Fields,
    version: Version,
    autosave: Autosave,
  },
  { additionalProperties: false, title: 'EntryReplacement', 'x-unknown': VALUES_ADVICE },
);

export const EntryChange = Type.Object(
  { slug: Type.Optional(Slug), fields: Type.Optional(Fields), version: Version, autosave: Autosave },
  { additionalProperties: false, title: 'EntryChange', 'x-unknown': VALUES_ADVICE },
);

const Scheduled = Type.Object(
  {
    change_set: Type.String({ description: 'Id of the change set.', examples: ['chg_k3x9q2_01m8s3f0'] }),
    action: Type.Enum([...scheduledWith], {
      description: 'What the set does with the entry when it goes out, or `end` for its end, which undoes it.',
    }),
    at: Time,
  },
  { additionalProperties: false, title: 'ScheduledAction' },
);

export const EntrySchema = Type.Object(
  {
    id: Type.String({ examples: ['ent_k3x9q2_hello'] }),
    key: Type.String(),
    space_id: Type.String(),
    environment: Type.String(),
    content_type: Type.String({ description: 'api_id of the content type.' }),
    content_type_id: Type.String(),
    slug: Nullable(Type.String()),
    status: Type.Enum([...entryStatuses]),
    fields: Type.Record(Type.String(), Type.Record(Type.String(), Type.Unknown()), {
      description: 'Field id → locale code → value. That of a `rich_text` field is a `RichText`.',
    }),
    version: Type.Integer(),
    published_version: Nullable(Type.Integer()),
    published_at: Nullable(Time),
    first_published_at: Nullable(Time),
    archived_at: Nullable(Time),
    created_at: Time,
    created_by: Type.String(),
    updated_at: Time,
    updated_by: Type.String(),
    change: Type.Optional(
      Type.Union([Type.Enum([...itemActions]), Type.Null()], {
        description:
          'Only with `change_set`: what the set does with the entry; null for nothing. `version` is then that of the entry in the set, and changes with what lies below it too.',
      }),
    ),
    scheduled: Type.Optional(
      Type.Array(Scheduled, {
        description:
          'What scheduled change sets do with it by themselves, the soonest first, and their ends. It is no part of the entry: its `version` stays the same, and its `ETag` changes.',
      }),
    ),
  },
  { additionalProperties: false, title: 'ManagedEntry' },
);

export const PublishedEntrySchema = Type.Object(
  {
    ...EntrySchema.properties,
    warnings: Type.Array(ViolationSchema, {
      description:
        'Links to entries that are not published, at most 100, with the rule `unpublished`; delivery leaves such entries out of `includes`.',
    }),
  },
  { additionalProperties: false, title: 'PublishedEntry' },
);

export const ReferenceSchema = Type.Object(
  {
    id: Type.String(),
    key: Type.String(),
    content_type: Type.String(),
    status: Type.Enum([...entryStatuses]),
    in: Type.Array(Type.Enum(['draft', 'published']), { description: 'The states that link to it.' }),
  },
  { additionalProperties: false, title: 'EntryReference' },
);

export const BulkBody = Type.Object(
  {
    action: Type.Enum([...bulkActions]),
    ids: Type.Array(Type.String({ maxLength: 128 }), {
      minItems: 1,
      maxItems: BULK_ENTRIES_MAX,
      description: 'Ids or keys.',
    }),
    atomic: Type.Optional(Type.Boolean({ description: 'Whether one failure undoes all; false by default.' })),
    versions: Type.Optional(
      Type.Record(Type.String({ maxLength: 128 }), Type.Integer({ minimum: 1 }), {
        maxProperties: BULK_ENTRIES_MAX,
        description:
          'Id or key, as in `ids` → the version that was read. An entry with another current version fails with `version_conflict`.',
        examples: [{ ent_k3x9q2_hello: 3 }],
      }),
    ),
  },
  { additionalProperties: false, title: 'EntryBulk' },
);

export const BulkResults = Type.Object(
  {
    results: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          status: Type.String({
            description: 'The status afterwards, `deleted`, `failed`, or `undone` with an atomic bulk that failed.',
          }),
          change: Type.Optional(
            Type.Union([Type.Enum([...itemActions]), Type.Null()], {
              description: 'Only with `change_set`: what the set does with the entry; null for nothing.',
            }),
          ),
          error: Type.Optional(
            Type.Object({
              code: Type.String(),
              message: Type.String(),
              errors: Type.Optional(Type.Array(ViolationSchema)),
              truncated: Type.Optional(Type.Boolean({ description: 'Whether there are more `errors`.' })),
              expected: Type.Optional(
                Type.Integer({ description: 'With `version_conflict`: the version in `versions`.' }),
              ),
              actual: Type.Optional(Type.Integer({ description: 'With `version_conflict`: the current version.' })),
            }),
          ),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false, title: 'EntryBulkResults' },
);

export const PlanBody = Type.Object(
  {
    ids: Type.Array(Type.String({ maxLength: 128 }), {
      minItems: 1,
      maxItems: PLANNED_IDS_MAX,
      description: 'Ids or keys.',
    }),
    depth: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: PLAN_DEPTH_MAX,
        description: `How many links to follow from them; ${PLAN_DEPTH_MAX} by default.`,
      }),
    ),
  },
  { additionalProperties: false, title: 'PublishPlanRequest' },
);

export const Plan = Type.Object(
  {
    items: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          content_type: Type.String({ description: 'api_id of the content type.' }),
          title: Nullable(Type.String({ description: 'The display value in the default locale.' })),
          status: Type.Enum([...entryStatuses]),
          version: Type.Integer({ description: 'The version that the plan was made from.' }),
          linked_from: Type.Array(Type.String(), {
            description: 'Ids of entries of the graph that link to it, at most 100.',
          }),
          problems: Type.Array(ViolationSchema, {
            description: 'What keeps it from being published together with the others, at most 100.',
          }),
        },
        { additionalProperties: false },
      ),
    ),
    total: Type.Integer(),
  },
  { additionalProperties: false, title: 'PublishPlan' },
);

export const EntryPreviewSchema = Type.Object(
  {
    url: Type.Union([Type.String(), Type.Null()], {
      description:
        'Null if the content type has no `preview_url`, it needs a slug and the entry has none, or the entry is not there in what is shown.',
    }),
    frame_url: Type.Union([Type.String(), Type.Null()], {
      description:
        'The page that shows it inside Studio, relative to `/studio/`, as long as the session that asked for it lasts. Null for a key.',
    }),
    token: Type.String({
      description:
        'What stands for `{preview}`: a token that reads the environment on the preview plane, through the change set or at the moment that was asked for. It ends with the session or the key that asked for it.',
      examples: ['cms_pvw_…'],
    }),
    revision: Type.Integer({
      description:
        'Of the environment. Whatever reads with `token` gets no older state from any process, as with `min_revision`: ask for the preview again after a save, and the page shows what was saved.',
    }),
    expires_at: Type.String({
      format: 'date-time',
      description: 'Until when `token` and `frame_url` work: an hour.',
    }),
  },
  { additionalProperties: false, title: 'EntryPreview' },
);

export const VersionSchema = Type.Object(
  {
    version: Type.Integer(),
    action: Type.String({
      description:
        'The action: create, update, autosave, publish, unpublish, archive, unarchive, restore, import or merge.',
    }),
    status: Type.Enum([...entryStatuses]),
    published: Type.Boolean({ description: 'Whether it has been published.' }),
    created_at: Time,
    created_by: Type.String(),
  },
  { additionalProperties: false, title: 'EntryVersion' },
);

export const VersionWithFields = Type.Object(
  { ...VersionSchema.properties, fields: EntrySchema.properties.fields },
  { additionalProperties: false, title: 'EntryVersionWithFields' },
);

export const VersionDiff = Type.Object(
  {
    from: Type.Integer(),
    to: Type.Integer(),
    changes: Type.Array(
      Type.Object(
        { path: Type.String({ examples: ['fields.title.en-US'] }), before: Type.Unknown(), after: Type.Unknown() },
        { additionalProperties: false },
      ),
    ),
  },
  { additionalProperties: false, title: 'EntryVersionDiff' },
);
