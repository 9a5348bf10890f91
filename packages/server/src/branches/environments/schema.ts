/** The contract of environments: request and response bodies. */
import { Type } from 'typebox';
import type { Environment } from '../../model/spaces/environment.ts';
import { Time, Version } from '../../model/spaces/schema.ts';
import { isoTime } from '../../platform/kit/clock.ts';

export const EnvironmentSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    space_id: Type.String(),
    source: Type.Union([Type.String(), Type.Null()], { description: 'Name of the environment it was cloned from.' }),
    cloned_from: Type.Union(
      [Type.Object({ environment: Type.String(), revision: Type.Integer({ minimum: 0 }) }), Type.Null()],
      { description: 'The environment and its revision that a clone began as; null until it is ready.' },
    ),
    status: Type.Enum(['ready', 'cloning', 'failed']),
    version: Version,
    created_at: Time,
  },
  { title: 'Environment', description: 'Content types, entries and assets under one name.' },
);

export const EnvironmentCreation = Type.Object(
  { name: Type.String({ description: '1 to 64 lowercase letters, digits, dots, hyphens and underscores.' }) },
  { additionalProperties: false, examples: [{ name: 'staging' }] },
);

export function environmentRepresentation(environment: Environment) {
  const { id, name, spaceId, source, clonedRevision: revision, version, createdAt } = environment;
  const cloned_from = source === null || revision === null ? null : { environment: source, revision };
  // Environments being deleted are never found.
  const status = environment.status as Exclude<Environment['status'], 'deleting'>;
  return { id, name, space_id: spaceId, source, cloned_from, status, version, created_at: isoTime(createdAt) };
}
