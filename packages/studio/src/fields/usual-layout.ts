/** The layout of a form that nobody has laid out. */
import type { Layout } from '../../../contract/src/layout.ts';
import type { ContentType, Field } from '../api/types.ts';

/** A form of fewer fields is seen at once, and needs nothing at its side. */
const FIELDS_WITH_SIDE_MIN = 9;
const SIDE_TYPES: ReadonlySet<Field['type']> = new Set(['boolean', 'date', 'datetime', 'entry']);

/**
 * The title first and its slug below it, then the fields in their order. At the side of a long form stands what is set rather than
 * written: yes or no, days, choices and single links to entries.
 */
export function usualLayout({
  fields,
  display_field: title,
  slug_field: slug,
}: Pick<ContentType, 'fields' | 'display_field' | 'slug_field'>): Layout {
  const isFirst = ({ id }: Field) => id === title || id === slug;
  const isAtSide = (field: Field) =>
    fields.length >= FIELDS_WITH_SIDE_MIN && !isFirst(field) && (SIDE_TYPES.has(field.type) || isChoice(field));
  const first = [title, slug].filter((id) => fields.some((field) => field.id === id));
  const rest = fields.filter((field) => !isFirst(field) && !isAtSide(field));
  const ids = (some: readonly Field[]) => some.map(({ id }) => id);
  const main = { id: 'main', name: '', display: 'section' as const };
  return {
    groups: [{ ...main, fields: [...first, ...ids(rest)].filter((id) => id !== null) }],
    side: ids(fields.filter(isAtSide)),
    half: [],
  };
}

function isChoice({ type, validations }: Field): boolean {
  return type === 'string' && validations?.in !== undefined;
}
