/** What differs, as the rows of a tree: the model, entries by their type, media; in each what differs, and in that its values. */
import type { ComparedResource } from '../../../../api/types.ts';

/** A branch of the tree: `content_type`, `asset`, or `entry <api_id>`. */
export type BranchId = string;

export type TreeRow =
  | {
      readonly kind: 'branch';
      readonly id: BranchId;
      readonly items: readonly ComparedResource[];
      readonly isOpen: boolean;
    }
  | { readonly kind: 'resource'; readonly id: string; readonly item: ComparedResource; readonly isOpen: boolean }
  | { readonly kind: 'values'; readonly id: string; readonly item: ComparedResource };

/** What the person opened and closed: branches are open at first, and resources closed. */
export interface Unfolded {
  readonly closedBranches: ReadonlySet<BranchId>;
  readonly openResources: ReadonlySet<string>;
}

/** The content type of the entries in a branch; null for the other branches. */
export function typeOfBranch(id: BranchId): string | null {
  return id.startsWith('entry ') ? id.slice('entry '.length) : null;
}

/** @param nameOf the name of a content type, by which branches of entries are ordered */
export function treeRows(
  items: readonly ComparedResource[],
  { closedBranches, openResources }: Unfolded,
  nameOf: (apiId: string) => string,
): readonly TreeRow[] {
  const branches = Map.groupBy(items, ({ kind, content_type: type }) => (type === null ? kind : `${kind} ${type}`));
  return [...branches]
    .toSorted(
      ([one], [other]) => placeOf(one) - placeOf(other) || orderOf(one, nameOf).localeCompare(orderOf(other, nameOf)),
    )
    .flatMap(([id, found]): readonly TreeRow[] => {
      const isOpen = !closedBranches.has(id);
      const branch: TreeRow = { kind: 'branch', id, items: found, isOpen };
      return isOpen ? [branch, ...found.flatMap((item) => rowsOf(item, openResources.has(item.path)))] : [branch];
    });
}

function rowsOf(item: ComparedResource, isOpen: boolean): readonly TreeRow[] {
  const row: TreeRow = { kind: 'resource', id: item.path, item, isOpen };
  return isOpen ? [row, { kind: 'values', id: `${item.path} values`, item }] : [row];
}

function placeOf(id: BranchId): number {
  return id === 'content_type' ? 0 : id === 'asset' ? 2 : 1;
}

function orderOf(id: BranchId, nameOf: (apiId: string) => string): string {
  return nameOf(typeOfBranch(id) ?? '');
}
