/**
 * Plans a content type: its record for the import route, and a plan for each of its fields. The order of fields is kept, and no two
 * fields get the same id.
 */

import { FIELD_ID_CHARACTERS_MAX, FIELD_ID_PATTERN, fieldTraits } from '../../../contract/src/fields.ts';
import type { FieldRules } from '../field-rules.ts';
import type { Notes } from '../notes.ts';
import type { ContentTypeRecord } from '../records.ts';
import type { SourceContentType, SourceControl, SourceField, SourceItem } from './export-file.ts';
import { type FieldPlan, planField } from './field.ts';
import { keyFor } from './keys.ts';
import { slugFieldOf } from './slug-field.ts';
import type { SourceLocales } from './source-values.ts';

const FIELD_ID = new RegExp(`^${FIELD_ID_PATTERN}$`);

/** The plan for a content type and for the fields of its entries. */
export interface TypePlan {
  readonly source: SourceContentType;
  readonly record: ContentTypeRecord;
  /** Contentful field id → its plan. */
  readonly fields: ReadonlyMap<string, FieldPlan>;
}

/** The input of a plan. */
export interface TypeQuestion {
  readonly type: SourceContentType;
  readonly controls: readonly SourceControl[];
  /** All entries of the type in the file. */
  readonly entries: readonly SourceItem[];
  readonly locales: SourceLocales;
  readonly notes: Notes;
  readonly fieldRules: FieldRules;
}

/** Makes the plan; losses are noted. */
export function planContentType(question: TypeQuestion): TypePlan {
  const { type, notes } = question;
  const about = `content type ${type.sys.id}`;
  if (type.sys.publishedVersion === undefined) {
    notes.add('changed', about, 'It is not activated there; content types have no draft state here.');
  }
  const slugField = slugFieldOf(question);
  const fields = planFields(question, slugField);
  return {
    source: type,
    fields,
    record: {
      api_id: keyFor(type.sys.id),
      name: type.name?.trim() || type.sys.id,
      description: type.description ?? '',
      display_field: displayField(question, fields),
      slug_field: slugField === null ? null : (fields.get(slugField)?.record.id ?? null),
      fields: [...fields.values()].map((plan) => plan.record),
    },
  };
}

function planFields(question: TypeQuestion, slugField: string | null): ReadonlyMap<string, FieldPlan> {
  const { type, controls, notes } = question;
  const plans = new Map<string, FieldPlan>();
  const taken = new Set(type.fields.map((field) => field.id));
  for (const field of type.fields) {
    const about = `field ${type.sys.id}.${field.id}`;
    if (field.deleted === true || plans.has(field.id)) {
      notes.add('left_out', about, field.deleted === true ? 'It is deleted there.' : 'A second field of the same id.');
      continue;
    }
    const id = fieldId(field, taken);
    taken.add(id);
    if (id !== field.id) notes.add('changed', about, `The id cannot be a field id here; the field is "${id}".`);
    const control = controls.find((candidate) => candidate.fieldId === field.id);
    plans.set(field.id, planField({ ...question, field, id, about, isSlug: field.id === slugField, control }));
  }
  return plans;
}

/** The Lectern id of a field: its own if it is valid, otherwise one derived from it. */
function fieldId(field: SourceField, taken: ReadonlySet<string>): string {
  if (FIELD_ID.test(field.id)) return field.id;
  const letters = field.id.replaceAll(/[^A-Za-z0-9_]/g, '_');
  const base = (/^[A-Za-z]/.test(letters) ? letters : `f_${letters}`).slice(0, FIELD_ID_CHARACTERS_MAX - 3);
  let id = base;
  for (let count = 2; taken.has(id); count += 1) id = `${base}_${count}`;
  return id;
}

function displayField({ type, notes }: TypeQuestion, fields: ReadonlyMap<string, FieldPlan>): string | null {
  if (type.displayField === null || type.displayField === undefined) return null;
  const record = fields.get(type.displayField)?.record;
  if (record !== undefined && fieldTraits[record.type].mayBeDisplayed) return record.id;
  notes.add('left_out', `content type ${type.sys.id}`, `The display field "${type.displayField}" cannot be one here.`);
  return null;
}
