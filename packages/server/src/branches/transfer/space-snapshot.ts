/**
 * A space in a single state of the database, for code that copies it: its settings, its locales, its environments with their
 * revisions, and what the journal lists as changed since.
 */

import type { Environment } from '../../model/spaces/environment.ts';
import { findByNumber, findSpace, listEnvironments, momentOf } from '../../model/spaces/environment-rows.ts';
import type { Locales } from '../../model/spaces/locale.ts';
import { readLocales } from '../../model/spaces/locales.ts';
import type { Space } from '../../model/spaces/space.ts';
import type { Reader } from '../../platform/database/database.ts';
import { BEHIND_ITEMS, type ChangedItem, changedItems } from '../../platform/journal/changed-items.ts';

/** An environment and its revision. */
export interface EnvironmentSnapshot {
  readonly environment: Environment;
  readonly revision: number;
  /** Number of its entries and assets. */
  readonly resources: number;
}

/** A space at one moment. */
export interface SpaceSnapshot {
  readonly space: Space;
  readonly locales: Locales;
  /** The environments that are ready, by name. */
  readonly environments: readonly EnvironmentSnapshot[];
}

/**
 * @param only restricts to the environment with this name; null for all
 * @returns undefined if the space or the environment is gone
 */
export async function snapshotOf(db: Reader, spaceId: string, only: string | null): Promise<SpaceSnapshot | undefined> {
  const space = await findSpace(db, spaceId);
  const locales = await readLocales(db, spaceId);
  if (space === undefined || locales === undefined) return undefined;
  const environments: EnvironmentSnapshot[] = [];
  for (const environment of await listEnvironments(db, spaceId)) {
    if (environment.status !== 'ready' || (only !== null && environment.name !== only)) continue;
    const moment = await momentOf(db, environment.number);
    if (moment === undefined) continue;
    environments.push({ environment, revision: moment.revision, resources: moment.entries + moment.assets });
  }
  if (only !== null && environments.length === 0) return undefined;
  environments.sort((one, other) => (one.environment.name < other.environment.name ? -1 : 1));
  return { space, locales, environments };
}

/** The environment with that number; undefined if it is gone. */
export async function snapshotOfEnvironment(db: Reader, number: number): Promise<EnvironmentSnapshot | undefined> {
  const environment = await findByNumber(db, number);
  const moment = await momentOf(db, number);
  if (environment === undefined || moment === undefined) return undefined;
  return { environment, revision: moment.revision, resources: moment.entries + moment.assets };
}

/** Iterates over the changes in an environment after one revision, up to another, in order. */
export async function* changesOf(
  db: Reader,
  { environment, after, until }: { environment: number; after: number; until: number },
): AsyncGenerator<ChangedItem[]> {
  let place = { revision: after, ordinal: BEHIND_ITEMS };
  for (;;) {
    const items = await changedItems(db, { environment, ...place, until }, CHANGES_AT_ONCE);
    if (items.length > 0) yield items;
    const last = items.at(-1);
    if (last === undefined || items.length < CHANGES_AT_ONCE) return;
    place = { revision: last.revision, ordinal: last.ordinal };
  }
}

const CHANGES_AT_ONCE = 500;
