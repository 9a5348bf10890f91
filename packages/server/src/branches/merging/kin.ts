/** Two environments that are compared or merged, and what their common ancestor held. */

import { readFirstPublished, type VersionRef } from '../../content/entries/merged-entry.ts';
import type { KindName } from '../../content/kinds/content-kind.ts';
import type { Model } from '../../model/content-types/model.ts';
import type { Models } from '../../model/content-types/models.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Reader } from '../../platform/database/database.ts';
import { DomainError, invalid } from '../../platform/errors/domain-error.ts';
import { type Kinship, kinshipOf } from './origins.ts';
import type { BaseType } from './planning/slots.ts';
import { type BasePlace, hasWholeBase, placeOfClone, placeOfPair, selectBases } from './store.ts';
import type { MergeBaseRow } from './tables.ts';

/** An environment at a moment. */
export interface Side {
  readonly environment: Environment;
  readonly model: Model;
}

export interface Kin {
  readonly target: Side;
  readonly source: Side;
  readonly kinship: Kinship;
  /** Where what they have in common since their last merge is. */
  readonly pair: BasePlace;
  /** Content types of the ancestor by `api_id`. */
  readonly baseTypes: ReadonlyMap<string, BaseType>;
  /** The `api_id` of each content type that the clone began with, by number. */
  readonly originTypes: ReadonlyMap<number, string>;
}

/** An entry as the ancestor had it: the version of its draft, and that of what was published of it. */
export interface BaseEntry extends VersionRef, EntryNote {}

/** What the row of an entry says beside the version of its draft, since a merge. */
export interface EntryNote {
  /** The `api_id` of its content type. */
  readonly type: string;
  /** A merge that publishes nothing moves the draft on alone; null if nothing was published. */
  readonly published: VersionRef | null;
}

/**
 * Relates two environments.
 * @param reader sees one state of all
 * @throws `conflict` if they have no common ancestor
 */
export async function kinOf(
  reader: Reader,
  { target, source }: { target: Environment; source: Environment },
  models: Models,
): Promise<Kin> {
  if (target.number === source.number)
    throw invalid('from', 'other', 'Name another environment; this one is what it would be compared with.');
  const kinship = await kinshipOf(reader, target.number, source.number);
  if (kinship === undefined || !(await hasWholeBase(reader, kinship.origin))) throw unrelated(target, source);
  const pair = placeOfPair(target.number, source.number);
  const origins = await selectBases(reader, placeOfClone(kinship.origin), { kind: 'content_type' });
  const since = await selectBases(reader, pair, { kind: 'content_type' });
  const baseTypes = new Map<string, BaseType>();
  const originTypes = new Map<number, string>();
  for (const { key, state } of origins) {
    if (state === null) continue;
    const base = JSON.parse(state) as BaseType;
    originTypes.set(base.type.number, key);
    baseTypes.set(key, base);
  }
  for (const { key, state } of since) {
    if (state === null) baseTypes.delete(key);
    else baseTypes.set(key, JSON.parse(state) as BaseType);
  }
  return {
    target: { environment: target, model: await models.within(reader, target) },
    source: { environment: source, model: await models.within(reader, source) },
    kinship,
    pair,
    baseTypes,
    originTypes,
  };
}

/** The rows of what the ancestor held of some resources, by key; those of the last merge hold. */
export async function baseRows(
  reader: Reader,
  { kinship, pair }: Pick<Kin, 'kinship' | 'pair'>,
  { kind, keys }: { kind: KindName; keys: readonly string[] },
): Promise<Map<string, MergeBaseRow>> {
  const origins = await selectBases(reader, placeOfClone(kinship.origin), { kind, keys });
  const since = await selectBases(reader, pair, { kind, keys });
  return new Map([...origins, ...since].map((row) => [row.key, row]));
}

/** Some entries as the ancestor had them, by key. */
export async function baseEntries(reader: Reader, kin: Kin, keys: readonly string[]): Promise<Map<string, BaseEntry>> {
  const rows = await baseRows(reader, kin, { kind: 'entry', keys });
  const isOrigin = ({ other }: MergeBaseRow) => other !== kin.pair.other;
  const origins = [...rows.values()].filter(isOrigin).flatMap(({ resource }) => resource ?? []);
  const firstPublished = await readFirstPublished(reader, origins);
  const entries = new Map<string, BaseEntry>();
  for (const [key, row] of rows) {
    const { resource: id, version, state } = row;
    if (id === null || version === null || state === null) continue;
    const note: EntryNote = isOrigin(row)
      ? { type: kin.originTypes.get(Number(state)) ?? '', published: firstPublished.get(id) ?? null }
      : noteOf(state);
    entries.set(key, { id, version, ...note });
  }
  return entries;
}

/** A note of an earlier version does not say what was published; then a merge asks where both sides published. */
function noteOf(state: string): EntryNote {
  const { type, published = null } = JSON.parse(state) as Pick<EntryNote, 'type'> & Partial<EntryNote>;
  return { type, published };
}

function unrelated(target: Environment, source: Environment): DomainError {
  const message =
    `Name environments of which one was cloned from the other, or both from a third one; "${target.name}" and ` +
    `"${source.name}" have no common ancestor that is kept.`;
  return new DomainError('conflict', message);
}
