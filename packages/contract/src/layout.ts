/**
 * How the form of an entry is laid out: its fields in groups, those beside the form, and those of half its width. It says
 * nothing about values, and delivery does not know it.
 */

export const GROUPS_MAX = 30;
export const groupDisplays = ['tab', 'section'] as const;

/**
 * A group of fields. A section stands in the tab before it; sections before the first tab stand above all tabs.
 * @template F how a field is named: by its id, if nothing else is said
 */
export interface FieldGroup<F = string> {
  /** Unique in the layout. It has the form of a field id. */
  readonly id: string;
  readonly name: string;
  readonly display: (typeof groupDisplays)[number];
  /** In order; a field is in one group or at the side. */
  readonly fields: F[];
}

export interface Layout<F = string> {
  readonly groups: FieldGroup<F>[];
  /** Fields beside the form, in order. */
  readonly side: F[];
  /** Fields of the groups that take half a row. */
  readonly half: F[];
}

/**
 * The layout with its fields named in another way.
 * @param nameOf gives undefined for a field that leaves the layout
 */
export function renamedLayout<F, G>(layout: Layout<F>, nameOf: (field: F) => G | undefined): Layout<G> {
  const renamed = (fields: readonly F[]) => fields.map(nameOf).filter((field) => field !== undefined);
  return {
    groups: layout.groups.map((group) => ({ ...group, fields: renamed(group.fields) })),
    side: renamed(layout.side),
    half: renamed(layout.half),
  };
}

/** The layout with all fields of its type: those that it does not name come at the end of its first group. */
export function completeLayout(layout: Layout, fields: readonly string[]): Layout {
  const known = renamedLayout(layout, (id) => (fields.includes(id) ? id : undefined));
  const named = new Set([...known.side, ...known.groups.flatMap((group) => group.fields)]);
  const rest = fields.filter((id) => !named.has(id));
  const [first = { id: 'main', name: '', display: 'section' as const, fields: [] }, ...others] = known.groups;
  return { ...known, groups: [{ ...first, fields: [...first.fields, ...rest] }, ...others] };
}
