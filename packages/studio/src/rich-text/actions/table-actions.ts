/** What can be done to the table that the caret is in. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Command } from '@tiptap/pm/state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  mergeCells,
  splitCell,
  toggleHeader,
} from '@tiptap/pm/tables';

interface TableAction {
  readonly id: string;
  readonly label: MessageDescriptor;
  readonly command: Command;
}

export const tableActions: readonly (readonly TableAction[])[] = [
  [
    { id: 'row-above', label: msg`Insert row above`, command: addRowBefore },
    { id: 'row-below', label: msg`Insert row below`, command: addRowAfter },
    { id: 'column-before', label: msg`Insert column before`, command: addColumnBefore },
    { id: 'column-after', label: msg`Insert column after`, command: addColumnAfter },
  ],
  [
    { id: 'header-row', label: msg`Header row`, command: toggleHeader('row') },
    { id: 'header-column', label: msg`Header column`, command: toggleHeader('column') },
    { id: 'merge', label: msg`Merge cells`, command: mergeCells },
    { id: 'split', label: msg`Split cell`, command: splitCell },
  ],
  [
    { id: 'delete-row', label: msg`Delete row`, command: deleteRow },
    { id: 'delete-column', label: msg`Delete column`, command: deleteColumn },
    { id: 'delete-table', label: msg`Delete table`, command: deleteTable },
  ],
];
