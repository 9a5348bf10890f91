/**
 * How environments are related: each clone starts as another environment at one of its revisions, so two environments have a common
 * ancestor if both descend from the same environment.
 */

import type { KindName } from '../../content/kinds/content-kind.ts';
import { FIRST_REVISION } from '../../model/spaces/environment.ts';
import type { Reader } from '../../platform/database/database.ts';
import { type HistoryPart, selectChangedKeys, selectOrigin } from './origin-store.ts';

export interface CommonOrigin {
  /** The clone whose initial state is the common ancestor. */
  readonly origin: number;
  /** The history of each of the two since then. */
  readonly histories: readonly [readonly HistoryPart[], readonly HistoryPart[]];
}

/** An environment in the ancestry of another one, and the revision at which the ancestry branches off; null for itself. */
interface Step {
  readonly environment: number;
  readonly until: number | null;
}

/** Determines how two environments are related; undefined if they are not. */
export async function commonOriginOf(db: Reader, one: number, other: number): Promise<CommonOrigin | undefined> {
  const lines = [await lineOf(db, one), await lineOf(db, other)] as const;
  return commonOriginIn(...lines);
}

/** The same, from both ancestries: each environment itself, its source, and so on. */
export function commonOriginIn(one: readonly Step[], other: readonly Step[]): CommonOrigin | undefined {
  const at = one.findIndex(({ environment }) => other.some((step) => step.environment === environment));
  const place = other.findIndex(({ environment }) => environment === one[at]?.environment);
  const [mine, theirs] = [one[at], other[place]];
  if (mine === undefined || theirs === undefined) return undefined;
  const revision = Math.min(mine.until ?? Number.POSITIVE_INFINITY, theirs.until ?? Number.POSITIVE_INFINITY);
  const origin = mine.until === revision ? one[at - 1] : other[place - 1];
  if (origin === undefined) return undefined;
  return {
    origin: origin.environment,
    histories: [historyOf(one.slice(0, at + 1), revision), historyOf(other.slice(0, place + 1), revision)],
  };
}

/**
 * Keys of the resources of a kind that changed in some parts of histories, in order.
 * @param names.keys restricts the result to these keys
 * @param max if there are more, at least `max + 1` are returned
 */
export async function changedKeys(
  db: Reader,
  parts: readonly HistoryPart[],
  names: { readonly kind: KindName; readonly keys?: readonly string[] | undefined },
  max: number,
): Promise<string[]> {
  const keys = new Set<string>();
  for (const part of parts)
    for (const { key } of await selectChangedKeys(db, part, { ...names, limit: max + 1 })) keys.add(key);
  return [...keys].sort();
}

async function lineOf(db: Reader, number: number): Promise<Step[]> {
  const line: Step[] = [{ environment: number, until: null }];
  for (let environment = number; ; ) {
    const origin = await selectOrigin(db, environment);
    if (origin === undefined) return line;
    line.push({ environment: origin.source, until: origin.revision });
    environment = origin.source;
  }
}

/** @param line up to the environment of the common ancestor @param revision the revision that is the common ancestor */
function historyOf(line: readonly Step[], revision: number): HistoryPart[] {
  return line
    .map(({ environment, until }, index) => {
      const isAncestor = index === line.length - 1;
      return { environment, after: isAncestor ? revision : FIRST_REVISION, until };
    })
    .filter(({ after, until }) => until === null || until > after);
}
