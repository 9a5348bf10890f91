/** API keys as requests and responses show them. The token itself is only in the response that creates it. */
import { type Static, Type } from 'typebox';
import { keyRoles } from '../../../../contract/src/permissions.ts';
import { NameText } from '../../platform/http/name-text.ts';
import { keyWrites } from '../actors/permissions.ts';
import { keyKinds } from '../actors/token-kinds.ts';

const NAME_LENGTH_MAX = 255;
const ENVIRONMENTS_MAX = 1_000;
const TIME_LENGTH_MAX = 64;

const name = NameText(NAME_LENGTH_MAX, { description: 'What the key is for.' });
const environments = Type.Union([Type.Array(Type.String(), { maxItems: ENVIRONMENTS_MAX }), Type.Null()], {
  description: 'Names of the only environments, or aliases, the key may use; null for all, including later ones.',
});
const role = Type.Union([Type.String(), Type.Null()], {
  description: `Only for management keys: ${keyRoles.join(', ')}; by default developer.`,
});
const writes = Type.Union([Type.Enum([...keyWrites]), Type.Null()], {
  description:
    'Only for management keys: `direct`, by default; `model`: as `direct`, and it changes the model of environments where that is locked (`model.push`), which admins give; or `proposal`: it writes content in change sets onto drafts alone, which somebody else applies, and nothing else.',
});
const history = Type.Boolean({
  description:
    'Whether a delivery key may read the past with as_of: what was taken down stays readable with it. Preview keys always may, management keys never.',
});
const expiresAt = Type.Union([Type.String({ maxLength: TIME_LENGTH_MAX }), Type.Null()], {
  description: 'When the key expires, in ISO 8601; null for never.',
});

export const NewApiKey = Type.Object(
  {
    name,
    kind: Type.Enum([...keyKinds], { description: 'The plane the key belongs to.' }),
    environments: Type.Optional(environments),
    role: Type.Optional(role),
    writes: Type.Optional(writes),
    history: Type.Optional(history),
    expires_at: Type.Optional(expiresAt),
  },
  { additionalProperties: false, title: 'NewApiKey' },
);
export type NewApiKey = Static<typeof NewApiKey>;

export const ApiKeyChange = Type.Object(
  {
    name: Type.Optional(name),
    environments: Type.Optional(environments),
    role: Type.Optional(role),
    writes: Type.Optional(writes),
    history: Type.Optional(history),
    expires_at: Type.Optional(expiresAt),
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'The version that was read; same as If-Match.' })),
  },
  { additionalProperties: false, title: 'ApiKeyChange' },
);
export type ApiKeyChange = Static<typeof ApiKeyChange>;

const shown = {
  id: Type.String(),
  space_id: Type.String(),
  name: Type.String(),
  kind: Type.Enum([...keyKinds]),
  prefix: Type.String({ description: 'How every token of this kind starts.' }),
  last_four: Type.String({ description: 'How the token ends.' }),
  environments: Type.Union([Type.Array(Type.String()), Type.Null()]),
  role: Type.Union([Type.String(), Type.Null()]),
  writes: Type.Union([Type.Enum([...keyWrites]), Type.Null()], { description: 'Null for keys that only read.' }),
  history,
  expires_at: Type.Union([Type.String(), Type.Null()]),
  last_used_at: Type.Union([Type.String(), Type.Null()], { description: 'Accurate to a minute.' }),
  created_at: Type.String(),
  created_by: Type.String(),
  updated_at: Type.String(),
  version: Type.Integer(),
};

export const ApiKey = Type.Object(shown, { title: 'ApiKey' });
export type ApiKey = Static<typeof ApiKey>;

export const ApiKeyWithToken = Type.Object(
  { ...shown, token: Type.String({ description: 'The token, shown only once: keep it where secrets are kept.' }) },
  { title: 'ApiKeyWithToken' },
);
export type ApiKeyWithToken = Static<typeof ApiKeyWithToken>;
