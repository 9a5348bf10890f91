/**
 * The connection to an identity provider as its form has it, each value under the path that it has in the API, so that what the
 * server refuses stands at its input. The secret is never read: an empty one is the one that is stored.
 */
import type { Role } from '../../../../../contract/src/permissions.ts';
import type { WorkingValues } from '../form/settings-form.tsx';
import type { SsoConnection } from './queries.ts';

export type Protocol = SsoConnection['protocol'];
type GivenRole = Exclude<Role, 'owner'>;

/** A group of the provider with the role that it gives. */
export interface MappedGroup {
  readonly group: string;
  readonly role: GivenRole;
}

/** A type and no interface, so that the form may take it by its names. */
export type ConnectionValues = {
  readonly protocol: Protocol;
  readonly 'oidc.issuer': string;
  readonly 'oidc.client_id': string;
  readonly 'oidc.client_secret': string;
  readonly 'oidc.scopes': readonly string[];
  readonly 'saml.idp_entity_id': string;
  readonly 'saml.sso_url': string;
  readonly 'saml.certificate': string;
  readonly default_role: GivenRole;
  readonly role_claim: string;
  readonly role_mapping: readonly MappedGroup[];
};

/** What the inputs of the form get. */
export type Working = WorkingValues<ConnectionValues>;

const NEW: ConnectionValues = {
  protocol: 'oidc',
  'oidc.issuer': '',
  'oidc.client_id': '',
  'oidc.client_secret': '',
  'oidc.scopes': [],
  'saml.idp_entity_id': '',
  'saml.sso_url': '',
  'saml.certificate': '',
  default_role: 'viewer',
  role_claim: '',
  role_mapping: [],
};

/** What a stored connection looks like in the form; null for none. */
export function valuesOf(connection: SsoConnection | null): ConnectionValues {
  if (connection === null) return NEW;
  const { protocol, default_role, role_claim, role_mapping, oidc, saml } = connection;
  return {
    ...NEW,
    protocol,
    ...(oidc && { 'oidc.issuer': oidc.issuer, 'oidc.client_id': oidc.client_id, 'oidc.scopes': oidc.scopes }),
    ...(saml && {
      'saml.idp_entity_id': saml.idp_entity_id,
      'saml.sso_url': saml.sso_url,
      'saml.certificate': saml.certificate,
    }),
    default_role: default_role as GivenRole,
    role_claim: role_claim ?? '',
    role_mapping: Object.entries(role_mapping).map(([group, role]) => ({ group, role: role as GivenRole })),
  };
}

/**
 * The body of the request that saves some values.
 * @param values what is sent; the settings of another protocol than `protocol` are left out
 */
export function requestOf(values: Partial<ConnectionValues>, protocol: Protocol): Record<string, unknown> {
  const body: Record<string, Record<string, unknown> | unknown> = { protocol };
  for (const [path, value] of Object.entries(values)) {
    const [group = '', name] = path.split('.');
    if (name === undefined) body[group] = sent(group, value);
    else if (group === protocol && !(name === 'client_secret' && value === ''))
      body[group] = { ...(body[group] as object | undefined), [name]: value };
  }
  return body;
}

function sent(name: string, value: unknown): unknown {
  if (name === 'role_claim') return value === '' ? null : value;
  if (name !== 'role_mapping') return value;
  const groups = (value as readonly MappedGroup[]).filter(({ group }) => group.trim() !== '');
  return Object.fromEntries(groups.map(({ group, role }) => [group.trim(), role]));
}

/** Whether changes decide if a log-in works: then it has to be tested anew before it may be required. */
export function needsTest(changes: Partial<ConnectionValues>): boolean {
  return Object.keys(changes).some((name) => name === 'protocol' || name.includes('.'));
}
