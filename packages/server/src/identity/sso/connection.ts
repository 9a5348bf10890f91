/**
 * A connection to an identity provider as the rules use it: its row, parsed. Invariant: the settings of its protocol are present.
 */

import { type Role, roles } from '../../../../contract/src/permissions.ts';
import type { SealedBox } from '../../platform/kit/sealed-box.ts';
import type { Protocol } from './schema.ts';
import type { SsoConnectionRow } from './tables.ts';

export interface OidcSettings {
  readonly issuer: string;
  readonly client_id: string;
  readonly scopes: readonly string[];
}

export interface SamlSettings {
  readonly idp_entity_id: string;
  readonly sso_url: string;
  /** One or more certificates, as PEM. */
  readonly certificate: string;
}

/** The part stored as JSON. It may contain the settings of both protocols; one is in use. */
export interface Settings {
  readonly role_claim: string | null;
  readonly role_mapping: Readonly<Record<string, string>>;
  readonly oidc: OidcSettings | null;
  readonly saml: SamlSettings | null;
}

/** The part stored encrypted. */
export interface Secrets {
  readonly client_secret?: string;
}

export interface Connection extends Settings {
  readonly accountId: string;
  readonly protocol: Protocol;
  readonly isRequired: boolean;
  readonly defaultRole: string;
  readonly clientSecret: string | undefined;
  readonly version: number;
}

export function connectionOf(row: SsoConnectionRow, box: SealedBox): Connection {
  const secrets: Secrets = row.secrets === null ? {} : JSON.parse(box.open(row.secrets));
  return {
    ...(JSON.parse(row.settings) as Settings),
    accountId: row.account_id,
    protocol: row.protocol as Protocol,
    isRequired: row.required === 1,
    defaultRole: row.default_role,
    clientSecret: secrets.client_secret,
    version: row.version,
  };
}

/** The highest role that the values of the claim map to; undefined if there is none. */
export function mappedRole({ role_mapping }: Settings, values: readonly string[]): Role | undefined {
  const given = new Set(
    values.filter((value) => Object.hasOwn(role_mapping, value)).map((value) => role_mapping[value]),
  );
  return roles.findLast((role) => role !== 'owner' && given.has(role));
}
