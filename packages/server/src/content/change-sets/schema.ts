/** Change sets in requests and responses. */
import { Type } from 'typebox';
import { NameText } from '../../platform/http/name-text.ts';
import { ListQuery } from '../../platform/http/paging.ts';
import { ViolationSchema } from '../../platform/http/violation-schema.ts';
import { itemActions } from '../entries/entry-rules.ts';
import { ontos, origins, SET_NAME_LENGTH_MAX, setStates, VALUES_KEPT_DAYS } from './change-set.ts';
import { scheduledActions } from './schedules.ts';
import { NAMED_MAX } from './set-changes.ts';

const DESCRIPTION_LENGTH_MAX = 2_000;
const PATH_LENGTH_MAX = 1_000;
const ID_LENGTH_MAX = 128;
const TIME_LENGTH_MAX = 64;

const Time = Type.String({ format: 'date-time' });
const NullableTime = Type.Union([Time, Type.Null()]);
const id = Type.String({ examples: ['chg_k3x9q2_01m8s3f0'] });

const name = NameText(SET_NAME_LENGTH_MAX, { description: 'What it is for.', examples: ['Winter sale'] });
const description = Type.String({ maxLength: DESCRIPTION_LENGTH_MAX, description: 'Notes for those who work on it.' });
const onto = Type.Enum([...ontos], {
  description:
    '`published`: its values lie over what readers see, and publishing it shows them. `drafts`: they lie over drafts, and applying it saves drafts and publishes nothing.',
});
const PLANNED_FOR =
  'When somebody would like it to go out, in ISO 8601: a time to come. Nothing happens by itself then.';
const plannedFor = Type.Union([Type.String({ maxLength: TIME_LENGTH_MAX }), Type.Null()], { description: PLANNED_FOR });
const ENDS_AT = 'When it is undone by itself, in ISO 8601. What was changed since stays.';
const version = Type.Optional(
  Type.Integer({ minimum: 1, description: 'The version that was read; same as If-Match.' }),
);

export const EnvironmentPath = Type.Object({ space_id: Type.String(), environment: Type.String() });
export const SetPath = Type.Object({ change_set_id: Type.String({ examples: ['chg_k3x9q2_01m8s3f0'] }) });
export const SetEntryPath = Type.Object({
  ...SetPath.properties,
  key: Type.String({ description: 'The key of the entry.', examples: ['hello'] }),
});

export const SetListQuery = Type.Object(
  {
    ...ListQuery.properties,
    state: Type.Optional(
      Type.String({ description: `One or more of ${setStates.join(', ')}, separated by commas.`, maxLength: 200 }),
    ),
    onto: Type.Optional(onto),
    entry: Type.Optional(
      Type.String({ description: 'Id or key of an entry that the set has.', maxLength: ID_LENGTH_MAX }),
    ),
    'due[lte]': Type.Optional(
      Type.String({
        description: 'Only sets that go out, or end, by themselves until then: a time in ISO 8601.',
        maxLength: TIME_LENGTH_MAX,
      }),
    ),
  },
  { additionalProperties: false },
);

export const NewSet = Type.Object(
  { name, onto: Type.Optional(onto), description: Type.Optional(description), planned_for: Type.Optional(plannedFor) },
  { additionalProperties: false, title: 'NewChangeSet' },
);

export const SetChange = Type.Object(
  {
    name: Type.Optional(name),
    description: Type.Optional(description),
    planned_for: Type.Optional(plannedFor),
    version,
  },
  { additionalProperties: false, title: 'ChangeSetChange' },
);

const Failure = Type.Object(
  {
    code: Type.String({
      description:
        'Why: the code of the error that publishing or undoing it met, or `late` if the service was away for too long.',
    }),
    message: Type.String(),
    errors: Type.Array(ViolationSchema, { description: 'What is to be decided or corrected, at most 200.' }),
    late_by: Type.Integer({ description: 'How many seconds after its time that was.' }),
  },
  {
    additionalProperties: false,
    title: 'ChangeSetFailure',
    description: 'Why it could not go out at its time, or not be undone at its end. Nothing was changed then.',
  },
);

export const ChangeSet = Type.Object(
  {
    id,
    space_id: Type.String(),
    environment: Type.String(),
    name,
    description,
    onto,
    state: Type.Enum([...setStates]),
    origin: Type.Enum([...origins], {
      description: 'Whether a person made it, an API key, or the schedule of one entry.',
    }),
    planned_for: Type.Union([Time, Type.Null()], { description: PLANNED_FOR }),
    publish_at: Type.Union([Time, Type.Null()], { description: 'When it goes out by itself, or was to.' }),
    time_zone: Type.Union([Type.String(), Type.Null()], {
      description: 'The time zone in which that was said; null if it was said as an instant.',
      examples: ['Europe/Berlin'],
    }),
    publish_local: Type.Union([Type.String(), Type.Null()], {
      description: 'The local time that was said.',
      examples: ['2026-12-01T09:00'],
    }),
    ends_at: Type.Union([Time, Type.Null()], { description: ENDS_AT }),
    scheduled_by: Type.Union([Type.String(), Type.Null()], {
      description: 'The person or key for whom it goes out and ends by itself.',
    }),
    failure: Type.Union([Failure, Type.Null()]),
    entries: Type.Integer({ description: 'How many entries it has.' }),
    problems: Type.Integer({
      description: 'What kept its entries from being published when each was last written in it.',
    }),
    conflicts: Type.Integer({ description: 'What was to be decided then. The plan says how it is now.' }),
    published_revision: Type.Union([Type.Integer(), Type.Null()], {
      description: 'The revision of the environment that publishing or applying it made.',
    }),
    published_at: NullableTime,
    undone_at: NullableTime,
    values_removed_at: Type.Union([Time, Type.Null()], {
      description: `Since when its values are no longer kept: ${VALUES_KEPT_DAYS} days after it was published, applied, undone or closed. It cannot be undone or reopened then.`,
    }),
    version: Type.Integer(),
    created_at: Time,
    created_by: Type.String(),
    updated_at: Time,
    updated_by: Type.String(),
  },
  { additionalProperties: false, title: 'ChangeSet' },
);

const entryMembers = {
  id: Type.String({ examples: ['ent_k3x9q2_hello'] }),
  key: Type.String(),
  content_type: Type.String({ description: '`api_id` of the content type.' }),
  title: Type.Union([Type.String(), Type.Null()], { description: 'As the set shows it, in the default locale.' }),
  change: Type.Enum([...itemActions], { description: 'What the set does with the entry.' }),
  version: Type.Integer({
    description:
      'The version of the entry in the set. It changes with what the set has of it, and with what that lies over.',
  }),
};

export const ChangedEntry = Type.Object(
  {
    ...entryMembers,
    problems: Type.Integer(),
    conflicts: Type.Integer(),
    differences: Type.Array(
      Type.Object({
        path: Type.String({ examples: ['fields.title.de'] }),
        before: Type.Unknown({ description: 'What stands there without the set; null for nothing.' }),
        value: Type.Unknown({ description: 'What the set shows; null for nothing.' }),
      }),
    ),
    updated_at: Time,
    updated_by: Type.String(),
  },
  { additionalProperties: false, title: 'ChangedEntry' },
);

const Conflict = Type.Object(
  {
    path: Type.String({ examples: ['entries.hello.fields.title.de'] }),
    reason: Type.Enum(['both_changed', 'gone'], {
      description: '`gone`: the entry, the field or the locale is no longer there, or the entry was published anew.',
    }),
    base: Type.Unknown({ description: 'What stood there when the set was written; null for nothing.' }),
    current: Type.Unknown({ description: 'What stands there now.' }),
    value: Type.Unknown({ description: 'What the set makes of it.' }),
  },
  { additionalProperties: false, title: 'ChangeSetConflict' },
);

export const SetPlan = Type.Object(
  {
    items: Type.Array(
      Type.Object({ ...entryMembers, problems: Type.Array(ViolationSchema) }, { additionalProperties: false }),
    ),
    total: Type.Integer(),
    conflicts: Type.Array(Conflict),
    overlaps: Type.Array(
      Type.Object({
        path: Type.String(),
        change_set: Type.String({ description: 'Id of another set that writes the same value.' }),
        name: Type.String(),
        publish_at: Type.Union([Time, Type.Null()], {
          description: 'When that one goes out, or was to; null for not by itself.',
        }),
      }),
    ),
  },
  { additionalProperties: false, title: 'ChangeSetPlan' },
);

export const UndoneSet = Type.Object(
  {
    ...ChangeSet.properties,
    kept: Type.Array(Conflict, { description: 'What was changed since and stays, at most 100.' }),
  },
  { additionalProperties: false, title: 'UndoneChangeSet' },
);

const dryRun = Type.Optional(Type.Boolean({ description: 'Whether all is checked and nothing is written.' }));
const ResolutionSchema = Type.Object(
  {
    path: Type.String({ maxLength: PATH_LENGTH_MAX, description: 'The path of a conflict.' }),
    take: Type.Enum(['set', 'current'], { description: 'Whose value stands.' }),
  },
  { additionalProperties: false },
);

export const PublishBody = Type.Union([
  Type.Object({ dry_run: dryRun, version }, { additionalProperties: false, title: 'ChangeSetPublication' }),
  Type.Null(),
]);
export const UndoBody = Type.Union([
  Type.Object(
    {
      dry_run: dryRun,
      resolutions: Type.Optional(
        Type.Array(ResolutionSchema, {
          maxItems: NAMED_MAX,
          description: 'For values that were changed since: with `set`, they are taken back all the same.',
        }),
      ),
      version,
    },
    { additionalProperties: false, title: 'ChangeSetUndo' },
  ),
  Type.Null(),
]);
export const ResolutionsBody = Type.Object(
  { resolutions: Type.Array(ResolutionSchema, { minItems: 1, maxItems: NAMED_MAX }), version },
  { additionalProperties: false, title: 'ChangeSetResolutions' },
);
export const MoveBody = Type.Object(
  {
    entries: Type.Array(Type.String({ maxLength: ID_LENGTH_MAX }), {
      minItems: 1,
      maxItems: NAMED_MAX,
      uniqueItems: true,
      description: 'Keys of entries of the set.',
    }),
    to: Type.String({ maxLength: ID_LENGTH_MAX, description: 'Id of the other set.' }),
  },
  { additionalProperties: false, title: 'ChangeSetMove' },
);

const time = {
  at: Type.Optional(
    Type.String({
      maxLength: TIME_LENGTH_MAX,
      description: 'When: an instant in ISO 8601. Either this, or `local` and `time_zone`.',
      examples: ['2026-12-01T09:00:00+01:00'],
    }),
  ),
  local: Type.Optional(
    Type.String({
      maxLength: TIME_LENGTH_MAX,
      description: 'When: a local time of `time_zone`.',
      examples: ['2026-12-01T09:00'],
    }),
  ),
  time_zone: Type.Optional(
    Type.String({
      maxLength: TIME_LENGTH_MAX,
      description: 'A time zone of the IANA list.',
      examples: ['Europe/Berlin'],
    }),
  ),
};
const endsAt = Type.Optional(
  Type.Union([Type.String({ maxLength: TIME_LENGTH_MAX }), Type.Null()], { description: ENDS_AT }),
);
const overlaps = Type.Optional(
  Type.Enum(['accept'], {
    description:
      'Where another scheduled set makes something else of the same value, the one that goes out later stands. Without it, that is 409 with `overlaps`.',
  }),
);
export const ScheduleBody = Type.Object(
  {
    ...time,
    ends_at: endsAt,
    overlaps,
    version,
  },
  { additionalProperties: false, title: 'ChangeSetSchedule' },
);
export const UnscheduleBody = Type.Union([
  Type.Object({ version }, { additionalProperties: false, title: 'ChangeSetUnscheduling' }),
  Type.Null(),
]);
export const EntryScheduleBody = Type.Object(
  {
    action: Type.Enum([...scheduledActions], { description: 'The draft is published as it stands at that time.' }),
    ...time,
    ends_at: endsAt,
    overlaps,
    version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The version of the entry that was read; same as If-Match.' }),
    ),
  },
  { additionalProperties: false, title: 'EntrySchedule' },
);
