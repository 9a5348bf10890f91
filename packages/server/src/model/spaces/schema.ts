/** The contract of spaces, environments and locales: request and response bodies. */
import { Type } from 'typebox';
import { NameText } from '../../platform/http/name-text.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import type { Alias } from './alias-store.ts';
import type { Environment } from './environment.ts';
import type { ShownLocale } from './locale-rules.ts';
import type { Space } from './space.ts';

const NAME_CHARACTERS_MAX = 200;

const Name = NameText(NAME_CHARACTERS_MAX);
const Version = Type.Integer({ minimum: 1, description: 'Rises by one with every change.' });
const ExpectedVersion = Type.Optional(
  Type.Integer({ minimum: 1, description: 'The version that was read; any other current version is a conflict.' }),
);
const Time = Type.String({ format: 'date-time' });
const Code = Type.String({ minLength: 1, maxLength: 64, description: 'BCP 47 language tag.', examples: ['en-US'] });

const StripMetadata = Type.Boolean({
  description: 'Whether uploaded images are kept without Exif, XMP and IPTC data; orientation and colour profile stay.',
});

const Ai = Type.Enum(['on', 'off'], { description: 'Whether AI helpers may be used on its content.' });

export const SpacePath = Type.Object({ space_id: Type.String() });
export const EnvironmentPath = Type.Object({
  space_id: Type.String(),
  environment: Type.String({ description: 'Name of the environment, or of an alias.' }),
});
export const AliasPath = Type.Object({
  space_id: Type.String(),
  alias: Type.String({ description: 'Name of the alias.' }),
});
export const LocalePath = Type.Object({ space_id: Type.String(), locale_id: Type.String() });

export const SpaceSchema = Type.Object(
  {
    id: Type.String(),
    account_id: Type.String(),
    name: Name,
    default_locale: Code,
    strip_metadata: StripMetadata,
    ai: Ai,
    version: Version,
    created_at: Time,
    updated_at: Time,
  },
  { title: 'Space', description: 'Holds environments and locales.' },
);

export const SpaceCreation = Type.Object(
  {
    name: Name,
    default_locale: Type.Optional(Code),
    strip_metadata: Type.Optional(StripMetadata),
    ai: Type.Optional(Ai),
  },
  { additionalProperties: false, examples: [{ name: 'Magazine', default_locale: 'en-US' }] },
);

export const SpaceChange = Type.Object(
  {
    name: Type.Optional(Name),
    default_locale: Type.Optional(Code),
    strip_metadata: Type.Optional(StripMetadata),
    ai: Type.Optional(Ai),
    version: ExpectedVersion,
  },
  { additionalProperties: false, examples: [{ name: 'Quarterly' }] },
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
    version: Version,
    created_at: Time,
  },
  { title: 'Environment', description: 'Content types, entries and assets under one name.' },
);

export const EnvironmentCreation = Type.Object(
  { name: Type.String({ description: '1 to 64 lowercase letters, digits, dots, hyphens and underscores.' }) },
  { additionalProperties: false, examples: [{ name: 'staging' }] },
);

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

export const LocaleSchema = Type.Object(
  {
    id: Type.String(),
    code: Code,
    name: Name,
    fallback: Type.Union([Code, Type.Null()], {
      description: 'Code of the locale whose value is used if this one has none.',
    }),
    default: Type.Boolean(),
    optional: Type.Boolean({ description: 'Whether required fields may be empty in this locale.' }),
    version: Version,
  },
  { title: 'Locale', description: 'A language of the space.' },
);

const localeProperties = {
  name: Type.Optional(Name),
  fallback: Type.Optional(
    Type.Union([Type.String(), Type.Null()], { description: 'Code of another locale; null ends the chain.' }),
  ),
  optional: Type.Optional(Type.Boolean()),
  default: Type.Optional(Type.Boolean()),
};

export const LocaleCreation = Type.Object(
  { code: Type.String({ description: 'BCP 47 language tag.' }), ...localeProperties },
  { additionalProperties: false, examples: [{ code: 'de', fallback: 'en-US' }] },
);

export const LocaleChange = Type.Object(
  { code: Type.Optional(Type.String()), ...localeProperties, version: ExpectedVersion },
  { additionalProperties: false, examples: [{ fallback: null }] },
);

export const LossQuery = Type.Object(
  { confirm_data_loss: Type.Optional(Type.Boolean({ description: 'Do it even if values would be hidden.' })) },
  { additionalProperties: false },
);

export function spaceRepresentation(space: Space) {
  const { id, accountId, name, defaultLocale, stripsMetadata, ai, version, createdAt, updatedAt } = space;
  const times = { created_at: isoTime(createdAt), updated_at: isoTime(updatedAt) };
  const settings = { default_locale: defaultLocale, strip_metadata: stripsMetadata, ai };
  return { id, account_id: accountId, name, ...settings, version, ...times };
}

export function environmentRepresentation(environment: Environment) {
  const { id, name, spaceId, source, clonedRevision: revision, version, createdAt } = environment;
  const cloned_from = source === null || revision === null ? null : { environment: source, revision };
  // Environments that are being deleted are never found.
  const status = environment.status as Exclude<Environment['status'], 'deleting'>;
  return { id, name, space_id: spaceId, source, cloned_from, status, version, created_at: isoTime(createdAt) };
}

export function aliasRepresentation({ id, name, spaceId, environment, version, createdAt, updatedAt }: Alias) {
  const times = { created_at: isoTime(createdAt), updated_at: isoTime(updatedAt) };
  return { id, name, space_id: spaceId, environment, version, ...times };
}

export function localeRepresentation(locale: ShownLocale) {
  const { id, code, name, fallback, isDefault, optional, version } = locale;
  return { id, code, name, fallback, default: isDefault, optional, version };
}
