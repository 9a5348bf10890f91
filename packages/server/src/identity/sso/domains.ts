/**
 * The domains of an account. A verified domain decides who is sent to single sign-on, and which users may join by it. Only one
 * account can have a domain verified: the one whose record is in the DNS.
 */
import type { Database, Reader, Writer } from '../../platform/database/database.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { DomainError, invalid, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import { newId } from '../../platform/kit/ids.ts';
import { lockAccount } from '../accounts/accounts.ts';
import { domainOf, isDomain } from '../actors/email-address.ts';
import { requireOwn } from './connections.ts';
import { publishedTokens, recordOf } from './domain-proof.ts';
import type { SsoDomain } from './schema.ts';
import {
  deleteDomain,
  findDomain,
  findVerifiedDomain,
  insertDomain,
  listDomains,
  lockClaims,
  lockDomain,
  updateDomain,
} from './store.ts';
import type { SsoDomainRow } from './tables.ts';

const RESOURCE = 'sso_domain';
const DOMAINS_MAX = 100;

/** The place of a domain. */
export interface DomainAddress {
  readonly accountId: string;
  readonly domain: string;
}

export class Domains {
  readonly #database: Database;
  readonly #journal: Journal;

  constructor({ database, journal }: { readonly database: Database; readonly journal: Journal }) {
    this.#database = database;
    this.#journal = journal;
  }

  async list(actor: Actor, accountId: string): Promise<SsoDomain[]> {
    requireOwn(actor, accountId);
    return (await listDomains(this.#database.reader, accountId)).map(shown);
  }

  async get(actor: Actor, { accountId, domain }: DomainAddress): Promise<SsoDomain> {
    requireOwn(actor, accountId);
    return shown(existing(await findDomain(this.#database.reader, accountId, domain.toLowerCase())));
  }

  /** Adds a domain; it has no effect until it is verified. */
  async create(actor: Actor, accountId: string, text: string): Promise<SsoDomain> {
    requireOwn(actor, accountId);
    const domain = readDomain(text);
    return this.#journal.write(actor, async (writer, change) => {
      if ((await lockAccount(writer, accountId)) === undefined) throw notFound('account');
      if ((await listDomains(writer, accountId)).length >= DOMAINS_MAX)
        throw new DomainError('conflict', `An account has at most ${DOMAINS_MAX} domains; remove one first.`);
      const row: SsoDomainRow = {
        account_id: accountId,
        domain,
        token: newId('dom', change.at),
        verified_domain: null,
        verified_at: null,
        version: 1,
        created_at: change.at,
        updated_at: change.at,
      };
      if (!(await insertDomain(writer, row)))
        throw new DomainError('conflict', 'The account has this domain already; verify that one.');
      change.record({ action: `${RESOURCE}.create`, target: targetOf(domain), changes: { after: shown(row) } });
      return shown(row);
    });
  }

  /**
   * Looks for the record in the DNS. @throws `validation_failed` if it is not there, `conflict` if another account has the domain
   */
  async verify(actor: Actor, { accountId, domain }: DomainAddress, expected?: number): Promise<SsoDomain> {
    requireOwn(actor, accountId);
    const known = existing(await findDomain(this.#database.reader, accountId, domain.toLowerCase()));
    checkVersion(expected, known.version);
    const published = await publishedTokens(known.domain);
    requirePublished(known, published);
    return this.#journal.write(actor, async (writer, change) => {
      const claims = await lockClaims(writer, known.domain);
      const row = existing(claims.find(({ account_id }) => account_id === accountId));
      checkVersion(expected, row.version);
      if (row.verified_domain !== null) return shown(row);
      await takeFromOther(writer, change, claims, published);
      const next = {
        ...row,
        verified_domain: row.domain,
        verified_at: change.at,
        version: row.version + 1,
        updated_at: change.at,
      };
      await updateDomain(writer, row, next);
      const changes = { before: shown(row), after: shown(next) };
      change.record({ action: `${RESOURCE}.verify`, target: targetOf(row.domain), changes });
      return shown(next);
    });
  }

  async delete(actor: Actor, { accountId, domain }: DomainAddress, expected?: number): Promise<void> {
    requireOwn(actor, accountId);
    await this.#journal.write(actor, async (writer, change) => {
      const row = existing(await lockDomain(writer, accountId, domain.toLowerCase()));
      checkVersion(expected, row.version);
      await deleteDomain(writer, accountId, row.domain);
      change.record({
        action: `${RESOURCE}.delete`,
        target: targetOf(row.domain),
        changes: { before: shown(row) },
      });
    });
  }
}

/** The account that has verified the domain of an e-mail address; undefined if none has. */
export async function accountOfAddress(db: Reader, folded: string): Promise<string | undefined> {
  return (await findVerifiedDomain(db, domainOf(folded)))?.account_id;
}

/** Whether another account has verified the domain of an e-mail address: then only that account may create its users. */
export async function isOfOther(db: Reader, folded: string, accountId: string): Promise<boolean> {
  const holder = await accountOfAddress(db, folded);
  return holder !== undefined && holder !== accountId;
}

/** The current DNS decides: an account whose record is gone loses the domain to the account whose record is there. */
async function takeFromOther(
  writer: Writer,
  change: Change,
  claims: readonly SsoDomainRow[],
  published: ReadonlySet<string>,
): Promise<void> {
  const other = claims.find(({ verified_domain }) => verified_domain !== null);
  if (other === undefined) return;
  if (published.has(other.token))
    throw new DomainError(
      'conflict',
      'Another account has verified this domain; remove its record from the DNS first.',
    );
  const next = {
    ...other,
    verified_domain: null,
    verified_at: null,
    version: other.version + 1,
    updated_at: change.at,
  };
  await updateDomain(writer, other, next);
  change.record({
    action: `${RESOURCE}.lose`,
    target: targetOf(other.domain),
    accountId: other.account_id,
    changes: { before: shown(other), after: shown(next), reason: 'its record is gone, and another account has one' },
  });
  change.endPart();
}

function requirePublished(
  row: SsoDomainRow,
  published: ReadonlySet<string> | undefined,
): asserts published is ReadonlySet<string> {
  const { name, value } = recordOf(row.domain, row.token);
  if (published === undefined)
    throw invalid('domain', 'dns', `The name servers of ${row.domain} did not respond; try again later.`);
  if (!published.has(row.token))
    throw invalid('domain', 'txt_record', `Publish the TXT record ${name} with the value ${value}, and try again.`);
}

function readDomain(text: string): string {
  const domain = text.toLowerCase();
  if (isDomain(domain)) return domain;
  throw invalid('domain', 'format', 'Give a domain such as example.com; write an international one as xn--….');
}

function existing(row: SsoDomainRow | undefined): SsoDomainRow {
  if (row === undefined) throw notFound(RESOURCE, 'the domain in the path');
  return row;
}

function targetOf(id: string) {
  return { type: RESOURCE, id };
}

function shown(row: SsoDomainRow): SsoDomain {
  return {
    domain: row.domain,
    verified: row.verified_domain !== null,
    verified_at: isoTime(row.verified_at),
    record: recordOf(row.domain, row.token),
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    version: row.version,
  };
}
