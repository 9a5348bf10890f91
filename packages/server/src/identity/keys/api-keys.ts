/**
 * The rules of API keys. Environments are stored by number, never by name, and never widened automatically. Nobody can create,
 * change, rotate or delete a key that may do more or lives longer than they do. A token is only shown once, in the response that
 * creates it.
 */

import { lockExistingSpace } from '../../model/spaces/lock-space.ts';
import type { Database, Reader, Writer } from '../../platform/database/database.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { DomainError, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { type Clock, isoTime } from '../../platform/kit/clock.ts';
import { newId } from '../../platform/kit/ids.ts';
import { mapById, mapInTurn } from '../../platform/kit/pace.ts';
import type { RowsWanted } from '../../platform/kit/page-position.ts';
import { newToken, tokenHash } from '../../platform/kit/token.ts';
import type { LastUses } from '../actors/last-uses.ts';
import { KEY_PREFIXES, type KeyKind, lastFourOf } from '../actors/token-kinds.ts';
import { extentOf, numbersOf, rejectExcess, writesOf } from './key-extent.ts';
import { readEnvironments, readExpiry, readHistory, readRole, readWrites } from './key-input.ts';
import type { KeyRing } from './key-ring.ts';
import type { LockCreator } from './lock-creator.ts';
import type { ApiKey, ApiKeyChange, ApiKeyWithToken, NewApiKey } from './schema.ts';
import type { SpaceDirectory } from './space-directory.ts';
import {
  countKeys,
  deleteKey,
  findKey,
  insertKey,
  keyNames,
  keysBySpace,
  keysOfPage,
  keysWithIds,
  type ListedKey,
  listedKeys,
  lockKey,
  updateKey,
} from './store.ts';
import type { ApiKeyRow } from './tables.ts';

export { findKeyInUseById, lockKey, saveLastUse } from './store.ts';

/** Keys of a space; concurrent creations may exceed it by a few. */
const API_KEYS_MAX = 1_000;

interface Environment {
  readonly number: number;
  readonly name: string;
}

interface ApiKeysParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly spaces: SpaceDirectory;
  readonly ring: KeyRing;
  readonly uses: LastUses;
  readonly lockCreator: LockCreator;
}

/** How many keys a space has. */
export async function countKeysOf(db: Reader, spaceId: string): Promise<number> {
  return countKeys(db, spaceId);
}

/** How many keys each space of an account has; a space without any is left out. */
export function keysOfSpaces(db: Reader, accountId: string): Promise<ReadonlyMap<string, number>> {
  return keysBySpace(db, accountId);
}

/** The names of those of the keys that there still are, by id. @param ids at most some hundred */
export function namesOfKeys(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return keyNames(db, ids);
}

export class ApiKeys {
  readonly #parts: ApiKeysParts;

  constructor(parts: ApiKeysParts) {
    this.#parts = parts;
  }

  /** The keys of a space, for sorting. @throws `not_found` */
  async list(actor: Actor, spaceId: string): Promise<ListedKey[]> {
    const { spaces, database, uses } = this.#parts;
    await spaces.find(actor, spaceId);
    const rows = await listedKeys(database.reader, spaceId);
    return rows.map((row) => ({ ...row, last_used_at: uses.latest(row.id, row.last_used_at) }));
  }

  /** The keys of a space that a page in the order of their ids shows. @throws `not_found` */
  async page(actor: Actor, spaceId: string, wanted: RowsWanted): Promise<{ rows: ApiKey[]; total: number }> {
    const environments = await this.#parts.spaces.environments(actor, spaceId);
    const { reader } = this.#parts.database;
    const rows = await keysOfPage(reader, spaceId, wanted);
    return {
      rows: await mapInTurn(rows, (row) => this.#show(row, environments)),
      total: await countKeys(reader, spaceId),
    };
  }

  /** Keys of the space by id, among those that `list` returns. */
  async read(actor: Actor, spaceId: string, ids: readonly string[]): Promise<Map<string, ApiKey>> {
    const environments = await this.#parts.spaces.environments(actor, spaceId);
    const rows = await keysWithIds(this.#parts.database.reader, spaceId, ids);
    return mapById(rows, (row) => this.#show(row, environments));
  }

  async get(actor: Actor, spaceId: string, id: string): Promise<ApiKey> {
    const environments = await this.#parts.spaces.environments(actor, spaceId);
    return this.#show(await existing(findKey(this.#parts.database.reader, spaceId, id)), environments);
  }

  /** Creates a key. Its token is only shown in this response. */
  async create(actor: Actor, spaceId: string, request: NewApiKey): Promise<ApiKeyWithToken> {
    const environments = await this.#parts.spaces.environments(actor, spaceId);
    const role = readRole(request.kind, request.role);
    const writes = readWrites(request.kind, request.writes);
    const history = readHistory(request.kind, request.history) ? 1 : 0;
    const numbers = readEnvironments(request.environments ?? null, environments);
    const expiresAt = readExpiry(request.expires_at ?? null, this.#parts.clock());
    rejectExcess(actor, { role, writes, environments: numbers, expiresAt });
    return this.#parts.journal.grow(actor, async (writer, change) => {
      await this.#parts.lockCreator(writer, actor);
      await lockExistingSpace(writer, spaceId);
      await rejectTooMany(writer, spaceId);
      const token = newToken(KEY_PREFIXES[request.kind]);
      const row: ApiKeyRow = {
        id: newId('key', change.at),
        space_id: spaceId,
        name: request.name,
        kind: request.kind,
        token_hash: tokenHash(token),
        last_four: lastFourOf(token),
        environments: numbers === null ? null : JSON.stringify(numbers),
        role,
        writes,
        history,
        expires_at: expiresAt,
        last_used_at: null,
        version: 1,
        created_at: change.at,
        created_by: actor.id,
        updated_at: change.at,
      };
      await insertKey(writer, row);
      change.count(actor.accountId, 'api_keys', 1);
      const shown = this.#show(row, environments);
      change.record({
        action: 'api_key.create',
        target: { type: 'api_key', id: row.id },
        spaceId,
        changes: { after: shown },
      });
      return { ...shown, token };
    });
  }

  async update(actor: Actor, at: KeyAddress, request: ApiKeyChange, expected?: number): Promise<ApiKey> {
    const environments = await this.#parts.spaces.environments(actor, at.spaceId);
    return this.#change(actor, async (writer, change) => {
      const row = await this.#locked(writer, actor, at, expected);
      const values = newValues(row, request, environments, this.#parts.clock());
      const next = { ...row, ...values };
      rejectExcess(actor, extentOf(next));
      if (Object.entries(values).every(([name, value]) => row[name as keyof ApiKeyRow] === value))
        return this.#show(row, environments);
      const saved = { ...next, version: row.version + 1, updated_at: change.at };
      await updateKey(writer, row.id, { ...values, version: saved.version, updated_at: saved.updated_at });
      const [before, after] = [this.#show(row, environments), this.#show(saved, environments)];
      change.record({
        action: 'api_key.update',
        target: { type: 'api_key', id: row.id },
        spaceId: at.spaceId,
        changes: { before, after },
      });
      return after;
    });
  }

  /** Gives the key a new token; the old one stops working. */
  async rotate(actor: Actor, at: KeyAddress, expected?: number): Promise<ApiKeyWithToken> {
    const environments = await this.#parts.spaces.environments(actor, at.spaceId);
    return this.#change(actor, async (writer, change) => {
      await this.#parts.lockCreator(writer, actor);
      const row = await this.#locked(writer, actor, at, expected);
      const token = newToken(KEY_PREFIXES[row.kind as KeyKind]);
      const values = {
        token_hash: tokenHash(token),
        last_four: lastFourOf(token),
        version: row.version + 1,
        updated_at: change.at,
      };
      await updateKey(writer, row.id, values);
      change.record({
        action: 'api_key.rotate',
        target: { type: 'api_key', id: row.id },
        spaceId: at.spaceId,
        changes: { before: { last_four: row.last_four }, after: { last_four: values.last_four } },
      });
      return { ...this.#show({ ...row, ...values }, environments), token };
    });
  }

  /** Revokes the key at once. */
  async delete(actor: Actor, at: KeyAddress, expected?: number): Promise<void> {
    const environments = await this.#parts.spaces.environments(actor, at.spaceId);
    await this.#change(actor, async (writer, change) => {
      const row = await this.#locked(writer, actor, at, expected);
      await deleteKey(writer, row.id);
      change.count(actor.accountId, 'api_keys', -1);
      change.record({
        action: 'api_key.delete',
        target: { type: 'api_key', id: row.id },
        spaceId: at.spaceId,
        changes: { before: this.#show(row, environments) },
      });
    });
  }

  async #change<T>(actor: Actor, work: (writer: Writer, change: Change) => Promise<T>): Promise<T> {
    try {
      return await this.#parts.journal.write(actor, work);
    } finally {
      this.#parts.ring.forgetAll();
    }
  }

  async #locked(writer: Writer, actor: Actor, at: KeyAddress, expected: number | undefined): Promise<ApiKeyRow> {
    const row = await existing(lockKey(writer, at.spaceId, at.id));
    checkVersion(expected, row.version);
    rejectExcess(actor, extentOf(row));
    return row;
  }

  #show(row: ApiKeyRow, environments: readonly Environment[]): ApiKey {
    const kind = row.kind as KeyKind;
    const numbers = numbersOf(row);
    const bound = new Set(numbers);
    return {
      id: row.id,
      space_id: row.space_id,
      name: row.name,
      kind,
      prefix: KEY_PREFIXES[kind],
      last_four: row.last_four,
      environments: numbers && environments.filter(({ number }) => bound.has(number)).map(({ name }) => name),
      role: row.role,
      writes: kind === 'management' ? writesOf(row) : null,
      history: row.history === 1,
      expires_at: isoTime(row.expires_at),
      last_used_at: isoTime(this.#parts.uses.latest(row.id, row.last_used_at)),
      created_at: isoTime(row.created_at),
      created_by: row.created_by,
      updated_at: isoTime(row.updated_at),
      version: row.version,
    };
  }
}

/** @throws `conflict` */
async function rejectTooMany(writer: Writer, spaceId: string): Promise<void> {
  if ((await countKeys(writer, spaceId)) < API_KEYS_MAX) return;
  throw new DomainError('conflict', `Delete an API key that is not needed; a space has at most ${API_KEYS_MAX}.`);
}

/** Identifies a key. */
export interface KeyAddress {
  readonly spaceId: string;
  readonly id: string;
}

function newValues(
  row: ApiKeyRow,
  request: ApiKeyChange,
  environments: readonly Environment[],
  now: number,
): Partial<ApiKeyRow> {
  const values: Partial<ApiKeyRow> = {};
  if (request.name !== undefined) values.name = request.name;
  if (request.role !== undefined) values.role = readRole(row.kind as KeyKind, request.role);
  if (request.writes !== undefined) values.writes = readWrites(row.kind as KeyKind, request.writes);
  if (request.history !== undefined) values.history = readHistory(row.kind as KeyKind, request.history) ? 1 : 0;
  if (request.expires_at !== undefined) values.expires_at = readExpiry(request.expires_at, now);
  if (request.environments !== undefined) {
    const numbers = readEnvironments(request.environments, environments);
    values.environments = numbers === null ? null : JSON.stringify(numbers);
  }
  return values;
}

async function existing(found: Promise<ApiKeyRow | undefined>): Promise<ApiKeyRow> {
  const row = await found;
  if (row === undefined) throw notFound('api_key');
  return row;
}
