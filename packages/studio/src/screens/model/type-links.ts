/** The links that the model allows between types. */
import { componentsOf } from '../../../../contract/src/fields.ts';
import type { ContentType, Field } from '../../api/types.ts';

export interface TypeLink {
  /** `api_id` of the type that has the field. */
  readonly from: string;
  readonly field: string;
  readonly fieldName: string;
  /** `api_id` of a type that may stand in it. */
  readonly to: string;
  /** Whether it is a component, which stands inside of the value itself. */
  readonly isInside: boolean;
}

/** Every link that names its types. One to anything is none: it would lead everywhere. */
export function linksOf(types: readonly ContentType[]): readonly TypeLink[] {
  const ids = new Map(types.flatMap(({ id, api_id: name }) => [[id, name] as const, [name, name] as const]));
  return types.flatMap(({ api_id: from, fields }) =>
    fields.flatMap((field) => [
      ...targetsOf(field)
        .map((target) => ids.get(target))
        .filter((to) => to !== undefined)
        .map((to) => ({ from, field: field.id, fieldName: field.name, to, isInside: false })),
      ...componentsOf(field).map((to) => ({ from, field: field.id, fieldName: field.name, to, isInside: true })),
    ]),
  );
}

function targetsOf({ validations, items }: Field): readonly string[] {
  const named = [validations, items?.validations].map((limits) => limits?.content_types);
  return named.flatMap((names) => (Array.isArray(names) ? names.map(String) : []));
}
