/** What of one published entry does not fit the settings of its fields, also inside of its components. */
import { limitsOnValues } from '../../../../contract/src/fields.ts';
import type { Model } from '../../model/content-types/model.ts';
import { absentLocales } from '../../model/fields/document/checks.ts';
import { allLevels, topLevel, valuesAt } from '../../model/fields/document/own-values.ts';
import type { Document } from '../../model/fields/field.ts';
import { fieldType } from '../../model/fields/registry.ts';
import type { PublishedDocument } from './store.ts';

/** What can be wrong with a field. */
export type Flaw = 'absent' | 'outside_in' | 'outside_types';

/** A link whose target has to be of one of some types. */
export interface RestrictedLink {
  readonly key: string;
  readonly allowed: readonly string[];
  /** What is counted if it is not. */
  readonly name: string;
}

/** What does not fit in one entry, each once, and the links whose targets have to be looked at. */
export function flawsOf(
  { content_type, document: text }: PublishedDocument,
  model: Model,
): { found: ReadonlySet<string>; links: readonly RestrictedLink[] } {
  const found = new Set<string>();
  const links: RestrictedLink[] = [];
  const type = model.typeByNumber(content_type);
  if (type === undefined) return { found, links };
  const view = { ...model.readingOf(type), document: JSON.parse(text) as Document };
  for (const level of allLevels(topLevel(view), view)) {
    const owner = level.component?.number ?? type.number;
    for (const field of level.fields)
      if (absentLocales(level, field, view).length > 0) found.add(nameOf(owner, field.number, 'absent'));
    for (const { field, value, path } of valuesAt(level, view)) {
      const { in: listed, content_types: allowed } = limitsOnValues(field);
      if (
        listed !== undefined &&
        fieldType(field.type)
          .validate(value, field, path)
          .some(({ rule }) => rule === 'in')
      )
        found.add(nameOf(owner, field.number, 'outside_in'));
      if (allowed === undefined) continue;
      const name = nameOf(owner, field.number, 'outside_types');
      for (const { kind, key } of fieldType(field.type).links(value))
        if (kind === 'entry') links.push({ key, allowed, name });
    }
  }
  return { found, links };
}

/** Names a flaw of a field of a content type or component, by their numbers; without a comma. */
export function nameOf(type: number, field: number, flaw: Flaw): string {
  return `${type} ${field} ${flaw}`;
}
