/**
 * Creates, clones and deletes environments. Copying and removing their rows happens in the background: `environment-cloning.ts`,
 * `environment-removal.ts`.
 */

import { type Environment, MASTER } from '../../model/spaces/environment.ts';
import {
  type EnvironmentMoment,
  findEnvironment,
  lockModel,
  lockSpace,
  markDeleting,
  momentOf,
} from '../../model/spaces/environment-rows.ts';
import { type EnvironmentPlace, type Environments, requireEnvironmentName } from '../../model/spaces/environments.ts';
import { addEnvironment, recordCreated, releaseUsage } from '../../model/spaces/new-environments.ts';
import { requireWholeSpace } from '../../model/spaces/space.ts';
import type { Writer } from '../../platform/database/database.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { DomainError, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { environmentMetrics } from '../../platform/journal/usage-changes.ts';
import { deleteClone, findCloneOf, insertClone } from './clone-store.ts';

/** Settings to change. */
interface EnvironmentSettings {
  /** Where the model is kept; null for nowhere else. */
  readonly model_locked?: { readonly by: string } | null;
  /** The version that the caller read. */
  readonly expected?: number | undefined;
}

export class EnvironmentChanges {
  readonly #journal: Journal;
  readonly #environments: Environments;
  readonly #onDeleted: () => void;
  readonly #onCloned: () => void;

  /**
   * @param parts.onDeleted called after a commit that leaves rows of an environment to be removed
   * @param parts.onCloned called after a commit that leaves rows of an environment to be copied
   */
  constructor(parts: {
    journal: Journal;
    environments: Environments;
    onDeleted: () => void;
    onCloned: () => void;
  }) {
    this.#journal = parts.journal;
    this.#environments = parts.environments;
    this.#onDeleted = parts.onDeleted;
    this.#onCloned = parts.onCloned;
  }

  /** Creates an empty environment. */
  async create(actor: Actor, spaceId: string, input: { readonly name: string }): Promise<Environment> {
    requireEnvironmentName(input.name);
    await this.#environments.requireSpace(actor, spaceId);
    requireWholeSpace(actor, 'environment.create');
    return this.#journal.grow(actor, async (writer, change) => {
      const space = await lockSpace(writer, spaceId);
      if (space === undefined) throw notFound('space');
      const environment = await addEnvironment(writer, {
        spaceId,
        accountId: space.accountId,
        name: input.name,
        at: change.at,
      });
      change.count(space.accountId, 'environments', 1);
      recordCreated(change, environment);
      return environment;
    });
  }

  /**
   * Starts cloning an environment. The clone immediately counts towards the account as much as its source, and is copied in the
   * background (`environment-cloning.ts`).
   * @throws `conflict` if the name is taken, `plan_limit_reached`, `environment_not_ready` if the source is not ready
   */
  async clone(actor: Actor, place: EnvironmentPlace, input: { readonly name: string }): Promise<Environment> {
    requireEnvironmentName(input.name);
    const { number } = await this.#environments.open(actor, place.spaceId, place.name);
    requireWholeSpace(actor, 'environment.create');
    const clone = await this.#journal.grow(actor, async (writer, change) => {
      await lockSpace(writer, place.spaceId);
      const source = await findEnvironment(writer, place.spaceId, place.name);
      const moment = source?.number === number ? await momentOf(writer, number) : undefined;
      if (source === undefined || moment === undefined) throw notFound('environment');
      return beginClone({ writer, change, actor }, { source, moment, name: input.name });
    });
    this.#onCloned();
    return clone;
  }

  /** Changes the settings of an environment; absent ones stay as they are. */
  async update(
    actor: Actor,
    { spaceId, name }: EnvironmentPlace,
    { model_locked: lock, expected }: EnvironmentSettings,
  ): Promise<Environment> {
    const { number } = await this.#environments.open(actor, spaceId, name);
    requireWholeSpace(actor, 'environment.update');
    return this.#journal.write(actor, async (writer, change) => {
      await lockSpace(writer, spaceId);
      const now = await findEnvironment(writer, spaceId, name);
      if (now?.number !== number) throw notFound('environment');
      checkVersion(expected, now.version);
      const { id, modelLockedBy: before } = now;
      const after = lock === undefined ? before : (lock?.by ?? null);
      if (after === before) return now;
      await lockModel(writer, number, after);
      const changes = { before: { model_locked: before }, after: { model_locked: after } };
      const target = { type: 'environment', id };
      change.record({ action: 'environment.update', target, spaceId, environment: now.name, changes });
      return { ...now, modelLockedBy: after, version: now.version + 1 };
    });
  }

  /** Deletes an environment: it disappears at once, and its rows are removed step by step. */
  async delete(actor: Actor, { spaceId, name }: EnvironmentPlace, expected?: number): Promise<void> {
    const environment = await this.#environments.find(actor, spaceId, name);
    requireWholeSpace(actor, 'environment.delete');
    if (environment.name === MASTER)
      throw new DomainError('conflict', `Delete the space instead; the environment "${MASTER}" cannot be deleted.`);
    const { id, number } = environment;
    await this.#journal.write(actor, async (writer, change) => {
      await lockSpace(writer, spaceId);
      const now = await findEnvironment(writer, spaceId, name);
      if (now?.number !== number) throw notFound('environment');
      checkVersion(expected, now.version);
      rejectWhileAliased(now);
      await rejectWhileCloned(writer, environment);
      releaseUsage(change, environment, await markDeleting(writer, number));
      await deleteClone(writer, number);
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
    this.#environments.forget([environment]);
    this.#onDeleted();
  }
}

/** Writes the rows that start a clone, in a space that the write has locked. */
async function beginClone(
  { writer, change, actor }: { writer: Writer; change: Change; actor: Actor },
  { source, moment, name }: { source: Environment; moment: EnvironmentMoment; name: string },
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

function rejectWhileAliased({ name, aliases }: Environment): void {
  const [alias] = aliases;
  if (alias === undefined) return;
  const message = `Point the alias "${alias.name}" at another environment first, or delete it; it stands for "${name}".`;
  throw new DomainError('conflict', message);
}

/** Runs inside a write that has locked the space, so that no clone of the environment can start. */
async function rejectWhileCloned(writer: Writer, { number, name }: Environment): Promise<void> {
  const clone = await findCloneOf(writer, number);
  if (clone === undefined) return;
  throw new DomainError(
    'conflict',
    `Wait until the environment "${clone}" is ready, or delete it first; it is being cloned from "${name}".`,
  );
}
