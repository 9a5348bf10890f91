/**
 * Has a name stand for another environment, inside a write that has locked the space. Both environments move with it, so
 * that everybody who follows their heads notices: `names_revision` says since when the names of an environment are what
 * they are. Invariant: what is read through a name has ever higher revisions, since an environment that takes a name over
 * goes on behind what the name stood for; so `min_revision` means the same before a move and after it.
 */
import type { Writer } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Environment } from './environment.ts';
import * as store from './environment-store.ts';
import type { RemovalStep } from './space-content.ts';

/** The write, and what has its events so far go to who listens to the names as they are. */
export interface MoveWork {
  readonly writer: Writer;
  readonly change: Change;
  readonly settle: RemovalStep;
}

/** What a move is of. */
export interface MovedName {
  readonly code: string;
  readonly name: string;
  /** How far what it stood for was when it was last taken away; 0 if it never was. */
  readonly revision: number;
}

type NamedEnvironment = Pick<Environment, 'number' | 'name' | 'spaceId'>;

/**
 * Moves a name. Environments are locked by number, as in every write.
 * @param from what it stands for; undefined for nothing
 * @param to what it is to stand for; undefined for nothing. May be the same as `from`, whose names change in another way.
 */
export async function moveName(
  work: MoveWork,
  { code, name, revision }: MovedName,
  { from, to }: { from: NamedEnvironment | undefined; to: NamedEnvironment | undefined },
): Promise<void> {
  const { writer, settle } = work;
  const numbers = new Set([from, to].flatMap((environment) => environment?.number ?? []));
  const inOrder = [...numbers].sort((one, other) => one - other);
  for (const number of inOrder) await store.lockEnvironment(writer, number);
  for (const number of inOrder) {
    let isSettled = false;
    while (!isSettled) isSettled = await settle(writer, number);
  }
  const isLeft = from !== undefined && from.number !== to?.number;
  const left = isLeft ? await noteMove(work, from, { name, behind: revision }) : revision;
  if (to === undefined) return store.freeName(writer, code, left);
  await noteMove(work, to, { name, behind: left });
  await store.pointName(writer, code, to.number);
}

/** @returns the revision that the environment has once the write ends */
async function noteMove(
  { writer, change }: MoveWork,
  environment: NamedEnvironment,
  { name, behind }: { name: string; behind: number },
): Promise<number> {
  const { number } = environment;
  const moment = await store.momentOf(writer, number);
  if (moment === undefined) throw notFound('environment');
  const revision = Math.max(moment.revision, behind);
  await store.markNamesMoved(writer, number, revision);
  change.item({ environment, event: null, kind: 'environment', key: name, resource: number, published: false });
  return revision + 1;
}
