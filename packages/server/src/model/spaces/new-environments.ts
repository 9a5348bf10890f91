/**
 * Writes new environments and their names, in a space that the write has locked. The six-character code belongs to the name, even
 * when a later environment has the name.
 */
import type { Writer } from '../../platform/database/database.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { Change } from '../../platform/journal/change.ts';
import { environmentMetrics } from '../../platform/journal/usage-changes.ts';
import { newId, randomCode } from '../../platform/kit/ids.ts';
import type { Environment, EnvironmentStatus } from './environment.ts';
import * as store from './environment-store.ts';
import { ENVIRONMENT_CODE_LENGTH } from './resource-id.ts';

/** Maximum number of environments in one space, not counting those being deleted. */
export const ENVIRONMENTS_MAX = 1_000;
/** Length of an environment's epoch. */
export const EPOCH_LENGTH = 12;
/** With billions of codes, two may collide by chance; this many collisions in a row mean that something else is wrong. */
const CODE_ATTEMPTS_MAX = 10;

/**
 * Writes the rows of a new environment into a space that the write has locked.
 * @throws `conflict` if the name is taken, or the space has too many environments
 */
export async function addEnvironment(
  writer: Writer,
  details: {
    spaceId: string;
    accountId: string;
    name: string;
    at: number;
    /** The source to clone; absent for an empty environment. */
    cloned?: { readonly source: Environment; readonly moment: store.EnvironmentMoment };
  },
): Promise<Environment> {
  const { spaceId, name, at, cloned } = details;
  const source = cloned?.source.name ?? null;
  const status: EnvironmentStatus = cloned === undefined ? 'ready' : 'cloning';
  const used = await store.findName(writer, spaceId, name);
  if (used !== undefined && used.environment !== null) {
    throw nameTaken(name);
  }
  if ((await store.countEnvironments(writer, spaceId)) >= ENVIRONMENTS_MAX)
    throw new DomainError('conflict', `Delete an environment first; a space has at most ${ENVIRONMENTS_MAX}.`);
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
  const code = await assignName(writer, { spaceId, name, environment: number }, used);
  return {
    number,
    id: row.id,
    name,
    code,
    ownCode: code,
    codes: [code],
    aliases: [],
    namesRevision: 0,
    leadsFrom: 0,
    spaceId,
    accountId: details.accountId,
    source,
    clonedRevision: null,
    modelLockedBy: null,
    status,
    epoch: row.epoch,
    version: 1,
    createdAt: at,
  };
}

/** Records that an environment is now usable, with its event. */
export function recordCreated(change: Change, environment: Environment): void {
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

/** Returns the usage of a deleted environment and its content to the account. */
export function releaseUsage(change: Change, { accountId }: Environment, held: store.EnvironmentUsage): void {
  for (const metric of environmentMetrics) change.count(accountId, metric, -held[metric]);
  change.count(accountId, 'environments', -1);
}

/** @throws `conflict` for a name that already points to an environment */
export function nameTaken(name: string): DomainError {
  return new DomainError(
    'conflict',
    `Choose another name; the space has an environment or an alias "${name}" already.`,
  );
}

/**
 * Points a name of the space to an environment.
 * @param used the existing name, if it was used before
 * @returns its code
 */
export async function assignName(
  writer: Writer,
  row: { spaceId: string; name: string; environment: number },
  used: store.UsedName | undefined,
): Promise<string> {
  if (used === undefined) return addName(writer, row);
  await store.pointName(writer, used.code, row.environment);
  return used.code;
}

/**
 * Points a name of a restored space to its environment.
 * @param code the code that the name had in the backup
 * @returns its code: the one that the space's name has here, or that one if it is free, or else a new one
 */
export async function restoreName(
  writer: Writer,
  row: { spaceId: string; name: string; environment: number },
  code: string,
): Promise<string> {
  const used = await store.findName(writer, row.spaceId, row.name);
  if (used === undefined && (await store.insertName(writer, { ...row, code }))) return code;
  return assignName(writer, row, used);
}

/** Gives a name that is new in its space a code that no other name has or had. */
async function addName(writer: Writer, row: { spaceId: string; name: string; environment: number }): Promise<string> {
  for (let attempt = 1; attempt <= CODE_ATTEMPTS_MAX; attempt++) {
    const code = randomCode(ENVIRONMENT_CODE_LENGTH);
    if (await store.insertName(writer, { ...row, code })) return code;
  }
  throw new Error('No free code found for an environment.');
}
