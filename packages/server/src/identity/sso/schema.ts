/** Single sign-on as requests and responses show it. A client secret is never shown. */
import { type Static, Type } from 'typebox';
import { roles } from '../../../../contract/src/permissions.ts';
import { NameText } from '../../platform/http/name-text.ts';
import { inCookie } from '../auth/sessions/schema.ts';

const URL_LENGTH_MAX = 2_048;
const TEXT_LENGTH_MAX = 255;
const SECRET_LENGTH_MAX = 1_024;
const CERTIFICATE_LENGTH_MAX = 20_000;
const SCOPES_MAX = 20;
const MAPPED_MAX = 200;
const EMAIL_LENGTH_MAX = 254;
const CODE_LENGTH_MAX = 255;

const closed = { additionalProperties: false };

/** The protocols of identity providers. */
export const protocols = ['oidc', 'saml'] as const;
export type Protocol = (typeof protocols)[number];

/** Every role but `owner`, which no provider can give. */
const givenRoles = roles.filter((role) => role !== 'owner');
const GivenRole = Type.Enum(givenRoles);

const providerUrl = Type.String({ minLength: 1, maxLength: URL_LENGTH_MAX });
const text = NameText(TEXT_LENGTH_MAX);
const oidcSettings = {
  issuer: Type.String({ ...providerUrl, description: 'The URL below which `/.well-known/openid-configuration` is.' }),
  client_id: text,
  scopes: Type.Array(text, {
    maxItems: SCOPES_MAX,
    description: 'Scopes to ask for besides `openid`, `email` and `profile`.',
  }),
};
const samlSettings = {
  idp_entity_id: Type.String({ minLength: 1, maxLength: URL_LENGTH_MAX, description: 'The name of the provider.' }),
  sso_url: Type.String({ ...providerUrl, description: 'Where the provider takes log-ins, by redirect.' }),
  certificate: Type.String({
    minLength: 1,
    maxLength: CERTIFICATE_LENGTH_MAX,
    description: 'The certificate that the provider signs with, as PEM; several one after the other while it changes.',
  }),
};
const { issuer, client_id, scopes } = oidcSettings;
const clientSecret = Type.String({
  minLength: 1,
  maxLength: SECRET_LENGTH_MAX,
  description: 'Write-only. Leave it out for a public client.',
});
const NewOidc = Type.Object(
  { issuer, client_id, client_secret: Type.Optional(clientSecret), scopes: Type.Optional(scopes) },
  closed,
);
const OidcChange = Type.Partial(NewOidc, closed);
const NewSaml = Type.Object(samlSettings, closed);
const SamlChange = Type.Partial(NewSaml, closed);

const required = Type.Boolean({ description: 'Whether members can only act in the account after single sign-on.' });
const defaultRole = Type.Enum(givenRoles, { description: 'The role of members who join by single sign-on.' });
const roleClaim = Type.Union([text, Type.Null()], {
  description:
    'A claim, or attribute of SAML, that names roles or groups. A name with dots leads into objects. With it, the role of a member follows the provider at each log-in; owners stay owners.',
});
const roleMapping = Type.Record(Type.String({ minLength: 1, maxLength: TEXT_LENGTH_MAX }), GivenRole, {
  maxProperties: MAPPED_MAX,
  description: 'Values of `role_claim` with the role of each. The highest counts; if none is there, `default_role`.',
});
const protocol = Type.Enum([...protocols]);

const common = {
  required: Type.Optional(required),
  default_role: Type.Optional(defaultRole),
  role_claim: Type.Optional(roleClaim),
  role_mapping: Type.Optional(roleMapping),
};

export const NewSsoConnection = Type.Object(
  { protocol, ...common, oidc: Type.Optional(NewOidc), saml: Type.Optional(NewSaml) },
  { ...closed, title: 'NewSsoConnection' },
);
export type NewSsoConnection = Static<typeof NewSsoConnection>;

export const SsoConnectionChange = Type.Object(
  {
    protocol: Type.Optional(protocol),
    ...common,
    oidc: Type.Optional(OidcChange),
    saml: Type.Optional(SamlChange),
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'The version that was read; same as If-Match.' })),
  },
  { ...closed, title: 'SsoConnectionChange' },
);
export type SsoConnectionChange = Static<typeof SsoConnectionChange>;

export const SsoConnection = Type.Object(
  {
    account_id: Type.String(),
    protocol,
    required,
    default_role: defaultRole,
    role_claim: roleClaim,
    role_mapping: roleMapping,
    oidc: Type.Union([
      Type.Object({ ...oidcSettings, has_client_secret: Type.Boolean() }, { title: 'OidcSettings' }),
      Type.Null(),
    ]),
    saml: Type.Union([Type.Object(samlSettings, { title: 'SamlSettings' }), Type.Null()]),
    start_url: Type.String({ description: 'Where a browser begins to log in.' }),
    redirect_uri: Type.String({ description: 'For an OpenID provider: where it sends the browser back to.' }),
    acs_url: Type.String({ description: 'For a SAML provider: where it posts its responses to.' }),
    entity_id: Type.String({
      description: 'For a SAML provider: the name of this service, and the URL of its metadata.',
    }),
    created_at: Type.String(),
    updated_at: Type.String(),
    version: Type.Integer(),
  },
  { title: 'SsoConnection' },
);
export type SsoConnection = Static<typeof SsoConnection>;

const domainName = Type.String({ minLength: 1, maxLength: TEXT_LENGTH_MAX });

export const NewSsoDomain = Type.Object({ domain: domainName }, { ...closed, title: 'NewSsoDomain' });

export const SsoDomain = Type.Object(
  {
    domain: domainName,
    verified: Type.Boolean(),
    verified_at: Type.Union([Type.String(), Type.Null()]),
    record: Type.Object(
      { type: Type.Enum(['TXT']), name: Type.String(), value: Type.String() },
      { description: 'What to publish in the DNS, and to leave there.' },
    ),
    created_at: Type.String(),
    updated_at: Type.String(),
    version: Type.Integer(),
  },
  { title: 'SsoDomain' },
);
export type SsoDomain = Static<typeof SsoDomain>;

export const SsoDiscovery = Type.Object(
  { email: Type.String({ maxLength: EMAIL_LENGTH_MAX }) },
  { ...closed, title: 'SsoDiscovery' },
);

export const SsoDiscovered = Type.Object(
  { sso_url: Type.Optional(Type.String({ description: 'Where a browser begins to log in.' })) },
  { title: 'SsoDiscovered' },
);
export type SsoDiscovered = Static<typeof SsoDiscovered>;

export const SsoExchange = Type.Object(
  { code: Type.String({ minLength: 1, maxLength: CODE_LENGTH_MAX }), refresh: inCookie },
  { ...closed, title: 'SsoExchange' },
);
