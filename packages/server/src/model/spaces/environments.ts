/**
 * Reads the environments of spaces, and finds the one that a path or id names. A number is never reused; the six-character code
 * belongs to the name, even when a later environment has the name.
 */
import type { Database } from '../../platform/database/database.ts';
import { DomainError, invalid, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Head } from '../../platform/journal/environment-heads.ts';
import { type Environment, isEnvironmentName } from './environment.ts';
import type { Heads } from './heads.ts';
import * as store from './named-environment-store.ts';
import { seesEnvironment, seesSpace } from './space.ts';
import { findSpace } from './store.ts';

/** Environments cached by name and by code. */
const ENVIRONMENTS_KEPT = 10_000;

/** How to read an environment that is not cached, and whether an alias must be resolved at this moment. */
interface HowToFind {
  readonly read: () => Promise<Environment | undefined>;
  readonly isExact?: boolean;
}

/** Address of an environment. */
export interface EnvironmentPlace {
  readonly spaceId: string;
  readonly name: string;
}

export class Environments {
  readonly #database: Database;
  readonly #heads: Heads;
  readonly #known = new Map<string, Environment>();

  constructor(parts: { database: Database; heads: Heads }) {
    this.#database = parts.database;
    this.#heads = parts.heads;
  }

  /** The environments of a space that the actor may see, oldest first. */
  async list(actor: Actor, spaceId: string): Promise<Environment[]> {
    const space = await findSpace(this.#database.reader, spaceId);
    if (space === undefined || !seesSpace(actor, space)) throw notFound('space');
    const environments = await store.listEnvironments(this.#database.reader, spaceId);
    return environments.filter((environment) => seesEnvironment(actor.environments, environment));
  }

  /** The environments of a space that the actor may see, as rows for ordering. @throws `not_found` */
  async listed(actor: Actor, spaceId: string): Promise<readonly store.ListedEnvironment[]> {
    // A key may be bound by the number of an alias.
    if (actor.environments !== null) return this.list(actor, spaceId);
    await this.requireSpace(actor, spaceId);
    return store.listedEnvironments(this.#database.reader, spaceId);
  }

  /** Reads some of the environments that `listed` returned. */
  async read(spaceId: string, ids: readonly string[]): Promise<Environment[]> {
    return store.environmentsWithIds(this.#database.reader, spaceId, ids);
  }

  /**
   * The names that the actor may use for the environments of a space, with the numbers to which keys are bound: first the
   * environments, then the aliases.
   */
  async names(actor: Actor, spaceId: string): Promise<{ readonly number: number; readonly name: string }[]> {
    const environments = await this.list(actor, spaceId);
    const names = [...environments, ...environments.flatMap(({ aliases }) => aliases)];
    const bound = actor.environments;
    return names.flatMap(({ number, name }) => (bound === null || bound.includes(number) ? [{ number, name }] : []));
  }

  /**
   * One environment by name, whatever its status.
   * @throws `not_found`
   */
  async find(actor: Actor, spaceId: string, name: string): Promise<Environment> {
    const environment = await this.#cached(`${spaceId}/${name}`, { ...this.#byName(spaceId, name), isExact: true });
    if (environment !== undefined && sees(actor, environment)) return noted(actor, environment);
    await this.requireSpace(actor, spaceId);
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
   * Opens the environment whose name has the code: for paths such as `/entries/<id>`.
   * @param resource what the path identifies, for the error message
   * @throws `not_found` of that resource, or `environment_not_ready`
   */
  async byCode(actor: Actor, code: string, resource: string): Promise<Environment> {
    const read = () => store.findEnvironmentByCode(this.#database.reader, code);
    const environment = await this.#cached(code, { read, isExact: true });
    if (environment === undefined || !sees(actor, environment)) throw notFound(resource);
    return requireReady(noted(actor, environment));
  }

  /** The environment with that name, for readers whose token has already been checked; undefined if there is none. */
  async resolve(spaceId: string, name: string): Promise<Environment | undefined> {
    return this.#cached(`${spaceId}/${name}`, this.#byName(spaceId, name));
  }

  /** The cached environment with that name. Compare its head to find out whether the name still points to it. */
  known(spaceId: string, name: string): Environment | undefined {
    return this.#known.get(`${spaceId}/${name}`);
  }

  /** Drops deleted environments from the cache. */
  forget(environments: readonly Environment[]): void {
    for (const { code, spaceId, name } of environments) {
      this.#known.delete(code);
      this.#known.delete(`${spaceId}/${name}`);
    }
  }

  /** @throws `not_found` if the actor may not see the space */
  async requireSpace(actor: Actor, spaceId: string): Promise<void> {
    const space = await findSpace(this.#database.reader, spaceId);
    if (space === undefined || !seesSpace(actor, space)) throw notFound('space');
  }

  #byName(spaceId: string, name: string): HowToFind {
    return { read: () => store.findEnvironment(this.#database.reader, spaceId, name) };
  }

  /** A cached environment is valid as long as its head has the same status and names. */
  async #cached(name: string, { read, isExact = false }: HowToFind): Promise<Environment | undefined> {
    const known = this.#known.get(name);
    if (known !== undefined && isOf(await this.#headOf(known, isExact), known)) return known;
    const environment = await read();
    if (environment === undefined) this.#known.delete(name);
    else {
      this.#keep(name, environment);
      // A head from before a name change could be mistaken for a current one.
      const head = this.#heads.known(environment.number);
      if (head !== undefined && head.names_revision < environment.namesRevision)
        await this.#heads.confirmed(environment.number);
    }
    return environment;
  }

  /** A write must not reach the previous target of an alias. For an own name that moved, the head itself rejects it. */
  async #headOf({ number, code, ownCode }: Environment, isExact: boolean): Promise<Head | undefined> {
    return isExact && code !== ownCode ? this.#heads.confirmed(number) : this.#heads.of(number);
  }

  #keep(name: string, environment: Environment): void {
    if (this.#known.size >= ENVIRONMENTS_KEPT) this.#known.clear();
    this.#known.set(name, environment);
  }
}

/** Records the request's environment, for `X-CMS-Environment` and `X-CMS-Revision`. */
export function noted<T extends Pick<Environment, 'number' | 'name' | 'spaceId'>>({ origin }: Actor, about: T): T {
  if (origin !== null) origin.environment = { number: about.number, name: about.name, spaceId: about.spaceId };
  return about;
}

/** Whether an environment matches its head. */
function isOf(head: Head | undefined, { status, epoch, namesRevision }: Environment): boolean {
  return head?.status === status && head.epoch === epoch && head.names_revision === namesRevision;
}

/** @throws `validation_failed` @param path where the name is in the request */
export function requireEnvironmentName(name: string, path = 'name'): void {
  if (isEnvironmentName(name)) return;
  throw invalid(
    path,
    'format',
    'Use 1 to 64 lowercase letters, digits, dots, hyphens and underscores, beginning with a letter or digit.',
  );
}

/** @throws `environment_not_ready` */
export function requireReady(environment: Environment): Environment {
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
    seesEnvironment(actor.environments, environment)
  );
}
