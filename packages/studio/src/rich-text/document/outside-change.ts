/**
 * Takes a value that came from outside (a colleague's, merged with mine) into a document by the fewest and smallest changes,
 * so that caret and undo stay where they are.
 */
import type { Fragment, Node } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';

/** Makes the document of a transaction equal to `made`. Marked so that undo leaves it alone. */
export function changeInto(transaction: Transaction, made: Node): Transaction {
  patchChildren(transaction, transaction.doc, made, 0);
  return transaction.setMeta('addToHistory', false);
}

/** Changes what stands at `start`, the children of `now`. From the end to the beginning, so that positions hold. */
function patchChildren(transaction: Transaction, now: Node, made: Node, start: number): void {
  const [before, after] = [now.children, made.children];
  const most = Math.min(before.length, after.length);
  let same = 0;
  while (same < most && before[same]?.eq(after[same] as Node)) same++;
  let sameEnd = 0;
  while (sameEnd < most - same && before.at(-1 - sameEnd)?.eq(after.at(-1 - sameEnd) as Node)) sameEnd++;
  const old = before.slice(same, before.length - sameEnd);
  const fresh = after.slice(same, after.length - sameEnd);
  const from = start + sizeOf(before.slice(0, same));
  const to = from + sizeOf(old);
  if (old.length !== fresh.length) {
    if (fresh.length === 0) transaction.delete(from, to);
    else transaction.replaceWith(from, to, fresh);
    return;
  }
  let end = to;
  for (const [index, node] of [...old.entries()].reverse()) {
    end -= node.nodeSize;
    patchNode(transaction, node, fresh[index] as Node, end);
  }
}

function patchNode(transaction: Transaction, now: Node, made: Node, at: number): void {
  if (now.eq(made)) return;
  if (!now.sameMarkup(made) || now.isLeaf) transaction.replaceWith(at, at + now.nodeSize, made);
  else if (now.inlineContent) patchInline(transaction, now.content, made.content, at + 1);
  else patchChildren(transaction, now, made, at + 1);
}

function patchInline(transaction: Transaction, now: Fragment, made: Fragment, at: number): void {
  const start = now.findDiffStart(made);
  const end = now.findDiffEnd(made);
  if (start === null || end === null) return;
  // Where text repeats, the ends found from both sides may pass each other.
  const overlap = Math.max(0, start - Math.min(end.a, end.b));
  const [to, madeTo] = [end.a + overlap, end.b + overlap];
  if (madeTo === start) transaction.delete(at + start, at + to);
  else transaction.replaceWith(at + start, at + to, made.cut(start, madeTo));
}

function sizeOf(nodes: readonly Node[]): number {
  return nodes.reduce((sum, node) => sum + node.nodeSize, 0);
}
