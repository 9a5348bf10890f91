/** Migrations in requests and responses. */
import { type Static, Type } from 'typebox';
import { ListQuery } from '../../platform/http/paging.ts';

const NAME_PATTERN = '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$';
/** `preparing`: nothing is changed yet. `writing` and `undoing`: some of it may be. */
const migrationStates = ['preparing', 'writing', 'done', 'undoing', 'undone'] as const;

const Time = Type.String({ format: 'date-time' });
const State = Type.Enum([...migrationStates], {
  description:
    'How far it has come. `preparing`: nothing is changed yet; `writing`: some of it may be; `undoing`: some of it may be taken back.',
});
const PROGRESS =
  'What whoever runs it needs to go on after a stop, such as the ids of change sets; at most 64 KiB of JSON.';
const Progress = Type.Record(Type.String(), Type.Unknown(), { description: PROGRESS });
const name = Type.String({ examples: ['0001-split-names'] });
const CHECKSUM =
  'What tells whether its code was changed since, such as a SHA-256 of the file. Nothing is done with it here.';
const CHECKSUM_LENGTH_MAX = 100;

export const MigrationsPath = Type.Object({
  space_id: Type.String(),
  environment: Type.String({ description: 'Name of the environment.' }),
});
export const MigrationPath = Type.Object({
  ...MigrationsPath.properties,
  name: Type.String({ pattern: NAME_PATTERN, description: 'Its name.', examples: ['0001-split-names'] }),
});
export const MigrationsQuery = ListQuery;

export const MigrationBody = Type.Object(
  {
    state: State,
    progress: Type.Optional(
      Type.Union([Progress, Type.Null()], { description: `${PROGRESS} Stays if it is left out.` }),
    ),
    checksum: Type.Optional(
      Type.Union([Type.String({ maxLength: CHECKSUM_LENGTH_MAX }), Type.Null()], {
        description: `${CHECKSUM} Stays if it is left out.`,
      }),
    ),
    version: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The version that was read, 0 if there was none; same as If-Match.' }),
    ),
  },
  { additionalProperties: false, title: 'MigrationChange' },
);
export type MigrationBody = Static<typeof MigrationBody>;

const listed = {
  name,
  state: State,
  checksum: Type.Union([Type.String(), Type.Null()], { description: CHECKSUM }),
  merge: Type.Union([Type.String(), Type.Null()], { description: 'Id of the merge that brought it; else null.' }),
  version: Type.Integer(),
  created_at: Time,
  created_by: Type.String(),
  updated_at: Time,
  updated_by: Type.String(),
};

export const ListedMigration = Type.Object(listed, {
  additionalProperties: false,
  title: 'ListedMigration',
  description: 'That a change of content, kept as code, was made here, or how far it has come.',
});
export type ListedMigration = Static<typeof ListedMigration>;

export const Migration = Type.Object(
  {
    ...listed,
    progress: Type.Union([Progress, Type.Null()], {
      description: 'Null where it was not run in this environment, but came with a clone or a merge.',
    }),
  },
  {
    additionalProperties: false,
    title: 'Migration',
    description: 'That a change of content, kept as code, was made here, or how far it has come.',
  },
);
export type Migration = Static<typeof Migration>;
