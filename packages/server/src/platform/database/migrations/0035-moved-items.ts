/**
 * An item of the journal says what it changed of what lists are ordered by, so that a list that is read page by page
 * can tell what moved since its first page. Items from before count as if they had moved everything.
 */
import type { Migration } from './migration.ts';

export const movedItems: Migration = {
  name: '0035-moved-items',
  breaking: false,
  statements: ['ALTER TABLE journal_items ADD COLUMN moved INTEGER NOT NULL DEFAULT 7'],
};
