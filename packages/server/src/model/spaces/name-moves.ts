/**
 * Points a name to another environment, inside a write that has locked the space. Both environments get a new revision, so that
 * everyone who follows their heads notices; `names_revision` is the revision of the last change to the names. Invariant: revisions
 * read through a name only increase, because an environment that takes over a name continues after the revision of the previous
 * target. So `min_revision` means the same before and after a move.
 */
import type { EventOf } from '../../../../contract/src/event-kinds.ts';
import type { Writer } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Environment } from './environment.ts';
import * as store from './environment-store.ts';
import type { RemovalStep } from './space-content.ts';

/** The write, and a callback that dispatches an environment's events so far to subscribers under its current names. */
export interface MoveWork {
  readonly writer: Writer;
  readonly change: Change;
  readonly dispatchEvents: RemovalStep;
}

/** The name to move. */
export interface MovedName {
  readonly code: string;
  readonly name: string;
  /** The revision of the environment that it was last taken from; 0 if it never was. */
  readonly revision: number;
}

type NamedEnvironment = Pick<Environment, 'number' | 'name' | 'spaceId'>;

/**
 * Moves a name. Locks the environments in order of their numbers, as every write does.
 * @param from the current target; undefined for none
 * @param to the new target; undefined for none. May equal `from`, when its names change in another way.
 */
export async function moveName(
  work: MoveWork,
  { code, name, revision }: MovedName,
  { from, to }: { from: NamedEnvironment | undefined; to: NamedEnvironment | undefined },
): Promise<void> {
  const { writer, dispatchEvents } = work;
  const numbers = new Set([from, to].flatMap((environment) => environment?.number ?? []));
  const inOrder = [...numbers].sort((one, other) => one - other);
  for (const number of inOrder) await store.lockEnvironment(writer, number);
  for (const number of inOrder) {
    let isDispatched = false;
    while (!isDispatched) isDispatched = await dispatchEvents(writer, number);
  }
  const isLeft = from !== undefined && from.number !== to?.number;
  // The event belongs to the environment that the name leads to now, or led to last.
  const ofFrom = to === undefined ? 'environment.update' : null;
  const left = isLeft ? await noteMove(work, from, { name, behind: revision, event: ofFrom }) : revision;
  if (to === undefined) return store.freeName(writer, code, left);
  const reached = await noteMove(work, to, { name, behind: left, event: 'environment.update' });
  if (from?.number !== to.number) await store.pointName(writer, code, to.number, reached);
}

/** @returns the revision of the environment after the write */
async function noteMove(
  { writer, change }: MoveWork,
  environment: NamedEnvironment,
  { name, behind, event }: { name: string; behind: number; event: EventOf<'environment'> | null },
): Promise<number> {
  const { number } = environment;
  const moment = await store.momentOf(writer, number);
  if (moment === undefined) throw notFound('environment');
  const revision = Math.max(moment.revision, behind);
  await store.markNamesMoved(writer, number, revision);
  change.item({ environment, event, kind: 'environment', key: name, resource: number, published: false });
  return revision + 1;
}
