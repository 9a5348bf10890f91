/** What becomes of the migrations of an environment that is cloned, merged or removed. */
import type { KindCopy } from '../../model/spaces/content-copy.ts';
import type { RemovalStep } from '../../model/spaces/space-content.ts';
import type { Writer } from '../../platform/database/database.ts';
import { cloneMigrations, deleteMerged, deleteMigrations, mergeMigrations } from './store.ts';

/** A clone has the content that they made, so it has them too. */
export const migrationCopy: KindCopy = { parts: [], modelParts: [], again: null, finish: cloneMigrations };

export const removeMigrations: RemovalStep = async (writer, environment) => {
  await deleteMigrations(writer, environment);
  return true;
};

/** Brings those along whose content a merge brings. @param merge its id; null if there was nothing else to bring */
export function bringMigrations(
  writer: Writer,
  { source, target }: { readonly source: number; readonly target: number },
  merge: string | null,
): Promise<void> {
  return mergeMigrations(writer, { source, clone: target }, merge);
}

/** Forgets those that came with a merge that is undone. */
export function takeMigrationsBack(writer: Writer, environment: number, merge: string): Promise<void> {
  return deleteMerged(writer, environment, merge);
}
