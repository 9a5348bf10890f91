/**
 * The fields along a path: `author.photo` leads through a link, `sections.photo` into the components of a field. A content type or
 * a component may be reached in several ways, and a name stands for every field that has it there.
 */
import { componentsOf, limitsOnValues } from '../../../../contract/src/fields.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import { fieldNamed } from '../../model/content-types/former-ids.ts';
import type { Model } from '../../model/content-types/model.ts';
import type { Field } from '../../model/fields/field.ts';
import { fieldType } from '../../model/fields/registry.ts';

/** A content type or a component that a path has reached. */
export interface Reached {
  readonly type: ContentType;
  /** How many links lead there. */
  readonly links: number;
}

/** A field of what was reached. */
export interface ReachedField extends Reached {
  readonly field: Field;
}

/** The fields with that id, or that had it before. */
export function fieldsNamed(reached: readonly Reached[], id: string): ReachedField[] {
  return reached.flatMap(({ type, links }) => {
    const field = fieldNamed(type.fields, id);
    return field === undefined ? [] : [{ type, links, field }];
  });
}

/** What is behind fields: the content types that their links may lead to, and the components in their values. */
export function behind(fields: readonly ReachedField[], model: Model): Reached[] {
  const found = new Map<string, Reached>();
  const add = (type: ContentType | undefined, links: number) => {
    if (type !== undefined) found.set(`${links} ${type.number}`, { type, links });
  };
  const toAny = new Set<number>();
  for (const { field, links } of fields) {
    for (const name of componentsOf(field)) add(model.componentByApiId(name), links);
    if (!fieldType(field.type).linksTo(field).includes('entry')) continue;
    const names = limitsOnValues(field).content_types;
    if (names === undefined) toAny.add(links + 1);
    else for (const name of names) add(model.typeByApiId(name), links + 1);
  }
  for (const links of toAny) for (const type of model.entryTypes) add(type, links);
  return [...found.values()];
}

/** Whether values of a field may have links in them, also in their components. */
export function mayLink(field: Field, model: Model): boolean {
  if (fieldType(field.type).linksTo(field).length > 0) return true;
  const components = componentsOf(field).map((name) => model.componentByApiId(name));
  return components.some((component) => component?.fields.some((inner) => mayLink(inner, model)) === true);
}
