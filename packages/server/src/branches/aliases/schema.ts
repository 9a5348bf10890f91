/** The contract of environment aliases: request and response bodies. */
import { Type } from 'typebox';
import type { Alias } from '../../model/spaces/environment-rows.ts';
import { ExpectedVersion, Time, Version } from '../../model/spaces/schema.ts';
import { isoTime } from '../../platform/kit/clock.ts';

export const AliasPath = Type.Object({
  space_id: Type.String(),
  alias: Type.String({ description: 'Name of the alias.' }),
});

export const AliasSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String({ description: 'Can be used wherever an environment is named.' }),
    space_id: Type.String(),
    environment: Type.String({ description: 'Name of the environment that it stands for.' }),
    version: Version,
    created_at: Time,
    updated_at: Time,
  },
  { title: 'EnvironmentAlias', description: 'Another name of an environment, which can be pointed at another one.' },
);

export const AliasReplacement = Type.Object(
  {
    environment: Type.String({
      description: 'Name of the environment that it is to stand for; with an alias, what that stands for now.',
    }),
    rename_current_to: Type.Optional(
      Type.String({
        description: 'New name of the environment that has the name of the alias so far; only if there is one.',
      }),
    ),
    version: ExpectedVersion,
  },
  { additionalProperties: false, examples: [{ environment: 'green' }] },
);

export function aliasRepresentation({ id, name, spaceId, environment, version, createdAt, updatedAt }: Alias) {
  const times = { created_at: isoTime(createdAt), updated_at: isoTime(updatedAt) };
  return { id, name, space_id: spaceId, environment, version, ...times };
}
