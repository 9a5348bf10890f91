/** The contract of spaces and locales: request and response bodies. */
import { Type } from 'typebox';
import { NameText } from '../../platform/http/name-text.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import type { ShownLocale } from './locale-rules.ts';
import type { Space } from './space.ts';

const NAME_CHARACTERS_MAX = 200;

const Name = NameText(NAME_CHARACTERS_MAX);
export const Version = Type.Integer({ minimum: 1, description: 'Rises by one with every change.' });
export const ExpectedVersion = Type.Optional(
  Type.Integer({ minimum: 1, description: 'The version that was read; any other current version is a conflict.' }),
);
export const Time = Type.String({ format: 'date-time' });
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

export function localeRepresentation(locale: ShownLocale) {
  const { id, code, name, fallback, isDefault, optional, version } = locale;
  return { id, code, name, fallback, default: isDefault, optional, version };
}
