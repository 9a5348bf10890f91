/**
 * Aliases: additional names for environments, which can be pointed at another environment in one write. Aliases and environments
 * share the names of a space; any code that accepts the name of an environment accepts an alias.
 */

import { type Environment, MASTER } from '../../model/spaces/environment.ts';
import {
  type Alias,
  deleteAlias,
  findAlias,
  findByNumber,
  findEnvironment,
  findName,
  insertAlias,
  listAliases,
  lockSpace,
  raiseAlias,
  raiseAliasesOf,
  renameEnvironment,
  takeEnvironmentNumber,
} from '../../model/spaces/environment-rows.ts';
import {
  type EnvironmentPlace,
  type Environments,
  noted,
  requireEnvironmentName,
  requireReady,
} from '../../model/spaces/environments.ts';
import { moveName } from '../../model/spaces/name-moves.ts';
import { assignName, nameTaken } from '../../model/spaces/new-environments.ts';
import { requireWholeSpace } from '../../model/spaces/space.ts';
import type { RemovalStep } from '../../model/spaces/space-content.ts';
import type { Database, Writer } from '../../platform/database/database.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { DomainError, invalid, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { newId } from '../../platform/kit/ids.ts';

/** Maximum number of aliases in one space. */
export const ALIASES_MAX = 100;

/** What an alias should point to. */
export interface AliasInput {
  /** Name of an environment, or of an alias, which means its current environment. */
  readonly environment: string;
  /** The new name of the environment that currently has the alias's name as its own. */
  readonly renameCurrentTo?: string | undefined;
  /** The version that the caller read. */
  readonly expected?: number | undefined;
}

export interface PutAlias {
  readonly alias: Alias;
  readonly isNew: boolean;
}

interface AliasesParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly environments: Environments;
  /** Dispatches an environment's events so far to subscribers under its current names. */
  readonly dispatchEvents: RemovalStep;
}

/** The open write of an alias. It has locked the space. */
interface AliasWork extends EnvironmentPlace {
  readonly writer: Writer;
  readonly change: Change;
  readonly dispatchEvents: RemovalStep;
}

export class Aliases {
  readonly #parts: AliasesParts;

  constructor(parts: AliasesParts) {
    this.#parts = parts;
  }

  /** The aliases of a space whose environments the actor may see, oldest first. */
  async list(actor: Actor, spaceId: string): Promise<Alias[]> {
    const seen = new Set((await this.#parts.environments.list(actor, spaceId)).map(({ number }) => number));
    const aliases = await listAliases(this.#parts.database.reader, spaceId);
    return aliases.filter(({ target }) => seen.has(target));
  }

  /** @throws `not_found` */
  async find(actor: Actor, { spaceId, name }: EnvironmentPlace): Promise<Alias> {
    const alias = (await this.list(actor, spaceId)).find((one) => one.name === name);
    if (alias === undefined) throw unknownAlias();
    return notedTarget(actor, alias);
  }

  /**
   * Points an alias at an environment. A new alias may take an environment's own name; that environment is then renamed.
   * @throws `validation_failed` if there is no such environment, `environment_not_ready`, `version_conflict`, or `conflict`
   * if a name is taken
   */
  async put(actor: Actor, place: EnvironmentPlace, input: AliasInput): Promise<PutAlias> {
    requireEnvironmentName(place.name, 'path.alias');
    if (input.renameCurrentTo !== undefined) requireEnvironmentName(input.renameCurrentTo, 'rename_current_to');
    await this.#parts.environments.requireSpace(actor, place.spaceId);
    requireWholeSpace(actor, 'environment.create');
    const put = await this.#write(actor, place, async (work) => {
      const known = await findAlias(work.writer, place.spaceId, place.name);
      const isNew = known === undefined;
      return { alias: isNew ? await addAlias(work, input) : await pointAlias(work, known, input), isNew };
    });
    notedTarget(actor, put.alias);
    return put;
  }

  /** Deletes an alias: its name becomes free, and actors bound to it lose access. @throws `conflict` for `master` */
  async delete(actor: Actor, place: EnvironmentPlace, expected?: number): Promise<void> {
    await this.find(actor, place);
    requireWholeSpace(actor, 'environment.delete');
    if (place.name === MASTER)
      throw new DomainError('conflict', `Point "${MASTER}" at another environment instead; it cannot be deleted.`);
    await this.#write(actor, place, async (work) => {
      const { writer, change, spaceId, name } = work;
      const alias = await findAlias(writer, spaceId, name);
      if (alias === undefined) throw unknownAlias();
      checkVersion(expected, alias.version);
      await moveAlias(work, alias, undefined);
      await deleteAlias(writer, alias.code);
      recordChange(change, 'delete', { alias, changes: { before: shown(alias) } });
    });
  }

  async #write<T>(actor: Actor, place: EnvironmentPlace, work: (work: AliasWork) => Promise<T>): Promise<T> {
    return this.#parts.journal.write(actor, async (writer, change) => {
      if ((await lockSpace(writer, place.spaceId)) === undefined) throw notFound('space');
      return work({ ...place, writer, change, dispatchEvents: this.#parts.dispatchEvents });
    });
  }
}

/** Creates an alias whose name is new or was an environment's own. */
async function addAlias(work: AliasWork, input: AliasInput): Promise<Alias> {
  const { writer, change, spaceId, name } = work;
  if (input.expected !== undefined) throw unknownAlias();
  if ((await listAliases(writer, spaceId)).length >= ALIASES_MAX)
    throw new DomainError('conflict', `Delete an alias first; a space has at most ${ALIASES_MAX}.`);
  const used = await findName(writer, spaceId, name);
  const named = used?.environment == null ? undefined : await findByNumber(writer, used.environment);
  const target = await targetOf(work, input, named);
  const renamed = await renameNamed(work, input, named);
  const to = target.number === renamed?.number ? renamed : target;
  const code = used?.code ?? (await assignName(writer, { spaceId, name, environment: to.number }, used));
  const number = await takeEnvironmentNumber(writer);
  await insertAlias(writer, { code, number, id: newId('als', change.at), at: change.at });
  await moveName(work, { code, name, revision: used?.revision ?? 0 }, { from: renamed, to });
  const alias = await written(work);
  const renaming = input.renameCurrentTo === undefined ? {} : { rename_current_to: input.renameCurrentTo };
  recordChange(change, 'create', { alias, changes: { after: { ...shown(alias), ...renaming } } });
  return alias;
}

/** Points an alias at another environment; does nothing if it already points there. */
async function pointAlias(work: AliasWork, before: Alias, input: AliasInput): Promise<Alias> {
  const { writer, change, name } = work;
  checkVersion(input.expected, before.version);
  if (input.renameCurrentTo !== undefined)
    throw new DomainError('conflict', `Leave out rename_current_to; "${name}" is an alias already.`);
  const to = await targetOf(work, input, undefined);
  if (to.number === before.target) return before;
  await moveAlias(work, before, to);
  await raiseAlias(writer, before.code, change.at);
  const alias = await written(work);
  recordChange(change, 'update', { alias, changes: { before: shown(before), after: shown(alias) } });
  return alias;
}

async function moveAlias(work: AliasWork, { code, name, target }: Alias, to: Environment | undefined): Promise<void> {
  const from = await findByNumber(work.writer, target);
  const used = await findName(work.writer, work.spaceId, name);
  await moveName(work, { code, name, revision: used?.revision ?? 0 }, { from, to });
}

/** Finds the environment an alias should point to. @param named the environment whose own name is still the alias's name */
async function targetOf(
  { writer, spaceId, name }: AliasWork,
  { environment, renameCurrentTo }: AliasInput,
  named: Environment | undefined,
): Promise<Environment> {
  // The request may use its old name or its new one.
  const asked = named !== undefined && environment === renameCurrentTo ? name : environment;
  const target = await findEnvironment(writer, spaceId, asked);
  if (target !== undefined) return requireReady(target);
  throw invalid('environment', 'exists', 'Name an environment of the space, or an alias; there is none of that name.');
}

/** Renames the environment whose own name becomes the alias, with a new code. @returns it under its new name */
async function renameNamed(
  { writer, change, spaceId, name }: AliasWork,
  { renameCurrentTo }: AliasInput,
  named: Environment | undefined,
): Promise<Environment | undefined> {
  if (named === undefined) {
    if (renameCurrentTo === undefined) return undefined;
    throw invalid('rename_current_to', 'exists', `Leave it out; no environment is called "${name}".`);
  }
  if (renameCurrentTo === undefined) {
    const message = `Choose another name, or give rename_current_to; the space has an environment "${name}".`;
    throw new DomainError('conflict', message);
  }
  const used = await findName(writer, spaceId, renameCurrentTo);
  if (used !== undefined && used.environment !== null) throw nameTaken(renameCurrentTo);
  await assignName(writer, { spaceId, name: renameCurrentTo, environment: named.number }, used);
  await renameEnvironment(writer, named.number, renameCurrentTo);
  await raiseAliasesOf(writer, named.number, change.at);
  return { ...named, name: renameCurrentTo };
}

async function written({ writer, spaceId, name }: AliasWork): Promise<Alias> {
  const alias = await findAlias(writer, spaceId, name);
  if (alias === undefined) throw new Error(`The alias "${name}" was not written.`);
  return alias;
}

/** Records a change to an alias. Its event, `environment.update`, is that of the moved name. */
function recordChange(
  change: Change,
  verb: 'create' | 'update' | 'delete',
  { alias, changes }: { alias: Alias; changes: { before?: object; after?: object } },
): void {
  const { id, spaceId, environment } = alias;
  const target = { type: 'environment_alias', id };
  change.record({ action: `environment_alias.${verb}`, target, spaceId, environment, changes });
}

function shown({ name, environment }: Alias): object {
  return { name, environment };
}

function notedTarget(actor: Actor, alias: Alias): Alias {
  noted(actor, { number: alias.target, name: alias.environment, spaceId: alias.spaceId });
  return alias;
}

function unknownAlias(): DomainError {
  return notFound('environment_alias', 'its name in the path');
}
