/** Tables with merged cells and headers. A table that was not edited is never put in order. */

import { type AnyExtension, Extension, Node } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { addRowAfter, goToNextCell, TableMap, tableEditing } from '@tiptap/pm/tables';
import { SPAN_MAX } from '../../../../contract/src/rich-text.ts';

/** What `@tiptap/pm/tables` knows the nodes by. */
const ROLES: ReadonlyMap<string, string> = new Map([
  ['table', 'table'],
  ['tableRow', 'row'],
  ['tableCell', 'cell'],
  ['tableHeader', 'header_cell'],
]);

const span = (name: 'colspan' | 'rowspan') => ({
  default: 1,
  parseHTML: (cell: HTMLElement) =>
    Math.min(Math.max(Number.parseInt(cell.getAttribute(name) ?? '', 10) || 1, 1), SPAN_MAX),
  renderHTML: (attributes: Record<string, unknown>) => (attributes[name] === 1 ? {} : { [name]: attributes[name] }),
});
const cellAttributes = () => ({
  colspan: span('colspan'),
  rowspan: span('rowspan'),
  colwidth: { default: null, rendered: false },
});

export const Table = Node.create({
  name: 'table',
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['div', { class: 'table' }, ['table', ['tbody', 0]]],
  addKeyboardShortcuts() {
    const toCell = (direction: 1 | -1) =>
      this.editor.commands.command(({ state, dispatch }) => goToNextCell(direction)(state, dispatch));
    const addRow = () => this.editor.commands.command(({ state, dispatch }) => addRowAfter(state, dispatch));
    return {
      Tab: () => toCell(1) || (addRow() && toCell(1)),
      'Shift-Tab': () => toCell(-1),
    };
  },
  addProseMirrorPlugins: () => [tablesInOrder()],
});

export const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
});

export const TableCell = Node.create({
  name: 'tableCell',
  content: 'block+',
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: 'td' }],
  renderHTML: ({ HTMLAttributes }) => ['td', HTMLAttributes, 0],
});

export const TableHeader = Node.create({
  name: 'tableHeader',
  content: 'block+',
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['th', HTMLAttributes, 0],
});

export const TableRoles = Extension.create({
  name: 'tableRoles',
  extendNodeSchema: ({ name }: AnyExtension) => (ROLES.has(name) ? { tableRole: ROLES.get(name) } : {}),
});

/**
 * The plugin of tables, which puts rows of unlike lengths in order after a change. It takes a table that has only moved for
 * a changed one; so it repairs nothing while a table that nobody touched is out of order.
 */
function tablesInOrder(): Plugin {
  const { spec } = tableEditing();
  return new Plugin({
    ...spec,
    appendTransaction(transactions, before, after) {
      // Without a change from one state to the next, only the selection is put in order.
      const since = holdsUntouchedDisorder(before.doc, after.doc) ? after : before;
      return spec.appendTransaction?.call(this, transactions, since, after);
    },
  });
}

function holdsUntouchedDisorder(before: DocumentNode, after: DocumentNode): boolean {
  if (before === after) return false;
  const irregular = tablesOf(after).filter((table) => TableMap.get(table).problems !== null);
  if (irregular.length === 0) return false;
  const known = new Set(tablesOf(before));
  return irregular.some((table) => known.has(table));
}

function tablesOf(doc: DocumentNode): DocumentNode[] {
  const tables: DocumentNode[] = [];
  doc.descendants((node) => {
    if (node.type.name === 'table') tables.push(node);
    return !node.isTextblock;
  });
  return tables;
}
