/**
 * The connection of an account to its identity provider. Only owners see and change it. Saving it contacts nobody, and its
 * requirements take effect with the next request. Secrets are stored encrypted and never shown.
 */
import type { Database, Reader, Writer } from '../../platform/database/database.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { DomainError, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import { SealedBox } from '../../platform/kit/sealed-box.ts';
import type { AddressRule } from '../../platform/outgoing/address-rule.ts';
import { lockAccount } from '../accounts/accounts.ts';
import { asPerson } from '../actors/actors.ts';
import { ssoUrl } from '../actors/refusals.ts';
import { acsUrl, callbackUrl, entityId, scimUrl } from './addresses.ts';
import { type Connection, connectionOf } from './connection.ts';
import { type ConnectionInput, readConnection } from './connection-input.ts';
import type { NewSsoConnection, SsoConnection, SsoConnectionChange, SsoSetup } from './schema.ts';
import { deleteConnection, findConnection, insertConnection, lockConnection, updateConnection } from './store.ts';
import type { SsoConnectionRow } from './tables.ts';

export { findConnection } from './store.ts';

/** What the routes of the connection need. */
export const PERMISSION = 'sso.manage';
const RESOURCE = 'sso_connection';

interface ConnectionsParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly secret: string;
  /** Which addresses of providers are accepted. */
  readonly rule: AddressRule;
  /** The URL of the service for clients. */
  readonly address: { readonly url: string };
}

export class Connections {
  readonly #parts: ConnectionsParts;
  readonly #box: SealedBox;

  constructor(parts: ConnectionsParts) {
    this.#parts = parts;
    this.#box = new SealedBox(parts.secret, 'sso');
  }

  /** The connection of any account, for log-ins; undefined if it has none. */
  async find(db: Reader, accountId: string): Promise<Connection | undefined> {
    const row = await findConnection(db, accountId);
    return row === undefined ? undefined : connectionOf(row, this.#box);
  }

  async get(actor: Actor, accountId: string): Promise<SsoConnection> {
    requireOwn(actor, accountId);
    const row = await findConnection(this.#parts.database.reader, accountId);
    if (row === undefined) throw noConnection();
    return this.#shown(row);
  }

  /** What a provider has to be told, whether or not the account has a connection. */
  async setup(actor: Actor, accountId: string): Promise<SsoSetup> {
    requireOwn(actor, accountId);
    const connected = (await findConnection(this.#parts.database.reader, accountId)) !== undefined;
    const { url } = this.#parts.address;
    return { account_id: accountId, connected, ...addressesOf(url, accountId), scim_url: scimUrl(url) };
  }

  async create(actor: Actor, accountId: string, request: NewSsoConnection): Promise<SsoConnection> {
    requireOwn(actor, accountId);
    const input = readConnection(request, undefined, this.#parts.rule);
    return this.#parts.journal.write(actor, async (writer, change) => {
      if ((await lockAccount(writer, accountId)) === undefined) throw notFound('account');
      const row: SsoConnectionRow = {
        account_id: accountId,
        ...this.#valuesOf(input),
        version: 1,
        created_at: change.at,
        updated_at: change.at,
      };
      if (!(await insertConnection(writer, row)))
        throw new DomainError('conflict', 'The account has a single sign-on connection already; change that one.');
      const after = this.#shown(row);
      change.record({ action: `${RESOURCE}.create`, target: targetOf(accountId), changes: { after } });
      return after;
    });
  }

  async update(
    actor: Actor,
    accountId: string,
    request: SsoConnectionChange,
    expected?: number,
  ): Promise<SsoConnection> {
    requireOwn(actor, accountId);
    return this.#parts.journal.write(actor, async (writer, change) => {
      const row = await this.#locked(writer, accountId, expected);
      const known = connectionOf(row, this.#box);
      const input = readConnection(request, known, this.#parts.rule);
      const isSecretNew = input.secrets.client_secret !== known.clientSecret;
      const values = { ...this.#valuesOf(input), ...(isSecretNew ? {} : { secrets: row.secrets }) };
      if (Object.entries(values).every(([name, value]) => row[name as keyof SsoConnectionRow] === value))
        return this.#shown(row);
      const next = { ...row, ...values, version: row.version + 1, updated_at: change.at };
      await updateConnection(writer, accountId, { ...values, version: next.version, updated_at: next.updated_at });
      const [before, after] = [this.#shown(row), this.#shown(next)];
      const reason = isSecretNew ? { reason: 'new client secret' } : {};
      change.record({
        action: `${RESOURCE}.update`,
        target: targetOf(accountId),
        changes: { before, after, ...reason },
      });
      return after;
    });
  }

  async delete(actor: Actor, accountId: string, expected?: number): Promise<void> {
    requireOwn(actor, accountId);
    await this.#parts.journal.write(actor, async (writer, change) => {
      const row = await this.#locked(writer, accountId, expected);
      await deleteConnection(writer, accountId);
      change.record({
        action: `${RESOURCE}.delete`,
        target: targetOf(accountId),
        changes: { before: this.#shown(row) },
      });
    });
  }

  async #locked(writer: Writer, accountId: string, expected: number | undefined): Promise<SsoConnectionRow> {
    const row = await lockConnection(writer, accountId);
    if (row === undefined) throw noConnection();
    checkVersion(expected, row.version);
    return row;
  }

  #valuesOf({ protocol, required, defaultRole, settings, secrets }: ConnectionInput) {
    return {
      protocol,
      required: required ? 1 : 0,
      default_role: defaultRole,
      settings: JSON.stringify(settings),
      secrets: secrets.client_secret === undefined ? null : this.#box.seal(JSON.stringify(secrets)),
    };
  }

  #shown(row: SsoConnectionRow): SsoConnection {
    const { url } = this.#parts.address;
    const { protocol, isRequired, defaultRole, ...connection } = connectionOf(row, this.#box);
    const { oidc, saml, clientSecret, accountId } = connection;
    return {
      account_id: accountId,
      protocol,
      required: isRequired,
      default_role: defaultRole as SsoConnection['default_role'],
      role_claim: connection.role_claim,
      role_mapping: connection.role_mapping as SsoConnection['role_mapping'],
      oidc: oidc && { ...oidc, scopes: [...oidc.scopes], has_client_secret: clientSecret !== undefined },
      saml: saml && { ...saml },
      ...addressesOf(url, accountId),
      created_at: isoTime(row.created_at),
      updated_at: isoTime(row.updated_at),
      version: row.version,
    };
  }
}

function addressesOf(url: string, accountId: string) {
  return {
    start_url: ssoUrl(accountId, url),
    redirect_uri: callbackUrl(url),
    acs_url: acsUrl(url),
    entity_id: entityId(url, accountId),
  };
}

/** @throws `not_found` for any account except the one that the person acts in */
export function requireOwn(actor: Actor, accountId: string): void {
  if (asPerson(actor, PERMISSION).accountId !== accountId) throw notFound('account');
}

/** The error where the account has no connection. */
export function noConnection(): DomainError {
  return notFound(RESOURCE, 'whether the account has one');
}

/** The connection of an account, for the audit. */
export function targetOf(id: string) {
  return { type: RESOURCE, id };
}
