/**
 * Drafts what a model becomes: each given content type applied to the one of its name, and all of them checked together, so that they may
 * name each other in any order. Pure but for pauses. Nothing is counted here.
 */
import type { Violation } from '../../../../../contract/src/violations.ts';
import { isFull, validationFailed } from '../../../platform/errors/domain-error.ts';
import { Pace } from '../../../platform/kit/pace.ts';
import { quoted } from '../../../platform/kit/suggestion.ts';
import { requireApiId } from '../api-id.ts';
import { componentViolationsOf, inOrderOfUse } from '../components.ts';
import type { ContentType } from '../content-type.ts';
import { EMPTY_INPUT, type WholeContentType } from '../content-types.ts';
import type { Model } from '../model.ts';
import { rejectLargeTypes } from '../model-size.ts';
import { importedPreviewUrl } from '../preview-url.ts';
import { draftType, emptyType, type TypePlan } from '../type-plan.ts';

/** A whole content type with its name. */
export interface DeclaredType extends WholeContentType {
  readonly api_id: string;
}

/** What is to become of a model. */
export interface Declaration {
  readonly content_types: readonly DeclaredType[];
  /** Whether types that are not named are deleted. */
  readonly delete_missing?: boolean;
}

/** A content type that changes. */
export interface DraftedType {
  /** Null if it is new. */
  readonly before: ContentType | null;
  readonly plan: TypePlan;
}

export interface ModelDraft {
  /** Types that are created or changed, in the order given. */
  readonly changed: readonly DraftedType[];
  /** Types that are deleted, those with components inside before these. */
  readonly deleted: readonly ContentType[];
  /** `api_id`s of the types that are not named. */
  readonly unnamed: readonly string[];
  /** The model that results. Its new types have numbers that are valid in it alone. */
  readonly after: Model;
}

/** @throws `validation_failed` with all violations, or `conflict` if there are too many types */
export async function draftModel(model: Model, declaration: Declaration, at: number): Promise<ModelDraft> {
  const given = declaration.content_types;
  requireDistinct(given);
  const drafted = await draftTypes(model, given, at);
  const names = new Set(given.map(({ api_id: apiId }) => apiId));
  const unnamed = model.types.filter(({ apiId }) => !names.has(apiId));
  const deleted = declaration.delete_missing === true ? unnamed : [];
  const stay = declaration.delete_missing === true ? [] : unnamed;
  const types = [...drafted.map(({ plan }) => plan.type), ...stay];
  rejectViolations(componentViolationsOf(types).slice(0, drafted.length));
  rejectLargeTypes(types, model.types);
  const { revision, locales } = model;
  return {
    changed: drafted.filter(({ before, plan }) => before === null || plan.changed),
    deleted: holdersFirst(deleted),
    unnamed: unnamed.map(({ apiId }) => apiId),
    after: model.as({ revision, locales, types: types.toSorted((one, other) => one.number - other.number) }),
  };
}

function requireDistinct(given: readonly DeclaredType[]): void {
  const known = new Set<string>();
  const violations: Violation[] = [];
  for (const [index, { api_id: apiId }] of given.entries()) {
    const path = `content_types.${index}.api_id`;
    requireApiId(apiId, path);
    if (known.has(apiId)) {
      const message = `Name each content type once; there is another ${quoted(apiId)} before it.`;
      violations.push({ path, rule: 'unique', message });
    }
    known.add(apiId);
  }
  if (violations.length > 0) throw validationFailed(violations);
}

async function draftTypes(model: Model, given: readonly DeclaredType[], at: number): Promise<DraftedType[]> {
  const pace = new Pace();
  const context = { codes: model.codes, defaultLocale: model.locales.default.number, at };
  const violations: Violation[][] = [];
  const drafted: DraftedType[] = [];
  let number = Math.max(0, ...model.types.map((type) => type.number));
  for (const { api_id: apiId, ...declared } of given) {
    const before = model.typeByApiId(apiId) ?? null;
    const preview_url = importedPreviewUrl(declared.preview_url ?? null, before?.previewUrl ?? null);
    const found: Violation[] = [];
    if (before === null) number += 1;
    const base = before ?? { ...emptyType(apiId, at), number };
    drafted.push({ before, plan: draftType(base, { ...EMPTY_INPUT, ...declared, preview_url }, context, found) });
    violations.push(found);
    await pace.restIfDue();
  }
  rejectViolations(violations);
  return drafted;
}

/** @param found the violations of each type given, in their order */
function rejectViolations(found: readonly (readonly Violation[])[]): void {
  const violations: Violation[] = [];
  for (const [index, some] of found.entries()) {
    if (isFull(violations)) break;
    violations.push(...some.map((one) => ({ ...one, path: `content_types.${index}.${one.path}` })));
  }
  if (violations.length > 0) throw validationFailed(violations);
}

/** The types in an order in which each can be deleted: what has a component inside before the component. */
function holdersFirst(types: readonly ContentType[]): ContentType[] {
  return inOrderOfUse(types).toReversed();
}
