/** Single sign-on as requests and responses show it. A client secret is never shown. */
import { type Static, Type } from 'typebox';
import { roles } from '../../../../contract/src/permissions.ts';
import { NameText } from '../../platform/http/name-text.ts';
import { inCookie } from '../auth/sessions/schema.ts';
import { problemKinds } from './problems.ts';

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

/** The addresses of this service that a provider has to be told. */
const addresses = {
  start_url: Type.String({ description: 'Where a browser begins to log in.' }),
  redirect_uri: Type.String({ description: 'For an OpenID provider: where it sends the browser back to.' }),
  acs_url: Type.String({ description: 'For a SAML provider: where it posts its responses to.' }),
  entity_id: Type.String({
    description: 'For a SAML provider: the name of this service, and the URL of its metadata.',
  }),
};

export const SsoSetup = Type.Object(
  {
    account_id: Type.String(),
    connected: Type.Boolean({ description: 'Whether the account has a connection.' }),
    ...addresses,
    scim_url: Type.String({ description: 'For a provider that keeps the members by SCIM.' }),
  },
  { title: 'SsoSetup' },
);
export type SsoSetup = Static<typeof SsoSetup>;

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
    ...addresses,
    created_at: Type.String(),
    updated_at: Type.String(),
    version: Type.Integer(),
  },
  { title: 'SsoConnection' },
);
export type SsoConnection = Static<typeof SsoConnection>;

/** Which rule gives a person their role at a log-in. */
const roleRules = ['owner', 'role_mapping', 'default_role', 'invitation', 'unchanged'] as const;
export type SsoRoleRule = (typeof roleRules)[number];

const SsoTestPerson = Type.Object(
  {
    user_id: Type.Union([Type.String(), Type.Null()], { description: 'The user here; null if one would be created.' }),
    is_you: Type.Boolean({ description: 'Whether that is the person who started the test.' }),
    is_new_member: Type.Boolean({ description: 'Whether they would join the account.' }),
    subject: Type.String({ description: 'The provider’s permanent id for the person.' }),
    email: Type.String(),
    email_verified: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'What the provider says about the address; null if nothing.',
    }),
    name: Type.Union([Type.String(), Type.Null()]),
    role: Type.String({ description: 'Their role after the log-in.' }),
    role_rule: Type.Enum([...roleRules], {
      description:
        'What decides the role: owners stay owners, a value that `role_mapping` has, `default_role`, an open invitation; or it stays as it is.',
    }),
    role_values: Type.Union([Type.Array(Type.String()), Type.Null()], {
      description: 'The values of `role_claim`; null if the provider left it out because there are too many.',
    }),
    claim_names: Type.Array(Type.String(), { description: 'The names of everything that the provider said.' }),
  },
  { title: 'SsoTestPerson' },
);
export type SsoTestPerson = Static<typeof SsoTestPerson>;

const SsoTestProblem = Type.Object(
  {
    kind: Type.Enum([...problemKinds]),
    reason: Type.String({ description: 'What exactly was wrong.' }),
    advice: Type.String({ description: 'What to do about it.' }),
  },
  { title: 'SsoTestProblem' },
);

const testProperties = {
  id: Type.String(),
  account_id: Type.String(),
  state: Type.Enum(['waiting', 'succeeded', 'failed']),
  connection_version: Type.Integer({ description: 'The version of the connection that is tested.' }),
  person: Type.Union([SsoTestPerson, Type.Null()], { description: 'Who would be logged in.' }),
  problem: Type.Union([SsoTestProblem, Type.Null()], { description: 'Why nobody would be.' }),
  created_at: Type.String(),
  finished_at: Type.Union([Type.String(), Type.Null()]),
};

export const SsoTest = Type.Object(testProperties, { title: 'SsoTest' });
export type SsoTest = Static<typeof SsoTest>;

export const StartedSsoTest = Type.Object(
  {
    ...testProperties,
    url: Type.String({ description: 'To be opened in a browser. It works once, within ten minutes.' }),
  },
  { title: 'StartedSsoTest' },
);
export type StartedSsoTest = Static<typeof StartedSsoTest>;

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
