/**
 * Preview links: whoever has one sees drafts of one environment without an account, for as long as the link is there and whoever made it
 * may read them. What a link shows is looked at by `content/preview-links/`. Invariant: nothing is remembered of a link; each use, of itself and of
 * a token that it was opened for, reads its row and what its maker may do now.
 */
import type { Environment } from '../../../model/spaces/environment.ts';
import { lockExistingSpace } from '../../../model/spaces/lock-space.ts';
import type { Database, Writer } from '../../../platform/database/database.ts';
import { asNothing, DomainError, notFound } from '../../../platform/errors/domain-error.ts';
import { type Actor, type RequestOrigin, systemActor } from '../../../platform/journal/actor.ts';
import type { Change } from '../../../platform/journal/change.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { type Clock, isoTime } from '../../../platform/kit/clock.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { previewLinkAttempt } from '../../../platform/request-limits/limits.ts';
import type { Throttle } from '../../../platform/request-limits/throttle.ts';
import { rejectWhileBlocked } from '../../../platform/request-limits/too-many-attempts.ts';
import type { LockCreator } from '../../keys/lock-creator.ts';
import type { AbsentActors } from '../absent-actor.ts';
import type { PreviewLinkRow } from '../tables.ts';
import type { Passwords } from '../users/passwords.ts';
import { LINK_ID_PREFIX, LinkSecrets } from './link-secrets.ts';
import {
  countLinks,
  deleteExpiredLinks,
  deleteLink,
  findLink,
  insertLink,
  type LinkInUse,
  type ListedLink,
  linksWithIds,
  listedLinks,
  lockLink,
  noteOpened,
} from './store.ts';

/** Links of a space; concurrent creations may exceed it by a few. */
const PREVIEW_LINKS_MAX = 1_000;
/** How long the list shows a link that has expired. */
const SHOWN_EXPIRED_MS = 30 * 86_400_000;
const CREATE = 'preview_link.create';
const MANAGE = 'preview_link.manage';
const SCOPE = 'preview_link';

/** What a link opens: an entry, a page by its address, or what a change set contains; a set lies over either. */
export type LinkTarget = Pick<PreviewLinkRow, 'entry' | 'change_set' | 'href' | 'locale'>;

/** Who may use a link, and for how long. */
export interface LinkTerms {
  readonly lifeMs: number;
  /** Null for a link that asks for none. */
  readonly password: string | null;
}

/** A link that works, and who it works for, with what they may do now. */
export interface WorkingLink {
  readonly row: LinkInUse;
  readonly maker: Actor;
}

/** Identifies a link. */
export interface LinkAddress {
  readonly spaceId: string;
  readonly id: string;
}

interface PreviewLinksParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly secret: string;
  readonly absent: Pick<AbsentActors, 'actor'>;
  readonly lockCreator: LockCreator;
  readonly passwords: Pick<Passwords, 'inTurn'>;
  readonly throttle: Throttle;
  /** The URL of the service for clients. */
  readonly address: { readonly url: string };
}

export class PreviewLinks {
  readonly #parts: PreviewLinksParts;
  readonly #secrets: LinkSecrets;

  constructor(parts: PreviewLinksParts) {
    this.#parts = parts;
    this.#secrets = new LinkSecrets(parts.secret);
  }

  /** @returns its id; @throws `conflict` at `PREVIEW_LINKS_MAX` */
  async create(
    actor: Actor,
    environment: Environment,
    target: LinkTarget,
    { lifeMs, password }: LinkTerms,
  ): Promise<string> {
    const { journal, passwords, lockCreator } = this.#parts;
    const ip = actor.origin?.ip ?? '';
    const hash = password === null ? null : await passwords.inTurn(SCOPE, ip, (hashing) => hashing.hash(password));
    return journal.write(actor, async (writer, change) => {
      await lockCreator(writer, actor);
      await lockExistingSpace(writer, environment.spaceId);
      await deleteExpiredLinks(writer, environment.spaceId, change.at - SHOWN_EXPIRED_MS);
      await rejectTooMany(writer, environment.spaceId);
      const row: PreviewLinkRow = {
        ...target,
        id: newId(LINK_ID_PREFIX, change.at),
        space_id: environment.spaceId,
        environment: environment.number,
        account_id: actor.accountId,
        user_id: actor.type === 'user' ? actor.id : null,
        key_id: actor.type === 'key' ? actor.id : null,
        password_hash: hash,
        expires_at: change.at + lifeMs,
        opened: 0,
        last_opened_at: null,
        created_at: change.at,
      };
      await insertLink(writer, row);
      record(change, 'preview_link.create', { row, environment: environment.name, changes: { after: recorded(row) } });
      return row.id;
    });
  }

  /** The links of a space, for sorting. */
  async list(spaceId: string): Promise<ListedLink[]> {
    return listedLinks(this.#parts.database.reader, spaceId);
  }

  /** Some of the links of a space, by id. */
  async read(spaceId: string, ids: readonly string[]): Promise<PreviewLinkRow[]> {
    return linksWithIds(this.#parts.database.reader, spaceId, ids);
  }

  /**
   * Revokes a link at once.
   * @throws `not_found`, or `insufficient_permission` for one of somebody else
   */
  async delete(actor: Actor, { spaceId, id }: LinkAddress, environment: string): Promise<void> {
    await this.#parts.journal.write(actor, async (writer, change) => {
      const row = await lockLink(writer, id);
      if (row === undefined || row.space_id !== spaceId) throw unknownLink();
      if (makerOf(row) !== actor.id && !actor.permits(MANAGE)) throw ofSomebodyElse();
      await deleteLink(writer, id);
      record(change, 'preview_link.delete', { row, environment, changes: { before: recorded(row) } });
    });
  }

  /** The address that opens a link, for whoever made it; null for all others, and once it has expired. */
  urlFor(actor: Actor, row: PreviewLinkRow): string | null {
    if (makerOf(row) !== actor.id || row.expires_at <= this.#parts.clock()) return null;
    return `${this.#parts.address.url}/preview-links/${this.#secrets.of(row.id)}`;
  }

  /** The link that a secret opens; undefined for what is no secret, and for a link that is over, whatever ended it. */
  async bySecret(secret: string): Promise<WorkingLink | undefined> {
    const id = this.#secrets.idOf(secret);
    return id === undefined ? undefined : this.working(id);
  }

  /** A link, as long as it works. */
  async working(id: string): Promise<WorkingLink | undefined> {
    const { database, absent, clock } = this.#parts;
    const row = await findLink(database.reader, id);
    if (row === undefined || row.expires_at <= clock()) return undefined;
    // Somebody who may no longer use the account has no links.
    const maker = await absent.actor(database.reader, { id: makerOf(row), accountId: row.account_id }).catch(asNothing);
    return maker?.permits('entry.read') === true && maker.permits(CREATE) ? { row, maker } : undefined;
  }

  /**
   * Whether this is the password of a link that has one.
   * @throws `api_quota_exceeded` with scope `preview_link`
   */
  async unlocks({ id, password_hash: hash }: PreviewLinkRow, password: string, ip: string): Promise<boolean> {
    const { database, passwords, throttle } = this.#parts;
    const { fromHere, fromAnywhere, network } = previewLinkAttempt(id, ip);
    const keys = [fromHere, fromAnywhere, network];
    rejectWhileBlocked(SCOPE, await throttle.wait(keys));
    const isRight = await passwords.inTurn(SCOPE, ip, async (hashing) => {
      rejectWhileBlocked(SCOPE, await throttle.take(keys));
      return hashing.verify(password, hash ?? undefined);
    });
    await database.write((writer) =>
      isRight
        ? throttle.succeeded(writer, { forget: [fromHere, fromAnywhere], takeBack: [network] })
        : throttle.failed(writer, [fromHere]),
    );
    return isRight;
  }

  /** Counts that a link was opened; the audit has the first time. */
  async opened(link: PreviewLinkRow, environment: string, origin: RequestOrigin): Promise<void> {
    const { database, journal, clock } = this.#parts;
    if (link.opened > 0) return database.write((writer) => noteOpened(writer, link.id, clock()));
    const visitor = { ...systemActor('Preview link', link.account_id), origin };
    await journal.write(visitor, async (writer, change) => {
      const row = await lockLink(writer, link.id);
      await noteOpened(writer, link.id, change.at);
      if (row?.opened === 0) record(change, 'preview_link.open', { row, environment, changes: {} });
    });
  }
}

/** Who made a link: a person or a key. */
export function makerOf({ user_id, key_id }: Pick<PreviewLinkRow, 'user_id' | 'key_id'>): string {
  return user_id ?? key_id ?? '';
}

/** The refusal of a link that does not exist, or that the actor may not see. */
export function unknownLink(): DomainError {
  return notFound('preview_link');
}

function ofSomebodyElse(): DomainError {
  const message = 'Somebody else made this link; ask them, or somebody with the role editor, to revoke it.';
  return new DomainError('insufficient_permission', message, { permission: MANAGE });
}

async function rejectTooMany(writer: Writer, spaceId: string): Promise<void> {
  if ((await countLinks(writer, spaceId)) < PREVIEW_LINKS_MAX) return;
  throw new DomainError(
    'conflict',
    `Revoke a preview link that is not needed; a space has at most ${PREVIEW_LINKS_MAX}.`,
  );
}

/** A link as the audit shows it. */
function recorded({ entry, change_set, href, locale, password_hash, expires_at }: PreviewLinkRow): object {
  const password = password_hash !== null;
  return { entry, change_set, href, locale, has_password: password, expires_at: isoTime(expires_at) };
}

function record(
  change: Change,
  action: 'preview_link.create' | 'preview_link.open' | 'preview_link.delete',
  of: { readonly row: PreviewLinkRow; readonly environment: string; readonly changes: object },
): void {
  const { row, environment, changes } = of;
  change.record({ action, target: { type: 'preview_link', id: row.id }, spaceId: row.space_id, environment, changes });
}
