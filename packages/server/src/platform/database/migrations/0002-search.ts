/**
 * Full-text search: `search_texts` has one row for each space, language and text, `search_index` its tokens in each
 * engine's own way, `search_models` the model under which the entries of an environment were indexed.
 */
import type { Migration } from './migration.ts';

export const search: Migration = {
  name: '0002-search',
  breaking: false,
  statements: [
    `CREATE TABLE search_texts (
      id SERIAL_KEY, space_id TEXT NOT NULL, hash TEXT NOT NULL, used_at INTEGER NOT NULL, UNIQUE (space_id, hash))`,
    {
      sqlite: `CREATE VIRTUAL TABLE search_index
        USING fts5 (tokens, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`,
      postgres: 'CREATE TABLE search_index (id bigint PRIMARY KEY, tokens tsvector NOT NULL)',
    },
    { sqlite: null, postgres: 'CREATE INDEX search_index_by_token ON search_index USING gin (tokens)' },
    `CREATE TABLE search_models (
      environment INTEGER PRIMARY KEY, analyser INTEGER NOT NULL, model_revision INTEGER NOT NULL,
      fingerprints TEXT NOT NULL)`,
    `CREATE TABLE asset_searches (
      asset INTEGER NOT NULL, locale INTEGER NOT NULL, search_text INTEGER NOT NULL, PRIMARY KEY (asset, locale)) CLUSTERED`,
  ],
};
