/** The layout of a form as one list: each group's heading with its fields below it, and at the end those at the side. */
import type { FieldGroup, Layout } from '../../../../contract/src/layout.ts';

export type GroupHeading = Omit<FieldGroup, 'fields'>;

export type LayoutRow =
  | { readonly kind: 'group'; readonly group: GroupHeading }
  | { readonly kind: 'side' }
  | { readonly kind: 'field'; readonly id: string };

/** @param layout with all fields of its type */
export function rowsOf({ groups, side }: Layout): LayoutRow[] {
  const fields = (ids: readonly string[]) => ids.map((id) => ({ kind: 'field', id }) as const);
  return [
    ...groups.flatMap(({ fields: ids, ...group }) => [{ kind: 'group', group } as const, ...fields(ids)]),
    { kind: 'side' },
    ...fields(side),
  ];
}

/** @param half of the layout that the rows are of */
export function layoutOf(rows: readonly LayoutRow[], half: readonly string[]): Layout {
  const groups: FieldGroup[] = [];
  const side: string[] = [];
  let current = side;
  for (const row of rows) {
    if (row.kind === 'field') current.push(row.id);
    else if (row.kind === 'side') current = side;
    else {
      current = [];
      groups.push({ ...row.group, fields: current });
    }
  }
  return { groups, side, half: [...half] };
}

/** Fields move everywhere below the first heading, groups among groups; what is at the side stays the end. */
export function mayMoveRow(rows: readonly LayoutRow[], from: number, to: number): boolean {
  const row = rows[from];
  if (row?.kind === 'field') return to > 0 && to < rows.length;
  if (row?.kind !== 'group') return false;
  const place = blocksOf(rows).findIndex(([heading]) => heading === row);
  return to < from ? place > 0 : place < groupCount(rows) - 1;
}

/** The rows after one was moved: a heading takes its fields along, at least past the group that it was moved towards. */
export function movedRows(rows: readonly LayoutRow[], from: number, to: number): LayoutRow[] {
  const row = rows[from];
  if (row === undefined || !mayMoveRow(rows, from, to)) return [...rows];
  const moved = rows.toSpliced(from, 1).toSpliced(to, 0, row);
  if (row.kind === 'field') return moved;
  const blocks = blocksOf(rows);
  const place = blocks.findIndex(([heading]) => heading === row);
  const before = moved.slice(0, to).filter(({ kind }) => kind === 'group').length;
  const wanted = to < from ? Math.min(before, place - 1) : Math.max(before, place + 1);
  return blocks
    .toSpliced(place, 1)
    .toSpliced(wanted, 0, ...blocks.slice(place, place + 1))
    .flat();
}

/** Without a group; its fields go to the one before it, or after it where it is the first. */
export function withoutGroup(rows: readonly LayoutRow[], heading: LayoutRow): LayoutRow[] {
  const rest = rows.filter((row) => row !== heading);
  if (rows[0] !== heading) return rest;
  const next = rest.findIndex(({ kind }) => kind === 'group');
  return next < 0 ? [...rows] : [...rest.slice(next, next + 1), ...rest.slice(0, next), ...rest.slice(next + 1)];
}

export function groupCount(rows: readonly LayoutRow[]): number {
  return rows.filter(({ kind }) => kind === 'group').length;
}

/** Each heading with the fields below it. */
function blocksOf(rows: readonly LayoutRow[]): LayoutRow[][] {
  const blocks: LayoutRow[][] = [];
  for (const row of rows) {
    if (row.kind !== 'field') blocks.push([]);
    blocks.at(-1)?.push(row);
  }
  return blocks;
}
