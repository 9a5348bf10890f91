/**
 * Computes the draft that results from a request: parses fields, applies defaults, keeps or generates the slug, and checks
 * everything.
 */

import type { Violation } from '../../../../contract/src/violations.ts';
import { fieldByNumber } from '../../model/content-types/content-type.ts';
import { applyDefaults, mergeDocument, replaceDocument } from '../../model/fields/document/changes.ts';
import { checkRequired, validateDocument } from '../../model/fields/document/checks.ts';
import { type FieldChanges, parseFields, parseValue } from '../../model/fields/document/input.ts';
import { type Document, type Field, NO_LOCALE } from '../../model/fields/field.ts';
import type { ParseContext } from '../../model/fields/field-type.ts';
import { ownValue } from '../../model/fields/own-value.ts';
import { keyWithin } from '../../model/spaces/resource-id.ts';
import { validationFailed } from '../../platform/errors/domain-error.ts';
import { freeSlugFor, takeSlug } from './claims/generated-slug.ts';
import { slugIn } from './claims/shown-slug.ts';
import type { TypedWork } from './entry.ts';
import { type CheckedWork, checkLinks } from './links/link-targets.ts';

/** The values of an entry in a body. */
export interface DraftInput {
  readonly fields?: unknown;
  /** The slug in the default locale. */
  readonly slug?: string;
}

/** How a body's fields change the draft: `create` applies defaults, `replace` drops others, `merge` keeps them. */
export type DraftMode = 'create' | 'replace' | 'merge';

/** An entry's draft and the change to it. */
export interface DraftChange {
  /** Row id of the entry. */
  readonly entry: number;
  readonly input: DraftInput;
  /** The stored document; `{}` for a new entry. */
  readonly current: Document;
  readonly mode: DraftMode;
  /** Whether a generated slug is the entry's at once; false where the draft is only to be written later. */
  readonly takesSlug?: boolean;
}

/**
 * The draft that results from applying the input to the stored one.
 * @throws `validation_failed` with all violations
 */
export async function draftFrom(
  work: TypedWork,
  { entry, input, current, mode, takesSlug = true }: DraftChange,
): Promise<Document> {
  const violations: Violation[] = [];
  const linkKey = linkKeyIn(work);
  const read = work.model.readingOf(work.type);
  const defaults = mode === 'create' ? 'all' : 'new_blocks';
  const changes = withSlug(
    work,
    input,
    parseFields({ ...read, input: input.fields, linkKey, violations, defaults }),
    violations,
  );
  if (violations.length > 0) throw validationFailed(violations);
  const write = { ...read, current, changes };
  const written = mode === 'merge' ? mergeDocument(write) : replaceDocument(write);
  const completed =
    mode === 'create' ? applyDefaults({ ...write, current: written }, { linkKey, violations }) : written;
  const draft = await slugKeptOrMade(work, completed, { entry, before: current, takesSlug });
  violations.push(...(await validateDocument({ ...read, document: draft })), ...(await checkLinks(work, draft, false)));
  if (violations.length > 0) throw validationFailed(violations);
  return draft;
}

/**
 * Checks what publishing needs beyond saving: required values, a slug, and links to existing targets.
 * @throws `validation_failed` with all violations
 */
export async function checkPublishable(work: CheckedWork, draft: Document): Promise<void> {
  const violations = await publishViolations(work, draft);
  if (violations.length > 0) throw validationFailed(violations);
}

/** Everything that prevents a draft from being published, except unique values, which the save checks. */
export async function publishViolations(work: CheckedWork, draft: Document): Promise<Violation[]> {
  const view = { ...work.model.readingOf(work.type), document: draft };
  return [
    ...(await validateDocument(view)),
    ...checkRequired(view),
    ...(await checkLinks(work, draft, true)),
    ...missingSlug(work, draft),
  ];
}

/** Violations for a state to be published without a slug. */
export function missingSlug({ type, model }: Pick<TypedWork, 'type' | 'model'>, draft: Document): Violation[] {
  if (type.slugField === null || slugIn(draft, type, model.locales.default.number, model) !== null) return [];
  return [{ path: 'slug', rule: 'required', message: `Give the entry a slug; entries of ${type.name} have URLs.` }];
}

/** Converts ids and keys of links to keys of the work's environment. */
export function linkKeyIn(work: Pick<TypedWork, 'model'>): ParseContext['linkKey'] {
  return (kind, text) => keyWithin(work.model.codes, kind, text);
}

/** Merges the body's top-level slug into the changes; adds violations for it. */
export function withSlug(
  work: TypedWork,
  { slug }: DraftInput,
  changes: FieldChanges,
  violations: Violation[],
): FieldChanges {
  if (slug === undefined) return changes;
  const field = fieldByNumber(work.type, work.type.slugField);
  if (field === undefined) {
    violations.push({
      path: 'slug',
      rule: 'unknown',
      message: `Leave slug out; the content type ${work.type.apiId} has no slug field.`,
    });
    return changes;
  }
  const stored = parseValue(slug, field, { path: 'slug', linkKey: linkKeyIn(work), violations });
  const place = slugPlace(work, field);
  const given = changes.get(field.number);
  const other = given?.[place];
  if (other !== undefined && other !== null && other !== stored) {
    violations.push({
      path: 'slug',
      rule: 'conflict',
      message: `Give either slug or fields.${field.id}; they differ.`,
    });
  }
  return new Map(changes).set(field.number, { ...given, [place]: stored });
}

/** For a draft without a slug in the default locale, keeps the current one or generates one from the display value. */
export async function slugKeptOrMade(
  work: TypedWork,
  draft: Document,
  { entry, before, takesSlug = true }: { entry: number; before: Document; takesSlug?: boolean },
): Promise<Document> {
  const field = fieldByNumber(work.type, work.type.slugField);
  const locale = work.model.locales.default.number;
  if (field === undefined || ownValue(draft[field.number], field, locale) !== undefined) return draft;
  const place = slugPlace(work, field);
  const slug =
    ownValue(before[field.number], field, locale) ??
    (await slugFromDisplay(work, draft, { holder: { entry, locale: place }, takesSlug }));
  if (slug === null) return draft;
  return { ...draft, [field.number]: { ...draft[field.number], [place]: slug } };
}

async function slugFromDisplay(
  work: TypedWork,
  draft: Document,
  { holder, takesSlug }: { holder: { entry: number; locale: number }; takesSlug: boolean },
): Promise<string | null> {
  const field = fieldByNumber(work.type, work.type.displayField);
  if (field === undefined) return null;
  const text = ownValue(draft[field.number], field, work.model.locales.default.number);
  if (typeof text !== 'string') return null;
  return takesSlug ? takeSlug(work, text, holder) : freeSlugFor(work, text);
}

function slugPlace(work: TypedWork, field: Pick<Field, 'localized'>): number {
  return field.localized ? work.model.locales.default.number : NO_LOCALE;
}
