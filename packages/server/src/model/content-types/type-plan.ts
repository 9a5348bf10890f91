/**
 * Computes the content type that results from a request. The request's fields are matched with the existing ones so that every
 * value stays where it is. Pure. A renamed field keeps its number; a field with a different type is a new field.
 */

import type { ContentTypeKind } from '../../../../contract/src/content-types.ts';
import type { Violation } from '../../../../contract/src/violations.ts';
import { validationFailed } from '../../platform/errors/domain-error.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import { holdsBlocks } from '../fields/document/own-values.ts';
import type { Field } from '../fields/field.ts';
import { fieldType } from '../fields/registry.ts';
import { componentViolations } from './components.ts';
import type { ContentType, HiddenField } from './content-type.ts';
import { type DeclaredField, readFieldList } from './field-list.ts';
import { withDistinctFormerIds } from './former-ids.ts';
import { type GivenPicture, plannedPicture } from './preview-picture.ts';
import { previewUrlViolations } from './preview-url.ts';
import { layoutWithin, readLayout } from './type-layout.ts';

/** A content type as a request gives it; absent members stay as they are. */
export interface ContentTypeInput {
  readonly kind?: ContentTypeKind;
  readonly name?: string;
  readonly description?: string;
  /** Id of the field. */
  readonly display_field?: string | null;
  readonly slug_field?: string | null;
  /** Template of an address. */
  readonly preview_url?: string | null;
  /** Id or key of an asset. */
  readonly preview_picture?: string | null;
  readonly deliver_former_ids?: boolean;
  /** Unchecked. */
  readonly layout?: unknown;
  readonly fields?: readonly unknown[];
}

/** What the plan needs to know about the environment. */
export interface PlanContext {
  /** The environment's codes in public ids. */
  readonly codes: readonly string[];
  /** Number of the default locale. */
  readonly defaultLocale: number;
  /** The content types of the environment. */
  readonly types: readonly ContentType[];
  /** The asset that the request gives as preview picture; absent if it gives none, or one that may be created later. */
  readonly picture?: GivenPicture;
  readonly at: number;
}

export interface TypePlan {
  /** The resulting type; the existing one if nothing changes. */
  readonly type: ContentType;
  readonly changed: boolean;
  /** Visible fields that the request no longer declares. Those with data are hidden, the others removed. */
  readonly removed: readonly Field[];
  /** Fields that are no longer localized. Their values outside the default locale would be hidden. */
  readonly narrowed: readonly Field[];
  /** Fields that are localized now as a whole. Values of other locales inside of them would be hidden. */
  readonly widened: readonly Field[];
  /** Fields that take fewer components. Blocks of these would be hidden. */
  readonly reduced: readonly ReducedField[];
}

/** A field with the `api_id`s of the components that it takes no longer. */
export interface ReducedField {
  readonly field: Field;
  readonly components: readonly string[];
}

/**
 * Applies a request to the existing type, or to an empty one.
 * @throws `validation_failed` with all violations
 */
export function planType(before: ContentType, input: ContentTypeInput, context: PlanContext): TypePlan {
  const violations: Violation[] = [];
  const plan = draftType(before, input, context, violations);
  violations.push(...componentViolations(plan.type, context.types));
  if (violations.length > 0) throw validationFailed(violations);
  return plan;
}

/** The same without the other types: whether the components that it names exist is left to be checked. Adds what is wrong to the violations. */
export function draftType(
  before: ContentType,
  input: ContentTypeInput,
  context: Omit<PlanContext, 'types'>,
  violations: Violation[],
): TypePlan {
  violations.push(...previewUrlViolations(input.preview_url));
  const matched = matchFields(before, input.fields, { ...context, violations });
  const kind = plannedKind(before, input.kind, violations);
  const draft: ContentType = {
    ...before,
    kind,
    name: input.name ?? before.name,
    description: input.description ?? before.description,
    previewUrl: input.preview_url === undefined ? before.previewUrl : input.preview_url,
    previewPicture: plannedPicture(before.previewPicture, input.preview_picture, context, violations),
    deliverFormerIds: input.deliver_former_ids ?? before.deliverFormerIds,
    fields: matched.fields,
    hiddenFields: matched.hiddenFields,
    nextFieldNumber: matched.nextFieldNumber,
  };
  const type: ContentType = {
    ...draft,
    displayField: namedField(
      draft,
      { key: 'display_field', given: input.display_field, kept: before.displayField },
      violations,
    ),
    slugField: namedField(draft, { key: 'slug_field', given: input.slug_field, kept: before.slugField }, violations),
    layout:
      input.layout === undefined
        ? layoutWithin(before.layout, matched.fields)
        : readLayout(input.layout, matched.fields, violations),
  };
  const changed = JSON.stringify(sorted(type)) !== JSON.stringify(sorted(before));
  const settled = changed ? { ...type, version: before.version + 1, updatedAt: context.at } : before;
  const { removed, narrowed, widened, reduced } = matched;
  return { type: settled, changed, removed, narrowed, widened, reduced };
}

/** A new type may be of any kind; after that the kind stays, as what is stored depends on it. */
function plannedKind(
  { version, kind }: ContentType,
  given: ContentTypeKind | undefined,
  violations: Violation[],
): ContentTypeKind {
  if (given === undefined || given === kind) return kind;
  if (version === 0) return given;
  const message = `Leave kind out, or create another content type; this one is of kind ${kind} for good.`;
  violations.push({ path: 'kind', rule: 'kind', message });
  return kind;
}

/** The base from which a new type is planned. */
export function emptyType(apiId: string, at: number): ContentType {
  return {
    number: 0,
    apiId,
    kind: 'entry',
    name: '',
    description: '',
    displayField: null,
    slugField: null,
    previewUrl: null,
    previewPicture: null,
    deliverFormerIds: false,
    layout: null,
    fields: [],
    hiddenFields: [],
    nextFieldNumber: 1,
    version: 0,
    createdAt: at,
    updatedAt: at,
  };
}

/** Hides the removed fields that contain data, so that they can be restored. */
export function hideFields(type: ContentType, fields: readonly HiddenField[]): ContentType {
  return fields.length === 0 ? type : { ...type, hiddenFields: [...type.hiddenFields, ...fields] };
}

type Matched = Pick<ContentType, 'fields' | 'hiddenFields' | 'nextFieldNumber'>;
type MatchedFields = Matched & Pick<TypePlan, 'removed' | 'narrowed' | 'widened' | 'reduced'>;

function matchFields(
  type: ContentType,
  given: readonly unknown[] | undefined,
  context: Omit<PlanContext, 'types'> & { violations: Violation[] },
): MatchedFields {
  const { fields, hiddenFields, nextFieldNumber } = type;
  if (given === undefined)
    return { fields, hiddenFields, nextFieldNumber, removed: [], narrowed: [], widened: [], reduced: [] };
  const declared = readFieldList(given, context);
  const sources = sourcesOf(type, declared, context.violations);
  const hidden = [...hiddenFields];
  let next = nextFieldNumber;
  const withOldIds = declared.map((declaredField, index) => {
    const path = `fields.${index}.restore`;
    const source = sources.get(declaredField) ?? takeHidden(hidden, declaredField, { path, ...context });
    const former_ids = formerIds(declaredField, source);
    if (source !== undefined) return { ...renewed(source, declaredField, context.defaultLocale), former_ids };
    next += 1;
    return { number: next - 1, ...settingsOf(declaredField), home: null, former_ids };
  });
  const matched = withDistinctFormerIds(withOldIds);
  const kept = new Set(matched.map(({ number }) => number));
  const before = (field: Field) => fields.find(({ number }) => number === field.number);
  const narrowed = matched.filter((field) => !field.localized && before(field)?.localized === true);
  const widened = matched.filter((field) => field.localized && before(field)?.localized === false);
  const reduced = matched.flatMap((field) => {
    const components = before(field)?.components?.filter((name) => field.components?.includes(name) !== true) ?? [];
    return components.length === 0 ? [] : [{ field, components }];
  });
  return {
    fields: matched,
    hiddenFields: hidden,
    nextFieldNumber: next,
    removed: fields.filter(({ number }) => !kept.has(number)),
    narrowed,
    widened: widened.filter(holdsBlocks),
    reduced,
  };
}

/** Matches each declared field to the visible field that it continues: the one named by `previous_id`, otherwise by id. */
function sourcesOf(
  before: ContentType,
  declared: readonly DeclaredField[],
  violations: Violation[],
): Map<DeclaredField, Field> {
  const sources = new Map<DeclaredField, Field>();
  const taken = new Set<number>();
  const take = (field: DeclaredField, source: Field | undefined) => {
    if (source === undefined || taken.has(source.number) || !isOfType(source, field)) return;
    sources.set(field, source);
    taken.add(source.number);
  };
  for (const [index, field] of declared.entries()) {
    if (!isRename(field)) continue;
    const problem = renameProblem(before, declared, field);
    if (problem === undefined) take(field, visible(before, field.previousId));
    else violations.push({ path: `fields.${index}.previous_id`, rule: 'previous_id', message: problem });
  }
  for (const field of declared) if (!sources.has(field)) take(field, visible(before, field.id));
  return sources;
}

/** Whether the values of a field fit a declared one. */
function isOfType(field: Field, declared: DeclaredField): boolean {
  return field.type === declared.type && field.component === declared.component;
}

function renameProblem(
  before: ContentType,
  declared: readonly DeclaredField[],
  field: DeclaredField,
): string | undefined {
  const { previousId = '' } = field;
  const others = declared.filter((other) => other !== field);
  if (others.some((other) => isRename(other) && other.previousId === previousId))
    return 'Leave previous_id out of one of them; two fields have the same one.';
  if (others.some((other) => other.id === previousId && !isRename(other)))
    return 'Leave the previous field or previous_id out; the list has both.';
  // Models kept in code are sent again after the rename, and to environments that never had the old field.
  if (before.version === 0 || visible(before, previousId) !== undefined || visible(before, field.id) !== undefined)
    return undefined;
  return `Name an existing field; there is no field ${quoted(previousId)} to rename.${didYouMean(
    previousId,
    before.fields.map(({ id }) => id),
  )}`;
}

function isRename(field: DeclaredField): boolean {
  return field.previousId !== undefined && field.previousId !== field.id;
}

function visible(type: ContentType, id: string | undefined): Field | undefined {
  return type.fields.find((field) => field.id === id);
}

/**
 * Returns the most recently hidden field with the same id and type, if the declared field restores it. Restoring would show its
 * published values at once, so the request has to ask for it explicitly.
 */
function takeHidden(
  hidden: HiddenField[],
  declared: DeclaredField,
  { path, violations }: { path: string; violations: Violation[] },
): Field | undefined {
  const { id, restore } = declared;
  const index = hidden.findLastIndex((field) => field.id === id && isOfType(field, declared));
  if (index < 0 || restore === false) return undefined;
  if (restore === true) return hidden.splice(index, 1)[0];
  const message = `Give restore: true to bring back the values of the removed field ${quoted(id)}, or false for an empty field.`;
  violations.push({ path, rule: 'restore', message });
  return undefined;
}

/** A field with new settings. If `localized` changes, its non-localized value and its default-locale value become one. */
function renewed(source: Field, declared: DeclaredField, defaultLocale: number): Field {
  const home = source.localized === declared.localized ? source.home : defaultLocale;
  return { number: source.number, ...settingsOf(declared), home };
}

/** The ids that a field had: those it says or is known to have had, and the one that a rename takes from it. */
function formerIds(declared: DeclaredField, source: Field | undefined): readonly string[] {
  const known = declared.former_ids ?? source?.former_ids ?? [];
  return source === undefined || source.id === declared.id ? known : [...known, source.id];
}

/** The parts of a declared field to store. `previous_id` and `restore` only say where its values come from. */
function settingsOf({
  previousId: _,
  restore: __,
  ...settings
}: DeclaredField): Omit<DeclaredField, 'previousId' | 'restore'> {
  return settings;
}

/** The number of the field that `display_field` or `slug_field` names; null if that field has been removed. */
function namedField(
  type: ContentType,
  { key, given, kept }: { key: 'display_field' | 'slug_field'; given: string | null | undefined; kept: number | null },
  violations: Violation[],
): number | null {
  if (given === null) return null;
  if (given === undefined) return type.fields.find(({ number }) => number === kept)?.number ?? null;
  const field = visible(type, given);
  const fits =
    field !== undefined && (key === 'slug_field' ? field.type === 'slug' : fieldType(field.type).mayBeDisplayed);
  if (fits) return field.number;
  const wanted = key === 'slug_field' ? 'a field of type slug' : 'a field of type string, text or slug';
  violations.push({ path: key, rule: 'field', message: `Give the id of ${wanted} of this content type, or null.` });
  return null;
}

/** The parts of a type that do not change with every save, in a comparable order. */
function sorted({ version: _, updatedAt: __, ...type }: ContentType): unknown {
  return { ...type, fields: type.fields.map(sortedKeys), hiddenFields: type.hiddenFields.map(sortedKeys) };
}

function sortedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sortedKeys(item)]),
  );
}
