/** The contract of environments: request and response bodies. */
import { Type } from 'typebox';
import type { Environment } from '../../model/spaces/environment.ts';
import { Time, Version } from '../../model/spaces/schema.ts';
import { NameText } from '../../platform/http/name-text.ts';
import { isoTime } from '../../platform/kit/clock.ts';

const BY_CHARACTERS_MAX = 500;

const ModelLock = Type.Object(
  {
    by: NameText(BY_CHARACTERS_MAX, {
      description: 'The address of a repository, or words that say where.',
      examples: ['https://github.com/acme/site'],
    }),
  },
  { title: 'ModelLock', additionalProperties: false },
);

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
    model_locked: Type.Union([ModelLock, Type.Null()], {
      description:
        'Where the model is kept: only keys that push models (`writes: "model"`) change it here. Null if it is not locked. A clone begins without.',
    }),
    version: Version,
    created_at: Time,
  },
  { title: 'Environment', description: 'Content types, entries and assets under one name.' },
);

export const EnvironmentCreation = Type.Object(
  { name: Type.String({ description: '1 to 64 lowercase letters, digits, dots, hyphens and underscores.' }) },
  { additionalProperties: false, examples: [{ name: 'staging' }] },
);

export const EnvironmentChange = Type.Object(
  {
    model_locked: Type.Optional(
      Type.Union([ModelLock, Type.Null()], { description: 'Where the model is kept from now on; null to unlock it.' }),
    ),
    version: Type.Optional(
      Type.Integer({ minimum: 1, description: 'The version that was read; any other current version is a conflict.' }),
    ),
  },
  {
    additionalProperties: false,
    title: 'EnvironmentChange',
    examples: [{ model_locked: { by: 'https://github.com/acme/site' } }],
  },
);

export function environmentRepresentation(environment: Environment) {
  const { id, name, spaceId, source, clonedRevision: revision, modelLockedBy: by, version, createdAt } = environment;
  const cloned_from = source === null || revision === null ? null : { environment: source, revision };
  // Environments being deleted are never found.
  const status = environment.status as Exclude<Environment['status'], 'deleting'>;
  const model_locked = by === null ? null : { by };
  const created_at = isoTime(createdAt);
  return { id, name, space_id: spaceId, source, cloned_from, status, model_locked, version, created_at };
}
