/** Puts nodes into the text where the caret is. */
import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import { Selection, type Transaction } from '@tiptap/pm/state';

const NEW_TABLE = { rows: 3, columns: 3 };

/** Inserts a block below the one that the caret is in, in its place where that is empty, and a paragraph to go on in. */
export function insertBlock(editor: Editor, block: Node | undefined): void {
  const { tr } = editor.state;
  if (block === undefined) return;
  const { $to } = tr.selection;
  const depth = $to.parent.isTextblock ? $to.depth : 0;
  const isEmpty = depth > 0 && $to.parent.type.name === 'paragraph' && $to.parent.childCount === 0;
  const to = depth > 0 ? $to.after() : $to.pos;
  const from = isEmpty ? $to.before() : to;
  tr.replaceWith(from, to, block);
  moveInto(tr, from, block);
  editor.view.dispatch(tr.scrollIntoView());
  editor.commands.focus();
}

/** Inserts a node into the line. */
export function insertInline(editor: Editor, node: Node | undefined): void {
  if (node !== undefined) editor.view.dispatch(editor.state.tr.replaceSelectionWith(node).scrollIntoView());
  editor.commands.focus();
}

/** A table of three rows, the first of them its header. */
export function newTable({ schema: { nodes } }: Editor): Node | undefined {
  const { table, tableRow, tableCell, tableHeader } = nodes;
  const rows = Array.from({ length: NEW_TABLE.rows }, (_, row) => {
    const cells = Array.from({ length: NEW_TABLE.columns }, () =>
      (row === 0 ? tableHeader : tableCell)?.createAndFill(),
    );
    return tableRow?.create(
      null,
      cells.filter((cell) => cell instanceof Object),
    );
  });
  return table?.create(
    null,
    rows.filter((row) => row !== undefined),
  );
}

function moveInto(transaction: Transaction, at: number, block: Node): void {
  const after = at + block.nodeSize;
  if (!block.isAtom && !block.isLeaf) {
    transaction.setSelection(Selection.near(transaction.doc.resolve(at + 1)));
    return;
  }
  const next = transaction.doc.nodeAt(after);
  const paragraph = transaction.doc.type.schema.nodes.paragraph?.create();
  if (next === null && paragraph !== undefined) transaction.insert(after, paragraph);
  transaction.setSelection(Selection.near(transaction.doc.resolve(after)));
}
