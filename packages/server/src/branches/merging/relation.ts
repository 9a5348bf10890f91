/** Two environments to compare or merge, and the state of their common ancestor. */

import { readFirstPublished, type VersionRef } from '../../content/entries/merged-entry.ts';
import type { KindName } from '../../content/kinds/content-kind.ts';
import type { Model } from '../../model/content-types/model.ts';
import type { Models } from '../../model/content-types/models.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Reader } from '../../platform/database/database.ts';
import { DomainError, invalid } from '../../platform/errors/domain-error.ts';
import { type CommonOrigin, commonOriginOf } from './origins.ts';
import type { BaseType } from './planning/slots.ts';
import { type BasePlace, hasWholeBase, placeOfClone, placeOfPair, selectBases } from './store.ts';
import type { MergeBaseRow } from './tables.ts';

/** An environment at one moment. */
export interface Side {
  readonly environment: Environment;
  readonly model: Model;
}

export interface Relation {
  readonly target: Side;
  readonly source: Side;
  readonly commonOrigin: CommonOrigin;
  /** Where the common state since their last merge is stored. */
  readonly pair: BasePlace;
  /** Content types of the ancestor by `api_id`. */
  readonly baseTypes: ReadonlyMap<string, BaseType>;
  /** The `api_id` of each content type at the start of the clone, by number. */
  readonly originTypes: ReadonlyMap<number, string>;
}

/** An entry in the common ancestor: the versions of its draft and of its published state. */
export interface BaseEntry extends VersionRef, EntryNote {}

/** What the ancestor row of an entry stores since a merge, besides the version of its draft. */
export interface EntryNote {
  /** The `api_id` of its content type. */
  readonly type: string;
  /** Differs from the draft after a merge that published nothing, as only the draft advanced. Null if it was not published. */
  readonly published: VersionRef | null;
}

/**
 * Determines how two environments are related.
 * @param reader sees a single state of the database
 * @throws `conflict` if they have no common ancestor
 */
export async function relationOf(
  reader: Reader,
  { target, source }: { target: Environment; source: Environment },
  models: Models,
): Promise<Relation> {
  if (target.number === source.number)
    throw invalid('from', 'other', 'Name another environment; an environment cannot be compared with itself.');
  const commonOrigin = await commonOriginOf(reader, target.number, source.number);
  if (commonOrigin === undefined || !(await hasWholeBase(reader, commonOrigin.origin))) throw unrelated(target, source);
  const pair = placeOfPair(target.number, source.number);
  const origins = await selectBases(reader, placeOfClone(commonOrigin.origin), { kind: 'content_type' });
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
    commonOrigin,
    pair,
    baseTypes,
    originTypes,
  };
}

/** The ancestor's rows for some resources, by key. Rows from the last merge take precedence. */
export async function baseRows(
  reader: Reader,
  { commonOrigin, pair }: Pick<Relation, 'commonOrigin' | 'pair'>,
  { kind, keys }: { kind: KindName; keys: readonly string[] },
): Promise<Map<string, MergeBaseRow>> {
  const origins = await selectBases(reader, placeOfClone(commonOrigin.origin), { kind, keys });
  const since = await selectBases(reader, pair, { kind, keys });
  return new Map([...origins, ...since].map((row) => [row.key, row]));
}

/** The ancestor's state of some entries, by key. */
export async function baseEntries(
  reader: Reader,
  relation: Relation,
  keys: readonly string[],
): Promise<Map<string, BaseEntry>> {
  const rows = await baseRows(reader, relation, { kind: 'entry', keys });
  const isOrigin = ({ other }: MergeBaseRow) => other !== relation.pair.other;
  const origins = [...rows.values()].filter(isOrigin).flatMap(({ resource }) => resource ?? []);
  const firstPublished = await readFirstPublished(reader, origins);
  const entries = new Map<string, BaseEntry>();
  for (const [key, row] of rows) {
    const { resource: id, version, state } = row;
    if (id === null || version === null || state === null) continue;
    const note: EntryNote = isOrigin(row)
      ? { type: relation.originTypes.get(Number(state)) ?? '', published: firstPublished.get(id) ?? null }
      : noteOf(state);
    entries.set(key, { id, version, ...note });
  }
  return entries;
}

/** Rows written by an earlier release lack the published version; then a merge asks if both sides published. */
function noteOf(state: string): EntryNote {
  const { type, published = null } = JSON.parse(state) as Pick<EntryNote, 'type'> & Partial<EntryNote>;
  return { type, published };
}

function unrelated(target: Environment, source: Environment): DomainError {
  const message =
    `Name two environments of which one was cloned from the other, or both from a third one; "${target.name}" and ` +
    `"${source.name}" have no common ancestor that is still stored.`;
  return new DomainError('conflict', message);
}
