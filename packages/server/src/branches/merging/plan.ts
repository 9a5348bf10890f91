/** What a merge will do, and the input that it is planned from. */

import type { Violation } from '../../../../contract/src/violations.ts';
import type { StoredEntry } from '../../content/entries/entry.ts';
import type { VersionRef } from '../../content/entries/merged-entry.ts';
import type { KindName } from '../../content/kinds/content-kind.ts';
import { type ValueKind, valueKinds } from '../../content/kinds/kinds.ts';
import type { ValuePlural, ValueRow } from '../../content/kinds/value-merge.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import type { WholeContentType } from '../../model/content-types/content-types.ts';
import type { Model } from '../../model/content-types/model.ts';
import type { Document } from '../../model/fields/field.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { Conflict, Resolution, ThreeWay } from './planning/decisions.ts';
import type { MergeAction, ValuesOutcome } from './planning/entry-merge.ts';
import type { Shapes } from './planning/shapes.ts';
import type { TypeOutcome } from './planning/type-merge.ts';
import type { ValuesState } from './planning/values-state.ts';
import { visibleOfEntry, visibleOfType, visibleOfValues } from './planning/visible.ts';
import type { Relation } from './relation.ts';
import type { TypeSides } from './states.ts';
import type { MergeBaseRow } from './tables.ts';

export const publishModes = ['none', 'as_source'] as const;
export type PublishMode = (typeof publishModes)[number];

/** What to merge. */
export interface MergeInput {
  /** Restricts the merge to these content types (ids or `api_id`s), with their entries. */
  readonly content_types?: readonly string[];
  /** Restricts the merge to these entries (ids or keys), with their content types and the assets that they link to. */
  readonly entries?: readonly string[];
  readonly resolutions?: readonly Resolution[];
  readonly publish?: PublishMode;
}

export interface PlannedType {
  readonly sides: TypeSides;
  readonly outcome: TypeOutcome;
  /** Requests that bring the target's type into the merged state, in order; empty if nothing changes or the type is deleted. */
  readonly requests: readonly WholeContentType[];
  /** The resulting type, under numbers valid only within the plan; undefined if it does not exist afterwards. */
  readonly planned: ContentType | undefined;
}

export interface PlannedEntry {
  readonly key: string;
  /** The `api_id` of its content type. */
  readonly type: string;
  readonly outcome: ValuesOutcome;
  readonly target: StoredEntry | undefined;
  readonly three: ThreeWay<ValuesState>;
}

/** An entry that exists after the merge. */
export interface CheckedEntry {
  readonly planned: PlannedEntry;
  readonly type: ContentType;
  readonly draft: Document;
  /** What the merge publishes: the same object as the draft if they are equal; null if nothing. */
  readonly publishes: Document | null;
  readonly published: Document | null;
}

/** A resource of plain values. */
export interface PlannedValues {
  readonly kind: ValueKind;
  readonly key: string;
  readonly outcome: ValuesOutcome;
  readonly target: ValueRow | undefined;
}

export interface MergePlan {
  readonly relation: Relation;
  /** Every content type by `api_id`, changed or not; components before what has them inside. */
  readonly types: ReadonlyMap<string, PlannedType>;
  readonly shapes: Shapes;
  readonly entries: readonly PlannedEntry[];
  /** Grouped by kind. */
  readonly values: readonly PlannedValues[];
  readonly conflicts: readonly Conflict[];
  /** What a save or a publication would reject. */
  readonly errors: readonly Violation[];
  /** The resulting ancestor states of everything except content types. */
  readonly bases: readonly MergeBaseRow[];
  /** Content types for which the source's state becomes the ancestor's. */
  readonly rebasedTypes: readonly string[];
  /** Versions of the source that the ancestor will refer to. */
  readonly keeps: readonly VersionRef[];
  /** The writes that apply the plan, in order. */
  readonly parts: readonly PlanPart[];
}

/** The part of a plan that one write applies. */
export interface PlanPart
  extends Pick<MergePlan, 'relation' | 'types' | 'entries' | 'values' | 'bases' | 'rebasedTypes' | 'keeps'> {
  /** `<kind> <key>` of what later parts create or change: links to them were checked with the whole plan. */
  readonly coming: Pick<ReadonlySet<string>, 'has'>;
  /** `entry <key>` → all that are changed by the same write as this entry, if there are others. */
  readonly together: ReadonlyMap<string, readonly string[]>;
  /** Whether nothing may be left out of it. */
  readonly isFixed: boolean;
}

/** One change of a merge, for responses. */
export interface ShownChange {
  readonly id: string;
  readonly key: string;
  readonly action: Exclude<MergeAction, 'none'>;
  /** The changed paths within it. */
  readonly paths: string[];
}

export interface ShownEntry extends ShownChange {
  readonly content_type: string;
  readonly publish: boolean;
}

/** The changes of a merge, as shown and stored. */
export interface ShownChanges extends Readonly<Record<ValuePlural, ShownChange[]>> {
  readonly model: ShownChange[];
  readonly entries: ShownEntry[];
  /** Paths whose content in delivery changes. */
  readonly becomes_visible: string[];
}

/** The number of resources that a plan changes. */
export function sizeOf({ types, entries, values }: Pick<MergePlan, 'types' | 'entries' | 'values'>): number {
  const changed = [...types.values()].filter(({ outcome }) => outcome.action !== 'none').length;
  return changed + entries.length + values.length;
}

/** Whether applying a plan writes anything. */
export function isEmpty(plan: Omit<MergePlan, 'parts'>): boolean {
  return sizeOf(plan) === 0 && plan.bases.length === 0 && plan.rebasedTypes.length === 0;
}

/** The paths whose content in delivery changes once the plan is applied. */
export function visibleChanges({ types, entries, values }: Pick<MergePlan, 'types' | 'entries' | 'values'>): string[] {
  return [
    ...[...types].flatMap(([apiId, { outcome, sides }]) =>
      visibleOfType(`content_types.${apiId}`, outcome, sides.three.target),
    ),
    ...entries.flatMap(({ key, outcome, target }) =>
      visibleOfEntry(`entries.${key}`, outcome, target !== undefined && target.published !== null),
    ),
    ...values.flatMap(({ kind, key, outcome }) => visibleOfValues(`${kind.merge.plural}.${key}`, outcome)),
  ];
}

export function shownChanges(plan: Pick<MergePlan, 'relation' | 'types' | 'entries' | 'values'>): ShownChanges {
  const { relation, types, entries, values } = plan;
  const { code } = relation.target.model;
  return {
    model: [...types].flatMap(([apiId, { outcome }]) => changeOf('content_type', apiId, { outcome, code })),
    entries: entries.flatMap(({ key, type, outcome }) =>
      changeOf('entry', key, { outcome, code }).map((change) => ({
        ...change,
        content_type: type,
        publish: outcome.published !== null,
      })),
    ),
    ...byPlural(({ name }) =>
      values
        .filter(({ kind }) => kind.name === name)
        .flatMap(({ key, outcome }) => changeOf(name, key, { outcome, code })),
    ),
    becomes_visible: visibleChanges(plan),
  };
}

/** Builds an object with one value for each kind of plain values, by the plural name of the kind. */
export function byPlural<T>(of: (kind: ValueKind) => T): Record<ValuePlural, T> {
  const some = valueKinds.map((kind) => [kind.merge.plural, of(kind)] as const);
  return Object.fromEntries(some) as Record<ValuePlural, T>;
}

function changeOf(
  kind: KindName,
  key: string,
  { outcome, code }: { outcome: Pick<ValuesOutcome, 'action' | 'paths'>; code: Model['code'] },
): ShownChange[] {
  const { action, paths } = outcome;
  return action === 'none' ? [] : [{ id: resourceId(kind, code, key), key, action, paths: [...paths] }];
}
