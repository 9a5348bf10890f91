/** What stands where in the form of an entry: the layout of its content type with its fields, in the order in which they are read. */
import { completeLayout, type FieldGroup } from '../../../contract/src/layout.ts';
import type { ContentType, Field } from '../api/types.ts';
import { usualLayout } from './usual-layout.ts';

export interface FormField {
  readonly field: Field;
  readonly isHalf: boolean;
  /** Whether entries are called by it. */
  readonly isTitle: boolean;
}

export interface FormSection {
  readonly id: string;
  /** Null where the fields stand without a heading. */
  readonly name: string | null;
  readonly fields: readonly FormField[];
}

export interface FormTab {
  readonly id: string;
  readonly name: string;
  readonly sections: readonly FormSection[];
}

export interface FormLayout {
  /** Above the tabs; all that is in the middle where there are none. */
  readonly above: readonly FormSection[];
  readonly tabs: readonly FormTab[];
  readonly side: readonly FormField[];
}

/** @param type the saved one, or one that is being changed */
export function formLayout(type: Pick<ContentType, 'fields' | 'display_field' | 'slug_field' | 'layout'>): FormLayout {
  const ids = type.fields.map(({ id }) => id);
  const layout = completeLayout(type.layout ?? usualLayout(type), ids);
  const byId = new Map(type.fields.map((field) => [field.id, field]));
  const half = new Set(layout.half);
  const fieldsOf = (named: readonly string[]) =>
    named.flatMap((id): FormField[] => {
      const field = byId.get(id);
      return field === undefined ? [] : [{ field, isHalf: half.has(id), isTitle: id === type.display_field }];
    });
  const section = ({ id, name, fields }: FieldGroup, isNamed: boolean): FormSection => ({
    id,
    name: isNamed && name !== '' ? name : null,
    fields: fieldsOf(fields),
  });
  const above: FormSection[] = [];
  const tabs: { id: string; name: string; sections: FormSection[] }[] = [];
  for (const group of layout.groups) {
    if (group.display === 'tab') tabs.push({ id: group.id, name: group.name, sections: [section(group, false)] });
    else (tabs.at(-1)?.sections ?? above).push(section(group, true));
  }
  return { above, tabs, side: fieldsOf(layout.side).map((one) => ({ ...one, isHalf: false })) };
}

/** The tab that has the field; undefined for one that is always in sight. */
export function tabOfField({ tabs }: FormLayout, field: string): string | undefined {
  return tabs.find(({ sections }) => fieldsIn(sections).includes(field))?.id;
}

export function fieldsIn(sections: readonly FormSection[]): string[] {
  return sections.flatMap(({ fields }) => fields.map(({ field }) => field.id));
}

/** The field that is read first; undefined without any. */
export function firstField({ above, tabs, side }: FormLayout): string | undefined {
  const [first] = [...fieldsIn(above), ...fieldsIn(tabs.flatMap(({ sections }) => sections))];
  return first ?? side[0]?.field.id;
}
