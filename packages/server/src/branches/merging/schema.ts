/** The contract of merges and comparisons. */

import { Type } from 'typebox';
import { PageQuery } from '../../platform/http/paging.ts';
import { ViolationSchema } from '../../platform/http/violation-schema.ts';
import { byPlural, publishModes } from './plan.ts';
import { conflictRules } from './planning/decisions.ts';
import { sideChanges } from './planning/differences.ts';

const NAMES_MAX = 1_000;
const RESOLUTIONS_MAX = 1_000;
const PATH_CHARACTERS_MAX = 500;

const Time = Type.String({ format: 'date-time' });
const NullableText = Type.Union([Type.String(), Type.Null()]);
const NullableTime = Type.Union([Time, Type.Null()]);
const Anything = Type.Unknown();
const Path = Type.String({
  description: 'Names resource, field and locale.',
  examples: ['entries.first.fields.title.en-US'],
});

export const MergePath = Type.Object({
  space_id: Type.String(),
  environment: Type.String({ description: 'Name of the environment.' }),
  merge_id: Type.String(),
});

export const MergesQuery = Type.Object(PageQuery, { additionalProperties: false });

export const MergeBody = Type.Object(
  {
    from: Type.String({ description: 'Name of the environment that is merged into the one in the path.' }),
    content_types: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: NAMES_MAX,
        description: 'Ids or `api_id`s of the only content types, with their entries and the assets these link to.',
      }),
    ),
    entries: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        maxItems: NAMES_MAX,
        description: 'Ids or keys of the only entries, with their content types and the assets that they link to.',
      }),
    ),
    resolutions: Type.Optional(
      Type.Array(
        Type.Object(
          {
            path: Type.String({ minLength: 1, maxLength: PATH_CHARACTERS_MAX }),
            take: Type.Enum(['source', 'target']),
          },
          { additionalProperties: false },
        ),
        { maxItems: RESOLUTIONS_MAX, description: 'Which side to take at a path, in conflict or not.' },
      ),
    ),
    publish: Type.Optional(
      Type.Enum([...publishModes], {
        description:
          '`as_source` also merges what was published in the source since into what is published here; drafts stay drafts. ' +
          'By default `none`.',
      }),
    ),
    dry_run: Type.Optional(Type.Boolean({ description: 'Only plan the merge; by default true.' })),
  },
  { additionalProperties: false, title: 'MergeRequest', examples: [{ from: 'staging', dry_run: false }] },
);

const change = {
  id: Type.String(),
  key: Type.String(),
  action: Type.Enum(['create', 'update', 'delete']),
  paths: Type.Array(Type.String(), { description: 'What changes in it.' }),
};
const Change = Type.Object(change, { title: 'MergeChange' });
const EntryChange = Type.Object(
  {
    ...change,
    content_type: Type.String(),
    publish: Type.Boolean({ description: 'Whether values of it are published.' }),
  },
  { title: 'MergeEntryChange' },
);

const values = { base: Anything, target: Anything, source: Anything };

const Conflict = Type.Object(
  { path: Path, rule: Type.Enum([...conflictRules]), ...values },
  { title: 'MergeConflict', description: 'A place that needs a decision; `base` is the common ancestor.' },
);

const changes = {
  model: Type.Array(Change),
  entries: Type.Array(EntryChange),
  ...byPlural(() => Type.Array(Change)),
  becomes_visible: Type.Array(Path, {
    description:
      'Every place at which delivery shows something else afterwards: values that are published, removed or of assets, ' +
      'entries and assets that appear or go, and settings of content types.',
  }),
};

const count = Type.Integer({ minimum: 0 });

export const MergeSummary = Type.Object(
  {
    id: Type.String(),
    from: Type.String(),
    into: Type.String(),
    publish: Type.Enum([...publishModes]),
    created_at: Time,
    created_by: Type.String(),
    undone_at: NullableTime,
    undone_by: NullableText,
    parts: Type.Integer({
      minimum: 0,
      description:
        'How many writes it takes: one for each 1,000 resources at most. Readers see what is between two of them.',
    }),
    complete: Type.Boolean({
      description:
        'Whether all parts are written, or all are undone. False for a plan, while a merge runs, and if it stopped between two ' +
        'parts: then another merge brings the rest.',
    }),
    changed: Type.Object(
      { content_types: count, entries: count, ...byPlural(() => count) },
      { description: 'How many of each.' },
    ),
  },
  { title: 'MergeSummary', description: 'A merge in a list.' },
);

export const MergeSchema = Type.Object(
  { ...MergeSummary.properties, ...changes },
  { title: 'Merge', description: 'A merge with everything that it changed.' },
);

export const MergeResult = Type.Object(
  {
    ...MergeSchema.properties,
    id: Type.Union([Type.String(), Type.Null()], { description: 'Null for a plan.' }),
    created_at: NullableTime,
    created_by: NullableText,
    conflicts: Type.Array(Conflict),
    errors: Type.Array(ViolationSchema, {
      description: 'What saving or publishing would refuse; such a merge is not applied.',
    }),
  },
  { title: 'MergeResult', description: 'A merge, or the plan of one.' },
);

export const ComparisonQuery = Type.Object(
  {
    ...PageQuery,
    to: Type.Optional(
      Type.String({
        description:
          'Name of the environment that the one in the path is compared with; by default what it was cloned from.',
      }),
    ),
    content_types: Type.Optional(
      Type.String({ description: 'Ids or `api_id`s of the only content types, with commas.' }),
    ),
    entries: Type.Optional(Type.String({ description: 'Ids or keys of the only entries, with commas.' })),
  },
  { additionalProperties: false },
);

const ComparedSide = Type.Object(
  {
    change: Type.Enum([...sideChanges]),
    id: Type.String(),
    version: Type.Union([Type.Integer(), Type.Null()]),
    updated_at: NullableTime,
    updated_by: NullableText,
  },
  { title: 'ComparedSide', description: 'What an environment did to the resource since the common ancestor.' },
);

export const ComparedResource = Type.Object(
  {
    path: Path,
    kind: Type.Enum(['content_type', 'entry', 'asset']),
    key: Type.String(),
    content_type: Type.Union([Type.String(), Type.Null()], {
      description: "`api_id` of an entry's content type; null for other kinds.",
    }),
    title: Type.Union([Type.String(), Type.Null()], {
      description:
        "An entry's display value in the default locale, in `source` or if it is gone there in `target`; null for other kinds.",
    }),
    source: ComparedSide,
    target: ComparedSide,
    differences: Type.Array(
      Type.Object(
        { path: Path, ...values, changed_in: Type.Enum(['source', 'target', 'both']) },
        { title: 'Difference' },
      ),
    ),
  },
  {
    title: 'ComparedResource',
    description: 'Something that differs: `source` is the environment in the path, `target` the one of `to`.',
  },
);
