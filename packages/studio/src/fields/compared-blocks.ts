/** What differs between two states of a rich text: block by block, and in a changed one word by word. */
import { type Blocks, CONTAINERS, keptInOrder, originsOf, sameBlock } from '../../../contract/src/block-origins.ts';
import type { RichTextNode } from '../../../contract/src/rich-text.ts';
import { comparedItems, type Part } from './compared-parts.ts';

export type BlockRow =
  | { readonly kind: 'same' | 'added' | 'removed' | 'moved'; readonly node: RichTextNode }
  | { readonly kind: 'changed'; readonly before: RichTextNode; readonly after: RichTextNode };

/** Blocks that hold words. */
export const WRITTEN_IN: ReadonlySet<string> = new Set(['paragraph', 'heading', 'codeBlock']);

/** In the order of `after`, with what was removed where it stood. */
export function comparedBlocks(before: Blocks, after: Blocks): readonly BlockRow[] {
  const origins = originsOf(before, after);
  const kept = keptInOrder(origins);
  const found = new Set(origins);
  const rows: BlockRow[] = [];
  let next = 0;
  const removedUntil = (end: number) => {
    for (; next < end; next++) if (!found.has(next)) rows.push({ kind: 'removed', node: before[next] as RichTextNode });
  };
  for (const [place, node] of after.entries()) {
    const origin = origins[place] ?? null;
    if (origin !== null && kept.has(origin)) {
      removedUntil(origin);
      next = origin + 1;
    }
    rows.push(
      ...rowsOf(origin === null ? null : (before[origin] as RichTextNode), node, origin !== null && !kept.has(origin)),
    );
  }
  removedUntil(before.length);
  return rows;
}

function rowsOf(old: RichTextNode | null, node: RichTextNode, isMoved: boolean): readonly BlockRow[] {
  if (old === null) return [{ kind: 'added', node }];
  if (sameBlock(old, node)) return [{ kind: isMoved ? 'moved' : 'same', node }];
  if (comparedInline(old, node) !== null || isSameContainer(old, node))
    return [{ kind: 'changed', before: old, after: node }];
  return [
    { kind: 'removed', node: old },
    { kind: 'added', node },
  ];
}

function isSameContainer(old: RichTextNode, node: RichTextNode): boolean {
  if (!CONTAINERS.has(node.type) || old.type !== node.type) return false;
  // A row with other columns is not read cell by cell.
  return node.type !== 'tableRow' || old.content?.length === node.content?.length;
}

/** The words of two blocks of one kind, with their marks; null where that is not what they differ in. */
export function comparedInline(before: RichTextNode, after: RichTextNode): readonly Part<Blocks>[] | null {
  const isOneKind = WRITTEN_IN.has(after.type) && sameBlock({ ...before, content: [] }, { ...after, content: [] });
  return isOneKind ? comparedItems(wordsOf(before), wordsOf(after)) : null;
}

/** The inline nodes of a block with each word on its own. */
function wordsOf({ content = [] }: RichTextNode): Blocks {
  return content.flatMap((node) =>
    node.text === undefined
      ? [node]
      : (node.text.match(/\s+|[\p{L}\p{N}\p{M}_'’-]+|[^\s]/gu) ?? []).map((text) => ({ ...node, text })),
  );
}
