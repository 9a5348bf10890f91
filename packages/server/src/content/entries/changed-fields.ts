/** The differences between two documents of an entry, for the audit and for the diff of versions. */
import { sameJson } from '../../../../contract/src/same-json.ts';
import { renderRaw } from '../../model/fields/document/views.ts';
import type { Document } from '../../model/fields/field.ts';
import type { TypedWork } from './entry.ts';
import { renderContext } from './representation.ts';

/** One differing value; null on the side that has none. */
export interface ChangedValue {
  readonly before: unknown;
  readonly after: unknown;
}

/** All values of a document, by path such as `title.en-US`, in the form that the management plane shows. */
export function allFields(
  { type, model }: Pick<TypedWork, 'type' | 'model'>,
  document: Document,
): Record<string, unknown> {
  const view = { fields: type.fields, locales: model.locales, components: model };
  const values: Record<string, unknown> = {};
  for (const [id, byLocale] of Object.entries(renderRaw({ ...view, document }, renderContext(model))))
    for (const [code, value] of Object.entries(byLocale)) values[`${id}.${code}`] = value;
  return values;
}

/** The values that differ, by path such as `title.en-US`, in the form that the management plane shows. */
export function changedFields(
  { type, model }: Pick<TypedWork, 'type' | 'model'>,
  before: Document,
  after: Document,
): Record<string, ChangedValue> {
  const view = { fields: type.fields, locales: model.locales, components: model };
  const was = renderRaw({ ...view, document: before }, renderContext(model));
  const is = renderRaw({ ...view, document: after }, renderContext(model));
  const changed: Record<string, ChangedValue> = {};
  for (const { id } of type.fields) {
    for (const code of new Set([...Object.keys(was[id] ?? {}), ...Object.keys(is[id] ?? {})])) {
      const values = { before: was[id]?.[code] ?? null, after: is[id]?.[code] ?? null };
      if (!sameJson(values.before, values.after)) changed[`${id}.${code}`] = values;
    }
  }
  return changed;
}
