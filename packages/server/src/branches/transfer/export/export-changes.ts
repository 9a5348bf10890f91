/** Marks the parts of an export whose content has changed, according to the journals of its environments. */

import type { KindName } from '../../../content/kinds/content-kind.ts';
import { contentKinds } from '../../../content/kinds/kinds.ts';
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { Pace } from '../../../platform/kit/pace.ts';
import { changesOf, type EnvironmentSnapshot, snapshotOf } from '../space-snapshot.ts';
import type { ExportEnvironmentRow, ExportRow } from '../tables.ts';
import * as store from './store.ts';

/** Sorts after every key: all characters that a key may contain come before it in ASCII. */
const LAST_KEY = '~';

/** The kinds exported in parts, in the order of their parts. */
export const kindsInParts = contentKinds.filter(({ records }) => records.inRange !== null).map(({ name }) => name);

function isInParts(kind: string): kind is KindName {
  return (kindsInParts as readonly string[]).includes(kind);
}

/** The changes since the parts of an export were made. */
export interface News {
  readonly environments: readonly EnvironmentSnapshot[];
  /** The environments that the export follows, with their changes; null for deleted environments. */
  readonly followed: readonly { readonly row: ExportEnvironmentRow; readonly changed: ChangedParts | null }[];
}

/**
 * Finds what has changed. Runs outside of any write, because it may have to read a lot.
 * @returns undefined if there is nothing left to export
 */
export async function findChanges(db: Reader, row: ExportRow): Promise<News | undefined> {
  const picture = await snapshotOf(db, row.space_id, row.environment);
  if (picture === undefined) return undefined;
  const { environments } = picture;
  const followed: { row: ExportEnvironmentRow; changed: ChangedParts | null }[] = [];
  for (const known of await store.listExportEnvironments(db, row.id)) {
    const now = environments.find(({ environment }) => environment.number === known.environment);
    followed.push({ row: known, changed: now === undefined ? null : await changedParts(db, known, now.revision) });
  }
  return { environments, followed };
}

/**
 * Marks what has to be made again, and advances the export to the revisions at which the changes were read. @returns false if
 * another process has advanced it in the meantime
 */
export async function catchUp(writer: Writer, row: ExportRow, { environments, followed }: News): Promise<boolean> {
  const existing = await store.listExportEnvironments(writer, row.id);
  const isSame = ({ environment, revision }: ExportEnvironmentRow, index: number) =>
    environment === followed[index]?.row.environment && revision === followed[index]?.row.revision;
  if (existing.length !== followed.length || !existing.every(isSame)) return false;
  for (const { row: known, changed } of followed) {
    const now = environments.find(({ environment }) => environment.number === known.environment);
    if (now === undefined || changed === null) await store.deleteExportEnvironment(writer, row.id, known.environment);
    else await markChanged(writer, known, { changed, revision: now.revision });
  }
  let next = row.next_part;
  for (const pictured of environments) {
    const isKnown = followed.some(({ row: known }) => known.environment === pictured.environment.number);
    if (!isKnown) next = await follow(writer, { id: row.id, next }, pictured);
  }
  if (next !== row.next_part) await store.updateExport(writer, row.id, { next_part: next });
  return true;
}

/** Adds an environment to an export: one pending part for each kind that is exported in parts. */
export async function follow(
  writer: Writer,
  { id, next }: { id: string; next: number },
  { environment: { number, name }, revision }: EnvironmentSnapshot,
): Promise<number> {
  await store.insertExportEnvironment(writer, { export: id, environment: number, name, revision });
  let part = next;
  for (const kind of kindsInParts) {
    const range = { environment: number, kind, above: '', upto: LAST_KEY };
    await store.insertPart(writer, { export: id, part: part++, ...range, name: null, is_pending: 1, items: 0 });
  }
  return part;
}

/** The changes in an environment, as they affect an export. */
export interface ChangedParts {
  /** Kinds with a change that may affect every record. */
  readonly kinds: ReadonlySet<KindName>;
  /** Numbers of the other changed parts. */
  readonly parts: ReadonlySet<number>;
}

/** The parts that contain, or would contain, what changed after the revision of an export, up to another revision. */
export async function changedParts(
  db: Reader,
  { export: id, environment, revision }: ExportEnvironmentRow,
  until: number,
): Promise<ChangedParts> {
  const parts = new Set<number>();
  const pace = new Pace();
  const kinds = new Set<KindName>();
  for await (const items of changesOf(db, { environment, after: revision, until })) {
    for (const { kind, key } of items) {
      for (const { name, records } of contentKinds) if (records.dependsOn.includes(kind)) kinds.add(name);
      if (isInParts(kind)) parts.add((await store.partOf(db, { export: id, environment, kind, key })).part);
      await pace.restIfDue();
    }
  }
  return { kinds, parts };
}

async function markChanged(
  writer: Writer,
  known: ExportEnvironmentRow,
  { changed: { kinds, parts }, revision }: { changed: ChangedParts; revision: number },
): Promise<void> {
  if (known.revision === revision) return;
  const { export: id, environment } = known;
  for (const kind of kinds) await store.markAllPending(writer, id, environment, kind);
  await store.markPending(writer, id, [...parts]);
  await store.advanceEnvironment(writer, known, revision);
}
