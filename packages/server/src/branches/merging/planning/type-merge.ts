/**
 * Merges one content type: its existence, its names, and its fields one by one, with each setting separately. Pure. A field is
 * identified by its slot, which means the same field on all sides, whatever its id and number.
 */

import type { Layout } from '../../../../../contract/src/layout.ts';
import { sameJson } from '../../../../../contract/src/same-json.ts';
import { withDistinctFormerIds } from '../../../model/content-types/former-ids.ts';
import type { Decisions, ThreeWay } from './decisions.ts';
import type { MergeAction } from './entry-merge.ts';
import { mergedOrder } from './field-order.ts';
import {
  type FieldState,
  fieldIn,
  idInAny,
  sameField,
  sameType,
  shownField,
  shownLayout,
  shownType,
  slotsOf,
  type TypeState,
} from './type-state.ts';

/** What a merge would hide in the target's entries. */
export interface TypeFacts {
  /** Whether any entry has a value in the field with that slot. */
  readonly holds: (slot: string) => boolean;
  /** Whether any entry has a value that would be hidden if it were localized otherwise: in a locale other than the default. */
  readonly holdsOtherLocales: (slot: string) => boolean;
  /** Whether any entry has a block of a component that the field does not take in the source. */
  readonly holdsBlocks: (slot: string) => boolean;
}

export interface TypeOutcome {
  readonly action: MergeAction;
  /** The merged type; undefined if it does not exist afterwards. */
  readonly type: TypeState | undefined;
  /** Whether a resolution allows values to be hidden. */
  readonly hides: boolean;
  /** Paths of the changes relative to the type. */
  readonly paths: readonly string[];
}

/** @param path such as `content_types.article` */
export function mergeType(
  path: string,
  three: ThreeWay<TypeState>,
  facts: TypeFacts,
  decisions: Decisions,
): TypeOutcome {
  const { base, target, source } = three;
  const take = decisions.resolutionOf(path);
  if (take === 'target' || (source === undefined && target === undefined)) return unchanged(target);
  if (source === undefined) {
    const goes = base !== undefined && target !== undefined && (take === 'source' || sameType(base, target));
    if (goes) return { action: 'delete', type: undefined, hides: false, paths: [] };
    if (base !== undefined) decisions.addConflict(path, 'deleted', three, shownType);
    return unchanged(target);
  }
  if (target === undefined) {
    if (base !== undefined && sameType(base, source) && take !== 'source') return unchanged(undefined);
    if (base !== undefined && decisions.resolve(path, 'deleted', three, shownType) !== 'source')
      return unchanged(undefined);
    return { action: 'create', type: source, hides: false, paths: [] };
  }
  if (target.kind !== source.kind) {
    decisions.addConflict(path, 'taken', three, shownType);
    return unchanged(target);
  }
  return bothThere(path, { base: take === 'source' ? target : base, target, source }, { facts, decisions });
}

interface Both {
  readonly base: TypeState | undefined;
  readonly target: TypeState;
  readonly source: TypeState;
}

interface Context {
  readonly facts: TypeFacts;
  readonly decisions: Decisions;
}

function bothThere(path: string, both: Both, context: Context): TypeOutcome {
  const { base, target, source } = both;
  const { decisions } = context;
  const text = (name: 'name' | 'description') =>
    decisions.value(`${path}.${name}`, { base: base?.[name], target: target[name], source: source[name] }) ?? '';
  const names = { name: text('name'), description: text('description') };
  const merged = mergedFields(path, both, context);
  const fields = mergedOrder(withFormerIds(merged.fields), both);
  const slots = new Set(fields.map(({ slot }) => slot));
  const sides = [base, target, source];
  const named = (key: 'displayField' | 'slugField', name: string) => {
    const three = { base: base?.[key], target: target[key], source: source[key] };
    const slot = decisions.value(`${path}.${name}`, three, (one) => idInAny(sides, one) ?? null) ?? null;
    return slot !== null && slots.has(slot) ? slot : null;
  };
  const type = {
    kind: target.kind,
    ...names,
    displayField: named('displayField', 'display_field'),
    slugField: named('slugField', 'slug_field'),
    previewUrl:
      decisions.value(`${path}.preview_url`, {
        base: base?.previewUrl,
        target: target.previewUrl,
        source: source.previewUrl,
      }) ?? null,
    previewPicture:
      decisions.value(`${path}.preview_picture`, {
        base: base?.previewPicture,
        target: target.previewPicture,
        source: source.previewPicture,
      }) ?? null,
    deliverFormerIds:
      decisions.value(`${path}.deliver_former_ids`, {
        base: base?.deliverFormerIds,
        target: target.deliverFormerIds,
        source: source.deliverFormerIds,
      }) ?? target.deliverFormerIds,
    layout: mergedLayout(path, both, { slots, decisions }),
    fields,
  };
  const paths = changedPaths(target, type);
  return { action: paths.length === 0 ? 'none' : 'update', type, hides: merged.hides, paths };
}

/** The layout as a whole: compared without the fields that are in the merge no more, which neither side has moved by that. */
function mergedLayout(
  path: string,
  { base, target, source }: Both,
  { slots, decisions }: { slots: ReadonlySet<string>; decisions: Decisions },
): Layout | null {
  const within = (type: TypeState) => shownLayout(type.layout, (slot) => (slots.has(slot) ? slot : undefined));
  const three = { base: base && within(base), target: within(target), source: within(source) };
  const show = (layout: Layout | null) => shownLayout(layout, (slot) => idInAny([base, target, source], slot));
  return decisions.value(`${path}.layout`, three, show) ?? null;
}

function mergedFields(path: string, both: Both, context: Context): { fields: FieldState[]; hides: boolean } {
  const fields: FieldState[] = [];
  let hides = false;
  for (const slot of slotsOf(both.target, both.source)) {
    const three = {
      base: fieldIn(both.base, slot),
      target: fieldIn(both.target, slot),
      source: fieldIn(both.source, slot),
    };
    const merged = mergeField(path, three, context);
    hides ||= merged.hides;
    if (merged.field !== undefined) fields.push(merged.field);
  }
  return withoutTaken(path, { fields, hides }, both, context);
}

interface MergedField {
  readonly field: FieldState | undefined;
  readonly hides: boolean;
}

function mergeField(typePath: string, three: ThreeWay<FieldState>, { facts, decisions }: Context): MergedField {
  const { base, target, source } = three;
  const path = `${typePath}.fields.${(target ?? source ?? base)?.id}`;
  if (source === undefined) return withoutSource(path, three, { facts, decisions });
  if (target === undefined) {
    const isNew = base === undefined;
    const stays = isNew
      ? decisions.resolutionOf(path) !== 'target'
      : !sameField(base, source) && decisions.resolve(path, 'deleted', three, shownField) === 'source';
    return { field: stays ? source : undefined, hides: false };
  }
  const id = decisions.value(`${path}.id`, { base: base?.id, target: target.id, source: source.id }) ?? target.id;
  const settings: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(target.settings), ...Object.keys(source.settings)])) {
    if (name === 'former_ids' || name === 'components') continue;
    const side = (field: FieldState | undefined) => field?.settings[name];
    const value = decisions.value(`${path}.${name}`, { base: side(base), target: side(target), source: side(source) });
    if (value !== undefined) settings[name] = value;
  }
  settings.former_ids = mergedFormerIds(three);
  const components = mergedComponents(path, { base, target, source }, { facts, decisions });
  if (components.value !== undefined) settings.components = components.value;
  const { hides } = components;
  const { localized } = target.settings;
  const switches = (localized === true) !== (settings.localized === true);
  if (!switches || !facts.holdsOtherLocales(target.slot)) return { field: { ...target, id, settings }, hides };
  const flags = { base: base?.settings.localized, target: localized, source: settings.localized };
  if (decisions.resolve(`${path}.localized`, 'data_loss', flags) === 'source')
    return { field: { ...target, id, settings }, hides: true };
  return { field: { ...target, id, settings: { ...settings, localized } }, hides };
}

/** The components of both sides without those that either has left out, in the order of the target. */
function mergedComponents(
  path: string,
  { base, target, source }: ThreeWay<FieldState> & Readonly<Record<'target' | 'source', FieldState>>,
  { facts, decisions }: Context,
): { readonly value: readonly string[] | undefined; readonly hides: boolean } {
  const of = (field: FieldState | undefined) => field?.settings.components as readonly string[] | undefined;
  const three = { base: of(base), target: of(target), source: of(source) };
  const [was, here, there] = [three.base ?? [], three.target, three.source];
  if (here === undefined || there === undefined) return { value: here, hides: false };
  const at = `${path}.components`;
  const take = decisions.resolutionOf(at);
  const isLeft = (name: string) => was.includes(name) && !there.includes(name);
  const added = there.filter((name) => !was.includes(name) && !here.includes(name));
  const value = take === undefined ? [...here.filter((name) => !isLeft(name)), ...added] : (three[take] ?? here);
  const isFewer = here.some((name) => !value.includes(name));
  if (!isFewer || !facts.holdsBlocks(target.slot)) return { value, hides: false };
  if (take === 'source') return { value, hides: true };
  decisions.addConflict(at, 'data_loss', three);
  return { value: here, hides: false };
}

/** The former ids of both sides without those that either has removed: there is nothing to decide. */
function mergedFormerIds({ base, target, source }: ThreeWay<FieldState>): readonly string[] {
  const [was, here, there] = [formerIdsOf(base), formerIdsOf(target), formerIdsOf(source)];
  const isRemoved = (id: string) => was.includes(id) && !(here.includes(id) && there.includes(id));
  return [...here, ...there].filter((id) => !isRemoved(id));
}

/** The fields, with each former id left to one of them. */
function withFormerIds(fields: readonly FieldState[]): FieldState[] {
  const named = withDistinctFormerIds(fields.map((field) => ({ id: field.id, former_ids: formerIdsOf(field) })));
  return fields.map((field, index) => {
    const { former_ids: _, ...settings } = field.settings;
    const former = named[index]?.former_ids;
    return { ...field, settings: former === undefined ? settings : { ...settings, former_ids: former } };
  });
}

function formerIdsOf(field: FieldState | undefined): readonly string[] {
  return (field?.settings.former_ids ?? []) as readonly string[];
}

/** Handles a field that the source has deleted or never had. */
function withoutSource(path: string, three: ThreeWay<FieldState>, { facts, decisions }: Context): MergedField {
  const { base, target } = three;
  if (base === undefined || target === undefined) return { field: target, hides: false };
  const holds = facts.holds(target.slot);
  if (sameField(base, target) && !holds)
    return { field: decisions.resolutionOf(path) === 'target' ? target : undefined, hides: false };
  const rule = sameField(base, target) ? 'data_loss' : 'deleted';
  if (decisions.resolve(path, rule, three, shownField) !== 'source') return { field: target, hides: false };
  return { field: undefined, hides: holds };
}

/** Two fields with the same id, one on each side: one of them has to be removed. */
function withoutTaken(
  path: string,
  { fields, hides }: { fields: FieldState[]; hides: boolean },
  { base, target, source }: Both,
  { facts, decisions }: Context,
): { fields: FieldState[]; hides: boolean } {
  let hidesMore = hides;
  const gone = new Set<string>();
  for (const [id, some] of Map.groupBy(fields, (field) => field.id)) {
    const [here, there] = [
      some.find(({ slot }) => fieldIn(target, slot)),
      some.find(({ slot }) => !fieldIn(target, slot)),
    ];
    if (here === undefined || there === undefined) continue;
    const three = { base: undefined, target: here, source: fieldIn(source, there.slot) };
    const take = decisions.resolve(`${path}.fields.${id}`, 'taken', three, shownField);
    gone.add(take === 'source' ? here.slot : there.slot);
    if (take === 'source') hidesMore ||= facts.holds(here.slot);
  }
  const kept = fields.filter(({ slot }) => !gone.has(slot));
  return { fields: withOwnIds(path, kept, { both: { base, target, source }, decisions }), hides: hidesMore };
}

/** A field that the source renamed to an id taken by another field of the target keeps its old id. */
function withOwnIds(
  path: string,
  fields: readonly FieldState[],
  { both, decisions }: { both: Both; decisions: Decisions },
): FieldState[] {
  return fields.map((field) => {
    const before = fieldIn(both.target, field.slot);
    const isTaken = fields.some(({ slot, id }) => slot !== field.slot && id === field.id);
    if (!isTaken || before === undefined || before.id === field.id) return field;
    const three = { base: fieldIn(both.base, field.slot)?.id, target: before.id, source: field.id };
    decisions.addConflict(`${path}.fields.${before.id}.id`, 'taken', three);
    return { ...field, id: before.id };
  });
}

function changedPaths(target: TypeState, type: TypeState): string[] {
  const paths: string[] = [];
  if (target.name !== type.name) paths.push('name');
  if (target.description !== type.description) paths.push('description');
  if (target.displayField !== type.displayField) paths.push('display_field');
  if (target.slugField !== type.slugField) paths.push('slug_field');
  if (target.previewUrl !== type.previewUrl) paths.push('preview_url');
  if ((target.previewPicture ?? null) !== (type.previewPicture ?? null)) paths.push('preview_picture');
  if (target.deliverFormerIds !== type.deliverFormerIds) paths.push('deliver_former_ids');
  const kept = new Set(type.fields.map(({ slot }) => slot));
  const layout = shownLayout(target.layout, (slot) => (kept.has(slot) ? slot : undefined));
  if (!sameJson(layout, type.layout ?? null)) paths.push('layout');
  for (const slot of slotsOf(target, type)) {
    const [before, after] = [fieldIn(target, slot), fieldIn(type, slot)];
    const isSame = before !== undefined && after !== undefined && sameField(before, after);
    if (!isSame) paths.push(`fields.${(after ?? before)?.id}`);
  }
  const order = ({ fields }: TypeState) => fields.map(({ slot }) => slot);
  if (paths.length === 0 && !sameJson(order(target), order(type))) paths.push('fields');
  return paths;
}

function unchanged(type: TypeState | undefined): TypeOutcome {
  return { action: 'none', type, hides: false, paths: [] };
}
