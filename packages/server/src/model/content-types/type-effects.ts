/**
 * The effects of a content type change on stored content. Values that it would hide are counted first; then slugs, unique values
 * and links are updated. All of it runs inside the write that changes the type.
 */
import type { Reader } from '../../platform/database/database.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { Field } from '../fields/field.ts';
import { holdersOf } from './components.ts';
import type { ContentType } from './content-type.ts';
import { fieldLosses } from './field-losses.ts';
import type { Model } from './model.ts';
import type { Models } from './models.ts';
import type { EntryCount, StoredContent } from './stored-content.ts';
import type { TypeWork } from './type-change.ts';
import { hideFields, type TypePlan } from './type-plan.ts';

/** A field with values that a change would hide: all of them, only those outside the default locale, or blocks. */
export interface Loss extends EntryCount {
  /** As it was before the change. */
  readonly field: Field;
  readonly hides: 'field' | 'other_locales' | 'blocks';
}

/** The values that a plan would hide in entries. */
export async function lossesOf(
  reader: Reader,
  { before, plan }: { before: ContentType; plan: TypePlan },
  parts: { stored: StoredContent; model: Model },
): Promise<Loss[]> {
  const counts = fieldLosses(reader, parts, plan.type.number);
  const losses: Loss[] = [];
  const add = (field: Pick<Field, 'number'>, hides: Loss['hides'], count: EntryCount) => {
    const was = before.fields.find(({ number }) => number === field.number);
    if (was !== undefined && count.entries > 0) losses.push({ field: was, hides, ...count });
  };
  for (const field of plan.removed) add(field, 'field', await counts.ofField(field));
  for (const field of plan.narrowed) add(field, 'other_locales', await counts.ofOtherLocales(field));
  for (const field of plan.widened) add(field, 'other_locales', await counts.ofLocalesInside(field));
  for (const { field, components } of plan.reduced) add(field, 'blocks', await counts.ofBlocks(field, components));
  return losses;
}

/** The planned type, in which the removed fields that contain data are hidden, so that they can be restored. */
export function withHidden({ type }: TypePlan, losses: readonly Loss[]): ContentType {
  const removed = losses.filter(({ hides }) => hides === 'field');
  return hideFields(
    type,
    removed.map(({ field, entries }) => ({ ...field, entries })),
  );
}

/** Brings slugs, unique values and links up to date with types that have changed together, and are stored. */
export async function rebuildContent(
  work: TypeWork,
  changes: readonly { readonly before: ContentType; readonly after: ContentType }[],
  { stored, models }: { stored: StoredContent; models: Models },
): Promise<void> {
  const { writer, environment } = work;
  const rebuilt = changes.filter(({ before, after }) => valueSources(before, before) !== valueSources(after, before));
  const slugs = changes.filter(({ before, after }) => slugSource(before) !== slugSource(after));
  const uniqueValues = changes.filter(({ before, after }) => uniqueSources(before) !== uniqueSources(after));
  if (rebuilt.length + slugs.length + uniqueValues.length === 0) return;
  const model = await models.forWrite(writer, environment);
  // What a component has inside is found by, and linked to, in the entries that it is in.
  const touched = new Set(
    rebuilt
      .flatMap(({ after }) =>
        after.kind === 'component' ? holdersOf(after, model.types).filter(({ kind }) => kind === 'entry') : [after],
      )
      .map(({ number }) => number),
  );
  for (const number of touched) await stored.rebuildLinks({ ...work, model }, number);
  if (slugs.length > 0)
    await stored.rebuildSlugs(
      writer,
      model,
      slugs.map(({ after }) => after.number),
    );
  for (const { after } of uniqueValues) await stored.rebuildUniqueValues(writer, model, after.number);
}

/** Whether a change may let two entries have one slug or unique value, which is found out when these are rebuilt. */
export function mayConflict(before: ContentType, after: ContentType): boolean {
  return slugSource(before) !== slugSource(after) || uniqueSources(before) !== uniqueSources(after);
}

/** @throws `field_has_data` that names every loss, because one confirmation covers them all */
export function rejectLosses(losses: readonly Loss[]): void {
  const [first] = losses;
  if (first === undefined) return;
  const { field, hides, entries } = first;
  const where = entries === 1 ? '1 entry' : `${entries} entries`;
  const message = `Send the field "${field.id}" as it was, with all others, or repeat the request with ?confirm_data_loss=true to hide it; it ${WHAT_HIDES[hides]} in ${where}.`;
  const fields = losses.map(({ field: { id }, hides: what, entries: count }) => ({ id, hides: what, entries: count }));
  throw new DomainError('field_has_data', message, { field: field.id, entries, fields });
}

const WHAT_HIDES = {
  field: 'holds data',
  other_locales: 'holds values of other locales',
  blocks: 'holds blocks of the components left out',
} as const;

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
