/** Compares two environments: what differs between them, and which side changed it since their common ancestor. */
import { entryTitle } from '../../content/entries/entry-title.ts';
import type { KindName } from '../../content/kinds/content-kind.ts';
import { valueKinds } from '../../content/kinds/kinds.ts';
import type { Models } from '../../model/content-types/models.ts';
import type { Environments } from '../../model/spaces/environments.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { invalid } from '../../platform/errors/domain-error.ts';
import type { LargeResponses } from '../../platform/http/large-responses.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import type { TargetPlace } from './merges.ts';
import { openNamed } from './named-environment.ts';
import type { ThreeWay } from './planning/decisions.ts';
import {
  changeOf,
  type Difference,
  differencesOfTypes,
  differencesOfValues,
  type SideChange,
} from './planning/differences.ts';
import { sameType } from './planning/type-state.ts';
import { sameState } from './planning/values-state.ts';
import { type Relation, relationOf } from './relation.ts';
import { ByteCounter, changedOfKind, type ScopeFilters, scopeOf } from './scope.ts';
import { shapesOf, type TypeSides, typeSides, valuePlaces } from './states.ts';
import {
  type EntrySides,
  eachEntry,
  eachOfKind,
  linksFrom,
  noteLinks,
  pictureFrom,
  placesOfEntry,
} from './value-planning.ts';

/** A resource on one side. */
export interface ComparedSide {
  readonly change: SideChange;
  readonly id: string;
  /** Null if the side does not have the resource. */
  readonly version: number | null;
  readonly updated_at: string | null;
  /** Id of the actor who last changed it; also null for content types, which do not record it. */
  readonly updated_by: string | null;
}

export interface ComparedResource {
  readonly path: string;
  readonly kind: KindName;
  readonly key: string;
  /** The `api_id` of an entry's content type; null for other kinds. */
  readonly content_type: string | null;
  /** The title of an entry in the source, or in the target if it is gone there; null for other kinds, and without one. */
  readonly title: string | null;
  readonly source: ComparedSide;
  readonly target: ComparedSide;
  readonly differences: Difference[];
}

export interface ComparisonQuery extends ScopeFilters {
  /** Name of the environment to compare with; undefined for the one that the environment in the path was cloned from. */
  readonly to: string | undefined;
}

interface ComparisonParts {
  readonly database: Database;
  readonly environments: Environments;
  readonly models: Models;
  readonly large: Pick<LargeResponses, 'take'>;
}

export class Comparison {
  readonly #parts: ComparisonParts;

  constructor(parts: ComparisonParts) {
    this.#parts = parts;
  }

  /**
   * Returns all differences: first content types, then entries, then other kinds, each ordered by key.
   * @throws `conflict` if the two have no common ancestor, `validation_failed`
   */
  async compare(actor: Actor, place: TargetPlace, query: ComparisonQuery): Promise<ComparedResource[]> {
    const { database, environments, models, large } = this.#parts;
    const { source: origin } = await environments.open(actor, place.spaceId, place.environment);
    const to = query.to ?? origin;
    if (to === null)
      throw invalid('query.to', 'required', 'Name the environment to compare with; this one is not a clone.');
    const target = await openNamed(environments, actor, { spaceId: place.spaceId, name: to }, 'query.to');
    const source = await environments.open(actor, place.spaceId, place.environment);
    return large.take(place.spaceId, () =>
      database.snapshot(async (reader) =>
        compared(reader, await relationOf(reader, { target, source }, models), query),
      ),
    );
  }
}

async function compared(reader: Reader, relation: Relation, query: ComparisonQuery): Promise<ComparedResource[]> {
  const types = typeSides(relation);
  const scope = await scopeOf(reader, relation, { types, filters: query, root: 'query.' });
  const found: ComparedResource[] = [];
  const held = new ByteCounter('query.');
  const add = (resource: ComparedResource, bytes = 0) => {
    if (resource.differences.length === 0) return;
    held.add(bytes);
    found.push(resource);
  };
  const linked = new Map<string, Set<string>>();
  for (const sides of scope.namesEntries ? [] : types.values()) {
    if (scope.types?.has(sides.apiId) === false) continue;
    noteLinks(linked, pictureFrom(sides));
    add(comparedType(sides, relation));
  }
  const stateIn = (apiId: string) => types.get(apiId)?.three.source ?? types.get(apiId)?.three.target;
  const shapes = shapesOf(types, stateIn, relation.target.model.locales);
  await eachEntry(reader, { relation, types, shapes }, scope.entries, (entry) => {
    const { key, three, type, source, target } = entry;
    if (scope.types !== undefined && !scope.types.has(type.apiId)) return;
    noteLinks(linked, linksFrom(entry, relation));
    const path = `entries.${key}`;
    const placeOf = placesOfEntry(type, relation, shapes);
    const sides = sidesOf('entry', key, { three, same: sameState, relation, source: source?.row, target: target?.row });
    const differences = differencesOfValues(path, three, placeOf);
    add(
      { path, kind: 'entry', key, content_type: type.apiId, title: titleOf(entry, relation), ...sides, differences },
      entry.bytes,
    );
  });
  for (const kind of valueKinds) {
    const placeOf = valuePlaces(kind, relation.target.model.locales);
    const keys = await changedOfKind(reader, relation, {
      kind: kind.name,
      isWhole: scope.isWhole,
      linked,
      root: 'query.',
    });
    await eachOfKind(reader, relation, { kind, keys }, ({ key, three, source, target, bytes }) => {
      const path = `${kind.merge.plural}.${key}`;
      const sides = sidesOf(kind.name, key, { three, same: sameState, relation, source, target });
      const differences = differencesOfValues(path, three, placeOf);
      add({ path, kind: kind.name, key, content_type: null, title: null, ...sides, differences }, bytes);
    });
  }
  return found;
}

function comparedType({ apiId, three, source, target }: TypeSides, relation: Relation): ComparedResource {
  const path = `content_types.${apiId}`;
  const rowOf = (type: typeof source) =>
    type && { version: type.version, updated_at: type.updatedAt, updated_by: null };
  const sides = sidesOf('content_type', apiId, {
    three,
    same: sameType,
    relation,
    source: rowOf(source),
    target: rowOf(target),
  });
  return {
    path,
    kind: 'content_type',
    key: apiId,
    content_type: null,
    title: null,
    ...sides,
    differences: differencesOfTypes(path, three),
  };
}

function titleOf({ type, source, target }: EntrySides, relation: Relation): string | null {
  const { locales } = relation.source.model;
  if (source !== undefined && type.source !== undefined) return entryTitle(type.source, source.draft, locales);
  return target !== undefined && type.target !== undefined ? entryTitle(type.target, target.draft, locales) : null;
}

interface RowOfSide {
  readonly version: number;
  readonly updated_at: number;
  readonly updated_by: string | null;
}

function sidesOf<T>(
  kind: ComparedResource['kind'],
  key: string,
  context: {
    readonly three: ThreeWay<T>;
    readonly same: (one: T, other: T) => boolean;
    readonly relation: Relation;
    readonly source: RowOfSide | undefined;
    readonly target: RowOfSide | undefined;
  },
): Pick<ComparedResource, 'source' | 'target'> {
  const side = (name: 'source' | 'target'): ComparedSide => {
    const row = context[name];
    return {
      change: changeOf(context.three.base, context.three[name], context.same),
      id: resourceId(kind, context.relation[name].model.code, key),
      version: row?.version ?? null,
      updated_at: row === undefined ? null : isoTime(row.updated_at),
      updated_by: row?.updated_by ?? null,
    };
  };
  return { source: side('source'), target: side('target') };
}
