/**
 * The effects of a content type change on stored content. Values that it would hide are counted first; then slugs, unique values
 * and links are updated. All of it runs inside the write that changes the type.
 */
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { Field } from '../fields/field.ts';
import { holdersOf } from './components.ts';
import type { ContentType, HiddenField } from './content-type.ts';
import { fieldLosses } from './field-losses.ts';
import type { Model } from './model.ts';
import type { Models } from './models.ts';
import type { StoredContent } from './stored-content.ts';
import type { TypeWork } from './type-change.ts';
import type { TypePlan } from './type-plan.ts';

/** A field with values that a change would hide: all of them, or only those outside the default locale. */
interface Loss {
  readonly id: string;
  readonly hides: 'field' | 'other_locales' | 'blocks';
  readonly entries: number;
}

/**
 * Counts the values that the plan would hide.
 * @returns the removed fields that contain data, with the number of entries affected
 * @throws `field_has_data` without confirmation; it lists every field, because one confirmation covers them all
 */
export async function handleLosses(
  { writer }: Pick<TypeWork, 'writer'>,
  plan: TypePlan,
  { confirmed, ...parts }: { stored: StoredContent; model: Model; confirmed: boolean },
): Promise<HiddenField[]> {
  const counts = fieldLosses(writer, parts, plan.type.number);
  const withData: HiddenField[] = [];
  for (const field of plan.removed) {
    const entries = await counts.ofField(field);
    if (entries > 0) withData.push({ ...field, entries });
  }
  if (confirmed) return withData;
  const losses: Loss[] = withData.map(({ id, entries }) => ({ id, hides: 'field', entries }));
  for (const field of plan.narrowed) {
    const entries = await counts.ofOtherLocales(field);
    if (entries > 0) losses.push({ id: field.id, hides: 'other_locales', entries });
  }
  for (const field of plan.widened) {
    const entries = await counts.ofLocalesInside(field);
    if (entries > 0) losses.push({ id: field.id, hides: 'other_locales', entries });
  }
  for (const { field, components } of plan.reduced) {
    const entries = await counts.ofBlocks(field, components);
    if (entries > 0) losses.push({ id: field.id, hides: 'blocks', entries });
  }
  const [first] = losses;
  if (first !== undefined) throw fieldHasData(first, losses);
  return withData;
}

/** Brings slugs, unique values and links up to date with the changed type. */
export async function rebuildContent(
  work: TypeWork,
  { before, after }: { before: ContentType; after: ContentType },
  { stored, models }: { stored: StoredContent; models: Models },
): Promise<void> {
  const { writer, environment } = work;
  const slugs = slugSource(before) !== slugSource(after);
  const uniqueValues = uniqueSources(before) !== uniqueSources(after);
  const values = valueSources(before, before) !== valueSources(after, before);
  if (!slugs && !uniqueValues && !values) return;
  const model = await models.forWrite(writer, environment);
  // What a component has inside is found by, and linked to, in the entries that it is in.
  const touched =
    after.kind === 'component' ? holdersOf(after, model.types).filter(({ kind }) => kind === 'entry') : [after];
  if (values) for (const { number } of touched) await stored.rebuildLinks({ ...work, model }, number);
  if (slugs) await stored.rebuildSlugs(writer, model, [after.number]);
  if (uniqueValues) await stored.rebuildUniqueValues(writer, model, after.number);
}

function fieldHasData({ id, hides, entries }: Loss, losses: readonly Loss[]): DomainError {
  const what = {
    field: 'holds data',
    other_locales: 'holds values of other locales',
    blocks: 'holds blocks of the components left out',
  }[hides];
  const where = entries === 1 ? '1 entry' : `${entries} entries`;
  const message = `Send the field "${id}" as it was, with all others, or repeat the request with ?confirm_data_loss=true to hide it; it ${what} in ${where}.`;
  return new DomainError('field_has_data', message, { field: id, entries, fields: losses });
}

/** The settings that determine the slugs of the type's entries. */
function slugSource(type: ContentType): string {
  return JSON.stringify(type.fields.filter(({ number }) => number === type.slugField).map(placement));
}

/** The settings that determine the unique values of the type's entries. */
function uniqueSources(type: ContentType): string {
  return JSON.stringify(
    type.fields
      .filter(({ unique }) => unique)
      .map(placement)
      .sort(([a], [b]) => a - b),
  );
}

/** The settings that determine which values of stored documents are visible, without what was added since `before`. */
function valueSources(type: ContentType, before: ContentType): string {
  const old = type.fields.filter(({ number }) => number < before.nextFieldNumber);
  return JSON.stringify(old.map(placement).sort(([a], [b]) => a - b));
}

function placement({ number, localized, home, components }: Field): [number, boolean, number | null, string] {
  return [number, localized, home, components?.join() ?? ''];
}
