/**
 * The tables of accounts, spaces, content and the journal. Every content table has the environment as its first column.
 */
import type { Migration } from './migration.ts';

export const foundation: Migration = {
  name: '0001-foundation',
  breaking: false,
  statements: [
    `CREATE TABLE accounts (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, version INTEGER NOT NULL, suspended_at INTEGER,
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL)`,
    `CREATE TABLE users (
      id TEXT PRIMARY KEY, email TEXT NOT NULL, email_folded TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
      password_hash TEXT NOT NULL, email_verified_at INTEGER, suspended_at INTEGER, version INTEGER NOT NULL,
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL)`,
    `CREATE TABLE memberships (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      role TEXT NOT NULL, break_glass INTEGER NOT NULL, created_at INTEGER NOT NULL, PRIMARY KEY (account_id, user_id))`,
    'CREATE INDEX memberships_by_user ON memberships (user_id)',
    `CREATE TABLE sessions (
      id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, account_id TEXT NOT NULL,
      family TEXT NOT NULL UNIQUE, refresh_hash TEXT NOT NULL, spent_hash TEXT, spent_at INTEGER, method TEXT NOT NULL, ip TEXT NOT NULL,
      user_agent TEXT NOT NULL, created_at INTEGER NOT NULL, last_used_at INTEGER NOT NULL,
      idle_expires_at INTEGER NOT NULL, expires_at INTEGER NOT NULL)`,
    'CREATE INDEX sessions_by_user ON sessions (user_id)',
    `CREATE TABLE password_resets (
      token_hash TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      expires_at INTEGER NOT NULL)`,
    'CREATE INDEX password_resets_by_user ON password_resets (user_id)',
    `CREATE TABLE throttles (
      key TEXT PRIMARY KEY, failures INTEGER NOT NULL, window_started_at INTEGER NOT NULL,
      blocked_until INTEGER NOT NULL)`,
    `CREATE TABLE idempotency_records (
      scope TEXT PRIMARY KEY, body_hash TEXT NOT NULL, response BLOB NOT NULL, created_at INTEGER NOT NULL)`,
    'CREATE INDEX idempotency_records_by_age ON idempotency_records (created_at)',

    `CREATE TABLE spaces (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id), name TEXT NOT NULL,
      next_locale_number INTEGER NOT NULL, version INTEGER NOT NULL, created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL)`,
    'CREATE INDEX spaces_by_account ON spaces (account_id)',
    `CREATE TABLE locales (
      space_id TEXT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE, number INTEGER NOT NULL,
      id TEXT NOT NULL UNIQUE, code TEXT NOT NULL, name TEXT NOT NULL, fallback INTEGER, is_default INTEGER NOT NULL,
      optional INTEGER NOT NULL, version INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
      PRIMARY KEY (space_id, number), UNIQUE (space_id, code))`,
    `CREATE TABLE api_keys (
      id TEXT PRIMARY KEY, space_id TEXT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE, name TEXT NOT NULL,
      kind TEXT NOT NULL, token_hash TEXT NOT NULL UNIQUE, last_four TEXT NOT NULL, environments TEXT, role TEXT,
      expires_at INTEGER, last_used_at INTEGER, version INTEGER NOT NULL, created_at INTEGER NOT NULL,
      created_by TEXT NOT NULL, updated_at INTEGER NOT NULL)`,
    'CREATE INDEX api_keys_by_space ON api_keys (space_id)',
    `CREATE TABLE environments (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, space_id TEXT NOT NULL,
      name TEXT NOT NULL, source TEXT, status TEXT NOT NULL, revision INTEGER NOT NULL,
      published_revision INTEGER NOT NULL, model_revision INTEGER NOT NULL, epoch TEXT NOT NULL,
      next_type_number INTEGER NOT NULL, version INTEGER NOT NULL, created_at INTEGER NOT NULL)`,
    'CREATE INDEX environments_by_space ON environments (space_id)',
    `CREATE TABLE environment_names (
      code TEXT PRIMARY KEY, space_id TEXT NOT NULL, name TEXT NOT NULL, environment INTEGER,
      UNIQUE (space_id, name))`,
    `CREATE TABLE environment_heads (
      environment INTEGER NOT NULL, head TEXT NOT NULL, revision INTEGER NOT NULL, PRIMARY KEY (environment, head))`,
    'CREATE TABLE counters (scope TEXT PRIMARY KEY, next INTEGER NOT NULL)',

    `CREATE TABLE content_types (
      environment INTEGER NOT NULL, number INTEGER NOT NULL, api_id TEXT NOT NULL, name TEXT NOT NULL,
      description TEXT NOT NULL, definition TEXT NOT NULL, version INTEGER NOT NULL, created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL, PRIMARY KEY (environment, number), UNIQUE (environment, api_id))`,
    `CREATE TABLE entries (
      id INTEGER PRIMARY KEY, environment INTEGER NOT NULL, key TEXT NOT NULL, content_type INTEGER NOT NULL,
      version INTEGER NOT NULL, published_version INTEGER, published_at INTEGER, first_published_at INTEGER,
      archived_at INTEGER, saved_at INTEGER NOT NULL, published_saved_at INTEGER, created_at INTEGER NOT NULL,
      created_by TEXT NOT NULL, updated_at INTEGER NOT NULL, updated_by TEXT NOT NULL, UNIQUE (environment, key))`,
    'CREATE INDEX entries_by_type ON entries (environment, content_type)',
    `CREATE TABLE entry_states (
      id INTEGER NOT NULL, version INTEGER NOT NULL, document TEXT NOT NULL, PRIMARY KEY (id, version))`,
    `CREATE TABLE entry_index (
      id INTEGER NOT NULL, version INTEGER NOT NULL, states INTEGER NOT NULL, content_type INTEGER NOT NULL,
      key TEXT NOT NULL, status TEXT NOT NULL, created_at INTEGER NOT NULL, created_by TEXT NOT NULL,
      saved_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, published_at INTEGER, index_values TEXT NOT NULL,
      PRIMARY KEY (id, version))`,
    `CREATE TABLE entry_versions (
      id INTEGER NOT NULL, version INTEGER NOT NULL, action TEXT NOT NULL, published_from INTEGER,
      published_until INTEGER, status TEXT NOT NULL, created_at INTEGER NOT NULL, created_by TEXT NOT NULL,
      document BLOB NOT NULL, PRIMARY KEY (id, version))`,
    `CREATE TABLE entry_links (
      environment INTEGER NOT NULL, target_kind TEXT NOT NULL, target_key TEXT NOT NULL, source INTEGER NOT NULL,
      states INTEGER NOT NULL, PRIMARY KEY (environment, target_kind, target_key, source)) CLUSTERED`,
    'CREATE INDEX entry_links_by_source ON entry_links (source)',
    `CREATE TABLE entry_tombstones (
      environment INTEGER NOT NULL, key TEXT NOT NULL, version INTEGER NOT NULL,
      PRIMARY KEY (environment, key)) CLUSTERED`,
    `CREATE TABLE slugs (
      environment INTEGER NOT NULL, content_type INTEGER NOT NULL, locale INTEGER NOT NULL, slug TEXT NOT NULL,
      entry INTEGER NOT NULL, PRIMARY KEY (environment, content_type, locale, slug)) CLUSTERED`,
    'CREATE INDEX slugs_by_entry ON slugs (entry)',
    `CREATE TABLE unique_values (
      environment INTEGER NOT NULL, content_type INTEGER NOT NULL, field INTEGER NOT NULL, locale INTEGER NOT NULL,
      value_hash TEXT NOT NULL, entry INTEGER NOT NULL,
      PRIMARY KEY (environment, content_type, field, locale, value_hash)) CLUSTERED`,
    'CREATE INDEX unique_values_by_entry ON unique_values (entry)',
    `CREATE TABLE assets (
      id INTEGER PRIMARY KEY, environment INTEGER NOT NULL, key TEXT NOT NULL, texts TEXT NOT NULL, file_name TEXT,
      mime_type TEXT, size INTEGER, width INTEGER, height INTEGER, file_hash TEXT, version INTEGER NOT NULL,
      created_at INTEGER NOT NULL, created_by TEXT NOT NULL, updated_at INTEGER NOT NULL, updated_by TEXT NOT NULL,
      UNIQUE (environment, key))`,

    `CREATE TABLE journal (
      id SERIAL_KEY, at INTEGER NOT NULL, account_id TEXT, space_id TEXT, environment TEXT, actor_type TEXT NOT NULL,
      actor_id TEXT, actor_name TEXT, action TEXT NOT NULL, target_type TEXT NOT NULL, target_id TEXT NOT NULL,
      ip TEXT, user_agent TEXT, request_id TEXT, changes TEXT)`,
    'CREATE INDEX journal_by_account ON journal (account_id, id)',
    `CREATE TABLE journal_heads (
      environment INTEGER NOT NULL, revision INTEGER NOT NULL, journal_id INTEGER NOT NULL,
      PRIMARY KEY (environment, revision)) CLUSTERED`,
    `CREATE TABLE journal_items (
      environment INTEGER NOT NULL, revision INTEGER NOT NULL, ordinal INTEGER NOT NULL, event TEXT, kind TEXT NOT NULL,
      key TEXT NOT NULL, resource INTEGER NOT NULL, content_type INTEGER, published INTEGER NOT NULL, slug TEXT,
      status TEXT, PRIMARY KEY (environment, revision, ordinal)) CLUSTERED`,
  ],
};
