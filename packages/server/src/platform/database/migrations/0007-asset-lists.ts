/**
 * Indexes for the orders and filters of asset lists, so that a page is read without scanning all assets, and the assets
 * that show a text.
 */
import type { Migration } from './migration.ts';

export const assetLists: Migration = {
  name: '0007-asset-lists',
  breaking: false,
  statements: [
    'CREATE INDEX assets_by_created_at ON assets (environment, created_at, key, mime_type)',
    'CREATE INDEX assets_by_updated_at ON assets (environment, updated_at, key, mime_type)',
    'CREATE INDEX assets_by_mime_type ON assets (environment, mime_type)',
    'CREATE INDEX asset_searches_by_text ON asset_searches (search_text, locale, asset)',
  ],
};
