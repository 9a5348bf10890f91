/**
 * The environments of spaces: reading, creating and deleting them, and finding the one that a path or id names.
 * A number is never reused; the code of six characters belongs to the name, also of a later environment.
 */
import type { Database, Writer } from '../../platform/database/database.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { DomainError, invalid, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { environmentMetrics } from '../../platform/journal/usage-changes.ts';
import { newId, randomCode } from '../../platform/kit/ids.ts';
import { findCloneOf, insertClone } from './clone-store.ts';
import { type Environment, type EnvironmentStatus, isEnvironmentName, MASTER } from './environment.ts';
import * as store from './environment-store.ts';
import type { Heads } from './heads.ts';
import { ENVIRONMENT_CODE_LENGTH } from './resource-id.ts';
import { requireWholeSpace, seesEnvironment, seesSpace } from './space.ts';
import { findSpace, lockSpace } from './store.ts';

/** Environments cached by name and by code; others are read again. */
const ENVIRONMENTS_KEPT = 10_000;
const EPOCH_LENGTH = 12;
/** Two of billions of codes may collide by chance; this many collisions in a row mean that something else is wrong. */
const CODE_ATTEMPTS_MAX = 10;

/** Address of an environment. */
export interface EnvironmentPlace {
  readonly spaceId: string;
  readonly name: string;
}

export class Environments {
  readonly #database: Database;
  readonly #journal: Journal;
  readonly #heads: Heads;
  readonly #known = new Map<string, Environment>();
  readonly #onDeleted: () => void;
  readonly #onCloned: () => void;

  /**
   * @param parts.onDeleted called after the commit that leaves an environment's rows to be removed
   * @param parts.onCloned called after the commit that leaves an environment's rows to be copied
   */
  constructor(parts: {
    database: Database;
    journal: Journal;
    heads: Heads;
    onDeleted: () => void;
    onCloned: () => void;
  }) {
    this.#database = parts.database;
    this.#journal = parts.journal;
    this.#heads = parts.heads;
    this.#onDeleted = parts.onDeleted;
    this.#onCloned = parts.onCloned;
  }

  /** The environments of a space that the actor may see, oldest first. */
  async list(actor: Actor, spaceId: string): Promise<Environment[]> {
    const space = await findSpace(this.#database.reader, spaceId);
    if (space === undefined || !seesSpace(actor, space)) throw notFound('space');
    const environments = await store.listEnvironments(this.#database.reader, spaceId);
    return environments.filter(({ number }) => seesEnvironment(actor, number));
  }

  /**
   * One environment by name, whatever its status.
   * @throws `not_found`
   */
  async find(actor: Actor, spaceId: string, name: string): Promise<Environment> {
    const environment = await this.resolve(spaceId, name);
    if (environment !== undefined && sees(actor, environment)) return noted(actor, environment);
    await this.#requireSpace(actor, spaceId);
    throw notFound('environment', 'its name in the path; every space has "master"');
  }

  /**
   * One environment by name, to work in.
   * @throws `not_found`, or `environment_not_ready` if it is not `ready`
   */
  async open(actor: Actor, spaceId: string, name: string): Promise<Environment> {
    return requireReady(await this.find(actor, spaceId, name));
  }

  /**
   * The environment whose name has the code, to work in: for paths such as `/entries/<id>`.
   * @param resource what the path names, for the error message
   * @throws `not_found` of that resource, or `environment_not_ready`
   */
  async byCode(actor: Actor, code: string, resource: string): Promise<Environment> {
    const environment = await this.#cached(code, () => store.findEnvironmentByCode(this.#database.reader, code));
    if (environment === undefined || !sees(actor, environment)) throw notFound(resource);
    return requireReady(noted(actor, environment));
  }

  /** The environment with that name, for readers whose token has been checked; undefined if there is none. */
  async resolve(spaceId: string, name: string): Promise<Environment | undefined> {
    return this.#cached(`${spaceId}/${name}`, () => store.findEnvironment(this.#database.reader, spaceId, name));
  }

  /** The environment with that name if it is cached; its head tells whether it still exists. */
  known(spaceId: string, name: string): Environment | undefined {
    return this.#known.get(`${spaceId}/${name}`);
  }

  /** Creates an empty environment. */
  async create(actor: Actor, spaceId: string, input: { readonly name: string }): Promise<Environment> {
    requireEnvironmentName(input.name);
    await this.#requireSpace(actor, spaceId);
    requireWholeSpace(actor, 'environment.create');
    return this.#journal.write(actor, async (writer, change) => {
      const space = await lockSpace(writer, spaceId);
      if (space === undefined) throw notFound('space');
      const environment = await addEnvironment(writer, {
        spaceId,
        accountId: space.accountId,
        name: input.name,
        at: change.at,
      });
      change.count(space.accountId, 'environments', 1);
      tellCreated(change, environment);
      return environment;
    });
  }

  /**
   * Begins to clone an environment: the clone counts for the account at once as its source does, and is copied in the
   * background (`environment-cloning.ts`).
   * @throws `conflict` if the name is taken, `plan_limit_reached`, `environment_not_ready` if the source is not
   */
  async clone(actor: Actor, place: EnvironmentPlace, input: { readonly name: string }): Promise<Environment> {
    requireEnvironmentName(input.name);
    const { number } = await this.open(actor, place.spaceId, place.name);
    requireWholeSpace(actor, 'environment.create');
    const clone = await this.#journal.write(actor, async (writer, change) => {
      await lockSpace(writer, place.spaceId);
      const source = await store.findEnvironment(writer, place.spaceId, place.name);
      const moment = source?.number === number ? await store.momentOf(writer, number) : undefined;
      if (source === undefined || moment === undefined) throw notFound('environment');
      return beginClone({ writer, change, actor }, { source, moment, name: input.name });
    });
    this.#onCloned();
    return clone;
  }

  /** Deletes an environment: it is gone at once, and its rows are removed step by step. */
  async delete(actor: Actor, { spaceId, name }: EnvironmentPlace, expected?: number): Promise<void> {
    const environment = await this.find(actor, spaceId, name);
    requireWholeSpace(actor, 'environment.delete');
    if (name === MASTER)
      throw new DomainError('conflict', `Delete the space instead; the environment "${MASTER}" cannot be deleted.`);
    checkVersion(expected, environment.version);
    const { id, number } = environment;
    await this.#journal.write(actor, async (writer, change) => {
      await lockSpace(writer, spaceId);
      const standing = await store.findEnvironment(writer, spaceId, name);
      if (standing?.number !== number) throw notFound('environment');
      await refuseWhileCloned(writer, environment);
      giveBack(change, environment, await store.markDeleting(writer, number));
      change.record({
        action: 'environment.delete',
        target: { type: 'environment', id },
        spaceId,
        environment: name,
        changes: { before: { name } },
      });
      change.item({
        environment,
        event: null,
        kind: 'environment',
        key: name,
        resource: number,
        published: true,
      });
    });
    this.forget([environment]);
    this.#onDeleted();
  }

  /** Drops deleted environments from the cache. */
  forget(environments: readonly Environment[]): void {
    for (const { code, spaceId, name } of environments) {
      this.#known.delete(code);
      this.#known.delete(`${spaceId}/${name}`);
    }
  }

  async #requireSpace(actor: Actor, spaceId: string): Promise<void> {
    const space = await findSpace(this.#database.reader, spaceId);
    if (space === undefined || !seesSpace(actor, space)) throw notFound('space');
  }

  /** A cached environment is valid as long as the head of its number exists; the head has the current status. */
  async #cached(name: string, read: () => Promise<Environment | undefined>): Promise<Environment | undefined> {
    const known = this.#known.get(name);
    if (known !== undefined) {
      const head = await this.#heads.of(known.number);
      if (head !== undefined && head.status === known.status && head.epoch === known.epoch) return known;
    }
    const environment = await read();
    if (environment === undefined) this.#known.delete(name);
    else this.#keep(name, environment);
    return environment;
  }

  #keep(name: string, environment: Environment): void {
    if (this.#known.size >= ENVIRONMENTS_KEPT) this.#known.clear();
    this.#known.set(name, environment);
  }
}

/** Tells the request which environment it is about, for `X-CMS-Revision`. */
function noted({ origin }: Actor, environment: Environment): Environment {
  if (origin !== null) origin.environment = environment.number;
  return environment;
}

/**
 * Writes the rows of a new environment into a space that the write has locked.
 * @throws `conflict` if the name is taken
 */
export async function addEnvironment(
  writer: Writer,
  details: {
    spaceId: string;
    accountId: string;
    name: string;
    at: number;
    /** What it is to be a clone of; nothing for an empty one. */
    cloned?: { readonly source: Environment; readonly moment: store.EnvironmentMoment };
  },
): Promise<Environment> {
  const { spaceId, name, at, cloned } = details;
  const source = cloned?.source.name ?? null;
  const status: EnvironmentStatus = cloned === undefined ? 'ready' : 'cloning';
  const used = await store.findName(writer, spaceId, name);
  if (used !== undefined && used.environment !== null) {
    throw new DomainError('conflict', `Choose another name; the space has an environment "${name}" already.`);
  }
  const number = await store.takeEnvironmentNumber(writer);
  const row = {
    number,
    id: newId('env', at),
    space_id: spaceId,
    name,
    source,
    status,
    epoch: randomCode(EPOCH_LENGTH),
    created_at: at,
    cloned_from: cloned?.source.number ?? null,
    ...store.usageIn(cloned?.moment),
  };
  await store.insertEnvironment(writer, row);
  const code = used === undefined ? await addName(writer, { spaceId, name, environment: number }) : used.code;
  if (used !== undefined) await store.pointName(writer, code, number);
  return {
    number,
    id: row.id,
    name,
    code,
    spaceId,
    accountId: details.accountId,
    source,
    clonedRevision: null,
    status,
    epoch: row.epoch,
    version: 1,
    createdAt: at,
  };
}

/** Writes the rows from which the clone is made, in a space that the write has locked. */
async function beginClone(
  { writer, change, actor }: { writer: Writer; change: Change; actor: Actor },
  { source, moment, name }: { source: Environment; moment: store.EnvironmentMoment; name: string },
): Promise<Environment> {
  const { spaceId, accountId } = source;
  const clone = await addEnvironment(writer, { spaceId, accountId, name, at: change.at, cloned: { source, moment } });
  const pair = { source: source.number, clone: clone.number };
  await insertClone(writer, pair, { revision: moment.revision, actor });
  change.count(accountId, 'environments', 1);
  for (const metric of environmentMetrics) change.count(accountId, metric, moment[metric]);
  change.record({
    action: 'environment.clone',
    target: { type: 'environment', id: clone.id },
    spaceId,
    environment: name,
    changes: { after: { name, source: source.name } },
  });
  return clone;
}

/** Inside a write that has locked the space, so that no clone of it begins any more. */
async function refuseWhileCloned(writer: Writer, { number, name }: Environment): Promise<void> {
  const clone = await findCloneOf(writer, number);
  if (clone === undefined) return;
  throw new DomainError(
    'conflict',
    `Wait until the environment "${clone}" is ready, or delete it first; it is being cloned from "${name}".`,
  );
}

/** Records an environment that can be used from now on, with its event. */
export function tellCreated(change: Change, environment: Environment): void {
  const { id, number, name, spaceId, source } = environment;
  change.record({
    action: 'environment.create',
    target: { type: 'environment', id },
    spaceId,
    environment: name,
    changes: { after: source === null ? { name } : { name, source } },
  });
  change.item({
    environment,
    event: 'environment.create',
    kind: 'environment',
    key: name,
    resource: number,
    published: true,
  });
}

/** A deleted environment counts no more, nor does anything in it. */
export function giveBack(change: Change, { accountId }: Environment, held: store.EnvironmentUsage): void {
  for (const metric of environmentMetrics) change.count(accountId, metric, -held[metric]);
  change.count(accountId, 'environments', -1);
}

/** Assigns a name that is new in its space a code that no other name has or had. */
async function addName(writer: Writer, row: { spaceId: string; name: string; environment: number }): Promise<string> {
  for (let attempt = 1; attempt <= CODE_ATTEMPTS_MAX; attempt++) {
    const code = randomCode(ENVIRONMENT_CODE_LENGTH);
    if (await store.insertName(writer, { ...row, code })) return code;
  }
  throw new Error('No free code found for an environment.');
}

function requireEnvironmentName(name: string): void {
  if (isEnvironmentName(name)) return;
  throw invalid(
    'name',
    'format',
    'Use 1 to 64 lowercase letters, digits, dots, hyphens and underscores, beginning with a letter or digit.',
  );
}

function requireReady(environment: Environment): Environment {
  if (environment.status === 'ready') return environment;
  const reason =
    environment.status === 'cloning'
      ? 'is still being created; try again in a moment'
      : 'could not be created; delete it';
  throw new DomainError('environment_not_ready', `The environment "${environment.name}" ${reason}.`);
}

function sees(actor: Actor, environment: Environment): boolean {
  return (
    seesSpace(actor, { id: environment.spaceId, accountId: environment.accountId }) &&
    seesEnvironment(actor, environment.number)
  );
}
