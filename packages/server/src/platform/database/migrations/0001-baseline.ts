/**
 * All tables as they are before the first release. After it, no released migration is edited: every change is a new file next
 * to this one.
 */
import { createHash } from 'node:crypto';
import type { Migration } from './migration.ts';

const DIGEST_CHARACTERS = 8;

const tables: Pick<Migration, 'breaking' | 'statements'> = {
  breaking: true,
  statements: [
    // People: accounts, users, sessions. A challenge is the state of something that takes a person several requests, found by
    // the hash of a token that works once.
    `CREATE TABLE accounts (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, version INTEGER NOT NULL, suspended_at INTEGER,
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, second_factor TEXT NOT NULL DEFAULT 'optional',
      deletion_at INTEGER, ai TEXT NOT NULL DEFAULT 'on', suspended_for TEXT)`,
    'CREATE INDEX accounts_by_deletion ON accounts (deletion_at)',
    `CREATE TABLE users (
      id TEXT PRIMARY KEY, email TEXT NOT NULL, email_folded TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
      password_hash TEXT NOT NULL, email_verified_at INTEGER, suspended_at INTEGER, version INTEGER NOT NULL,
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, deletion_at INTEGER, language TEXT)`,
    'CREATE INDEX users_by_deletion ON users (deletion_at)',
    `CREATE TABLE memberships (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, role TEXT NOT NULL,
      break_glass INTEGER NOT NULL, created_at INTEGER NOT NULL, version INTEGER NOT NULL DEFAULT 1,
      last_seen_at INTEGER, joined_by TEXT NOT NULL DEFAULT 'sign_up', suspended_at INTEGER,
      PRIMARY KEY (account_id, user_id))`,
    'CREATE INDEX memberships_by_user ON memberships (user_id)',
    `CREATE TABLE sessions (
      id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, account_id TEXT NOT NULL,
      family TEXT NOT NULL UNIQUE, refresh_hash TEXT NOT NULL, spent_hash TEXT, spent_at INTEGER,
      method TEXT NOT NULL, ip TEXT NOT NULL, user_agent TEXT NOT NULL, created_at INTEGER NOT NULL,
      last_used_at INTEGER NOT NULL, idle_expires_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
      second_factor INTEGER NOT NULL DEFAULT 0, sso_account_id TEXT)`,
    'CREATE INDEX sessions_by_user ON sessions (user_id)',
    'CREATE INDEX sessions_by_account ON sessions (account_id)',
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

    // Spaces, their locales and keys, and environments. Every name of an environment, an alias too, is a row of
    // `environment_names`. The amounts in `environments` are kept by the writes that change them.
    `CREATE TABLE spaces (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id), name TEXT NOT NULL,
      next_locale_number INTEGER NOT NULL, version INTEGER NOT NULL, created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL, strip_metadata INTEGER NOT NULL DEFAULT 0, ai TEXT NOT NULL DEFAULT 'on')`,
    'CREATE INDEX spaces_by_account ON spaces (account_id)',
    `CREATE TABLE locales (
      space_id TEXT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE, number INTEGER NOT NULL,
      id TEXT NOT NULL UNIQUE, code TEXT NOT NULL, name TEXT NOT NULL, fallback INTEGER, is_default INTEGER NOT NULL,
      optional INTEGER NOT NULL, version INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
      PRIMARY KEY (space_id, number), UNIQUE (space_id, code))`,
    `CREATE TABLE api_keys (
      id TEXT PRIMARY KEY, space_id TEXT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE, name TEXT NOT NULL,
      kind TEXT NOT NULL, token_hash TEXT NOT NULL UNIQUE, last_four TEXT NOT NULL, environments TEXT, role TEXT, writes TEXT,
      history INTEGER NOT NULL, expires_at INTEGER, last_used_at INTEGER, version INTEGER NOT NULL, created_at INTEGER NOT NULL,
      created_by TEXT NOT NULL, updated_at INTEGER NOT NULL)`,
    'CREATE INDEX api_keys_by_space ON api_keys (space_id, id)',
    `CREATE TABLE environments (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, space_id TEXT NOT NULL, name TEXT NOT NULL, source TEXT,
      status TEXT NOT NULL, revision INTEGER NOT NULL, published_revision INTEGER NOT NULL,
      model_revision INTEGER NOT NULL, epoch TEXT NOT NULL, next_type_number INTEGER NOT NULL,
      version INTEGER NOT NULL, created_at INTEGER NOT NULL, entries INTEGER NOT NULL DEFAULT 0,
      assets INTEGER NOT NULL DEFAULT 0, asset_bytes INTEGER NOT NULL DEFAULT 0,
      content_types INTEGER NOT NULL DEFAULT 0, cloned_from INTEGER, cloned_revision INTEGER,
      names_revision INTEGER NOT NULL DEFAULT 0, past_from INTEGER NOT NULL, model_locked_by TEXT)`,
    'CREATE INDEX environments_by_space ON environments (space_id)',
    'CREATE INDEX environments_by_origin ON environments (cloned_from)',
    `CREATE TABLE environment_names (
      code TEXT PRIMARY KEY, space_id TEXT NOT NULL, name TEXT NOT NULL, environment INTEGER,
      revision INTEGER NOT NULL DEFAULT 0, leads_from INTEGER NOT NULL DEFAULT 0, UNIQUE (space_id, name))`,
    'CREATE INDEX environment_names_by_environment ON environment_names (environment)',
    `CREATE TABLE environment_heads (
      environment INTEGER NOT NULL, head TEXT NOT NULL, revision INTEGER NOT NULL, PRIMARY KEY (environment, head))`,
    'CREATE TABLE counters (scope TEXT PRIMARY KEY, next INTEGER NOT NULL)',

    // Content. Every table has the environment first, alone or as the upper half of an id.
    `CREATE TABLE content_types (
      environment INTEGER NOT NULL, number INTEGER NOT NULL, api_id TEXT NOT NULL, name TEXT NOT NULL,
      description TEXT NOT NULL, definition TEXT NOT NULL, version INTEGER NOT NULL, created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL, PRIMARY KEY (environment, number), UNIQUE (environment, api_id))`,
    // The past, as readers saw it: what each content type, entry and asset was up to a revision that changed it. What is not here
    // is as it is now.
    `CREATE TABLE model_versions (
      environment INTEGER NOT NULL, until INTEGER NOT NULL, part INTEGER NOT NULL, content BLOB,
      PRIMARY KEY (environment, until, part))`,
    `CREATE TABLE published_states (
      environment INTEGER NOT NULL, until INTEGER NOT NULL, entry INTEGER NOT NULL, key TEXT NOT NULL,
      content_type INTEGER NOT NULL, version INTEGER, created_at INTEGER NOT NULL, created_by TEXT NOT NULL,
      saved_at INTEGER, published_at INTEGER, first_published_at INTEGER,
      PRIMARY KEY (environment, until, entry)) CLUSTERED`,
    `CREATE TABLE asset_versions (
      environment INTEGER NOT NULL, until INTEGER NOT NULL, asset INTEGER NOT NULL, key TEXT NOT NULL, state TEXT,
      PRIMARY KEY (environment, until, asset))`,
    'CREATE INDEX asset_versions_by_key ON asset_versions (environment, key, until)',
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
    // Columns are filled by reading all entries, and the values in between are ten times as much to read.
    'CREATE INDEX entry_index_narrow ON entry_index (id, version, states, content_type, published_at, status, key)',
    `CREATE TABLE entry_versions (
      id INTEGER NOT NULL, version INTEGER NOT NULL, action TEXT NOT NULL, published_from INTEGER,
      published_until INTEGER, status TEXT NOT NULL, created_at INTEGER NOT NULL, created_by TEXT NOT NULL,
      document BLOB NOT NULL, ancestor INTEGER NOT NULL DEFAULT 0, sitting_since INTEGER, PRIMARY KEY (id, version))`,
    `CREATE TABLE entry_links (
      environment INTEGER NOT NULL, target_kind TEXT NOT NULL, target_key TEXT NOT NULL, source INTEGER NOT NULL,
      states INTEGER NOT NULL, PRIMARY KEY (environment, target_kind, target_key, source)) CLUSTERED`,
    'CREATE INDEX entry_links_by_source ON entry_links (source)',
    `CREATE TABLE entry_tombstones (
      environment INTEGER NOT NULL, key TEXT NOT NULL, version INTEGER NOT NULL, PRIMARY KEY (environment, key)) CLUSTERED`,
    // Entries deleted lately, whose last draft is still in the versions.
    `CREATE TABLE deleted_entries (
      id INTEGER PRIMARY KEY, environment INTEGER NOT NULL, key TEXT NOT NULL, content_type INTEGER NOT NULL,
      version INTEGER NOT NULL, first_published_at INTEGER, created_at INTEGER NOT NULL, created_by TEXT NOT NULL,
      deleted_at INTEGER NOT NULL, deleted_by TEXT NOT NULL)`,
    'CREATE INDEX deleted_entries_by_time ON deleted_entries (deleted_at)',
    'CREATE INDEX deleted_entries_by_environment ON deleted_entries (environment, deleted_at)',
    // Change sets: values that lie over what is there, until they are published together.
    `CREATE TABLE change_sets (
      environment INTEGER NOT NULL, key TEXT NOT NULL, name TEXT NOT NULL, description TEXT NOT NULL, onto TEXT NOT NULL,
      state TEXT NOT NULL, origin TEXT NOT NULL, planned_for INTEGER, publish_at INTEGER, time_zone TEXT,
      publish_local TEXT, ends_at INTEGER, scheduled_by TEXT, accepted TEXT, due_at INTEGER, check_at INTEGER, told TEXT, failure TEXT, published_revision INTEGER,
      published_at INTEGER, undone_at INTEGER, values_removed_at INTEGER, content_version INTEGER NOT NULL, version INTEGER NOT NULL,
      created_at INTEGER NOT NULL, created_by TEXT NOT NULL, updated_at INTEGER NOT NULL, updated_by TEXT NOT NULL, PRIMARY KEY (environment, key))`,
    'CREATE INDEX change_sets_by_due ON change_sets (due_at)',
    'CREATE INDEX change_sets_by_check ON change_sets (check_at) WHERE check_at IS NOT NULL',
    'CREATE INDEX change_sets_due_in ON change_sets (environment, due_at) WHERE due_at IS NOT NULL',
    // Sets that are still to go out have no time there.
    'CREATE INDEX change_sets_by_publication ON change_sets (environment, published_at)',
    'CREATE INDEX change_sets_by_end ON change_sets (environment, ends_at) WHERE ends_at IS NOT NULL',
    'CREATE INDEX change_sets_by_undo ON change_sets (environment, undone_at) WHERE undone_at IS NOT NULL',
    `CREATE TABLE change_set_items (
      environment INTEGER NOT NULL, change_set TEXT NOT NULL, key TEXT NOT NULL, entry INTEGER NOT NULL,
      content_type INTEGER NOT NULL, action TEXT NOT NULL, changes TEXT NOT NULL, undo TEXT, problems INTEGER NOT NULL,
      conflicts INTEGER NOT NULL, version INTEGER NOT NULL, created_at INTEGER NOT NULL, created_by TEXT NOT NULL,
      updated_at INTEGER NOT NULL, updated_by TEXT NOT NULL, PRIMARY KEY (environment, change_set, key))`,
    'CREATE INDEX change_set_items_by_entry ON change_set_items (environment, key)',
    // Addresses of calendars, which go with the membership of whoever made them.
    `CREATE TABLE calendar_feeds (
      id TEXT PRIMARY KEY, environment INTEGER NOT NULL, account_id TEXT NOT NULL, user_id TEXT NOT NULL,
      token_hash TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL, UNIQUE (environment, user_id),
      FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE)`,
    'CREATE INDEX calendar_feeds_by_member ON calendar_feeds (account_id, user_id)',
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
      file INTEGER, dominant_color TEXT, placeholder TEXT, focal_point TEXT, tags TEXT, UNIQUE (environment, key))`,
    'CREATE INDEX assets_by_file ON assets (file)',
    'CREATE INDEX assets_by_created_at ON assets (environment, created_at, key, mime_type)',
    'CREATE INDEX assets_by_updated_at ON assets (environment, updated_at, key, mime_type)',
    'CREATE INDEX assets_by_mime_type ON assets (environment, mime_type)',

    // The journal, which is the audit too. An item says what it changed of what lists are ordered by (`moved`), and keeps the
    // name of its content type, because an event may be sent after the type was deleted.
    `CREATE TABLE journal (
      id SERIAL_KEY, at INTEGER NOT NULL, account_id TEXT, space_id TEXT, environment TEXT, actor_type TEXT NOT NULL,
      actor_id TEXT, actor_name TEXT, action TEXT NOT NULL, target_type TEXT NOT NULL, target_id TEXT NOT NULL,
      ip TEXT, user_agent TEXT, request_id TEXT, changes TEXT, record_id TEXT, digest BLOB, erased_digest BLOB,
      packed_changes BLOB)`,
    // Covers everything the audit filters by, so that counting and skipping read no rows.
    'CREATE INDEX journal_by_time ON journal (account_id, at, id, action, actor_id, space_id, target_id)',
    `CREATE TABLE journal_heads (
      environment INTEGER NOT NULL, revision INTEGER NOT NULL, journal_id INTEGER NOT NULL, at INTEGER NOT NULL,
      PRIMARY KEY (environment, revision)) CLUSTERED`,
    'CREATE INDEX journal_heads_by_time ON journal_heads (environment, at)',
    `CREATE TABLE journal_items (
      environment INTEGER NOT NULL, revision INTEGER NOT NULL, ordinal INTEGER NOT NULL, event TEXT,
      kind TEXT NOT NULL, key TEXT NOT NULL, resource INTEGER NOT NULL, content_type INTEGER,
      published INTEGER NOT NULL, slug TEXT, slugs TEXT, status TEXT, content_type_key TEXT, moved INTEGER NOT NULL DEFAULT 7,
      PRIMARY KEY (environment, revision, ordinal)) CLUSTERED`,

    // Full-text search: a row of `search_texts` for each space, language and text, its tokens in each engine's own way, and
    // the model under which the entries of an environment were indexed.
    `CREATE TABLE search_texts (
      id SERIAL_KEY, space_id TEXT NOT NULL, hash TEXT NOT NULL, used_at INTEGER NOT NULL, UNIQUE (space_id, hash))`,
    {
      sqlite: `CREATE VIRTUAL TABLE search_index
        USING fts5 (tokens, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`,
      postgres: 'CREATE TABLE search_index (id bigint PRIMARY KEY, tokens tsvector NOT NULL)',
    },
    {
      sqlite: null,
      postgres: 'CREATE INDEX search_index_by_token ON search_index USING gin (tokens)',
    },
    `CREATE TABLE search_models (
      environment INTEGER PRIMARY KEY, analyser INTEGER NOT NULL, model_revision INTEGER NOT NULL,
      fingerprints TEXT NOT NULL)`,
    `CREATE TABLE asset_searches (
      asset INTEGER NOT NULL, locale INTEGER NOT NULL, search_text INTEGER NOT NULL, PRIMARY KEY (asset, locale)) CLUSTERED`,
    'CREATE INDEX asset_searches_by_text ON asset_searches (search_text, locale, asset)',

    // Files of assets: a row for each file of a space, however many assets and environments share it. Earlier files of assets, and
    // those of deleted ones, stand in `replaced_files` for a while, for pages that were built earlier and for who reads the past.
    `CREATE TABLE files (
      id SERIAL_KEY, space_id TEXT NOT NULL, hash TEXT NOT NULL, name TEXT NOT NULL UNIQUE, size INTEGER NOT NULL,
      claimed_at INTEGER NOT NULL, unused_since INTEGER, UNIQUE (space_id, hash))`,
    `CREATE TABLE replaced_files (
      asset INTEGER NOT NULL, hash TEXT NOT NULL, file INTEGER NOT NULL, file_name TEXT NOT NULL,
      mime_type TEXT NOT NULL, size INTEGER NOT NULL, width INTEGER, height INTEGER, replaced_at INTEGER NOT NULL,
      PRIMARY KEY (asset, hash))`,
    'CREATE INDEX replaced_files_by_file ON replaced_files (file)',

    // Webhooks, with their secrets encrypted and how their receivers fare.
    `CREATE TABLE webhooks (
      id TEXT PRIMARY KEY, space_id TEXT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE, name TEXT NOT NULL,
      url TEXT NOT NULL, headers BLOB NOT NULL, events TEXT NOT NULL, filters TEXT NOT NULL, active INTEGER NOT NULL,
      debounce_seconds INTEGER NOT NULL, secret BLOB NOT NULL, next_secret BLOB, next_secret_at INTEGER,
      disabled_reason TEXT, disabled_at INTEGER, failures INTEGER NOT NULL, failing_since INTEGER,
      paused_until INTEGER NOT NULL, version INTEGER NOT NULL, created_at INTEGER NOT NULL, created_by TEXT NOT NULL,
      updated_at INTEGER NOT NULL)`,
    'CREATE INDEX webhooks_by_space ON webhooks (space_id, id)',

    // Seals of the audit, which chain the rows of an account.
    `CREATE TABLE audit_seals (
      account_id TEXT NOT NULL, number INTEGER NOT NULL, sealed_at INTEGER NOT NULL, records INTEGER NOT NULL,
      entries BLOB NOT NULL, mac BLOB NOT NULL, PRIMARY KEY (account_id, number))`,
    'CREATE INDEX audit_seals_by_age ON audit_seals (sealed_at)',
    `CREATE TABLE audit_chains (
      account_id TEXT PRIMARY KEY, number INTEGER NOT NULL, records INTEGER NOT NULL, mac BLOB NOT NULL,
      pruned_number INTEGER NOT NULL, pruned_records INTEGER NOT NULL, pruned_mac BLOB NOT NULL,
      signature BLOB NOT NULL)`,
    `CREATE TABLE audit_sealing (
      id INTEGER PRIMARY KEY, began_after INTEGER NOT NULL, sealed_through INTEGER NOT NULL, chains INTEGER NOT NULL,
      signature BLOB, owner TEXT NOT NULL, leased_until INTEGER NOT NULL)`,
    `INSERT INTO audit_sealing (id, began_after, sealed_through, chains, signature, owner, leased_until)
      VALUES (1, 0, 0, 0, NULL, '', 0)`,

    // The webhook outbox: up to where the events of an environment became deliveries, what is sent, and each attempt. The pending attempts are the queue, all others the log.
    `CREATE TABLE webhook_cursors (
      environment INTEGER PRIMARY KEY, revision INTEGER NOT NULL, ordinal INTEGER NOT NULL)`,
    `CREATE TABLE webhook_deliveries (
      webhook TEXT NOT NULL, id TEXT NOT NULL, event_id TEXT NOT NULL, event TEXT NOT NULL, resource TEXT NOT NULL,
      revision INTEGER NOT NULL, ordinal INTEGER NOT NULL, body TEXT NOT NULL, tags TEXT NOT NULL, slugs TEXT,
      created_at INTEGER NOT NULL, PRIMARY KEY (webhook, id))`,
    `CREATE TABLE webhook_attempts (
      webhook TEXT NOT NULL, id TEXT NOT NULL, delivery TEXT NOT NULL, event TEXT NOT NULL, attempt INTEGER NOT NULL,
      step INTEGER NOT NULL, status TEXT NOT NULL, due_at INTEGER, revision INTEGER NOT NULL,
      ordinal INTEGER NOT NULL, created_at INTEGER NOT NULL, attempted_at INTEGER, duration_ms INTEGER,
      status_code INTEGER, response TEXT, response_headers TEXT, error TEXT, next_attempt_at INTEGER, url TEXT,
      headers TEXT, held_for TEXT, PRIMARY KEY (webhook, id))`,
    'CREATE UNIQUE INDEX webhook_attempts_by_delivery ON webhook_attempts (webhook, delivery, attempt)',
    `CREATE INDEX webhook_attempts_due ON webhook_attempts (webhook, due_at, revision, ordinal)
      WHERE due_at IS NOT NULL`,
    'CREATE INDEX webhook_attempts_by_event ON webhook_attempts (webhook, event, id)',
    "CREATE INDEX webhook_attempts_failed ON webhook_attempts (webhook, id, event) WHERE status = 'failed'",
    'CREATE INDEX webhook_attempts_held ON webhook_attempts (webhook, held_for) WHERE held_for IS NOT NULL',
    `CREATE TABLE webhook_hours (
      webhook TEXT NOT NULL, hour INTEGER NOT NULL, duration INTEGER NOT NULL, delivered INTEGER NOT NULL,
      failed INTEGER NOT NULL, last_at INTEGER NOT NULL, PRIMARY KEY (webhook, hour, duration))`,
    // A search reads the row of each text that it finds, so tokens are stored out of line. PostgreSQL does that only in rows
    // above 2 KB: blanks, which compress to nearly nothing, make each row that large.
    {
      sqlite: null,
      postgres: 'ALTER TABLE search_index ALTER COLUMN tokens SET STORAGE EXTERNAL, SET (toast_tuple_target = 128)',
    },
    {
      sqlite: null,
      postgres: `ALTER TABLE search_index ADD COLUMN blanks TEXT GENERATED ALWAYS AS
        (CASE WHEN length(tokens) < 16 THEN '' ELSE repeat(' ', greatest(0, 2048 - 16 * length(tokens))) END) STORED`,
    },
    // PostgreSQL's planner sees small rows, ignores that their tokens are out of line, and would scan all of them for a common
    // word. Only a function can restrict the plan of its own statement; it sees the same snapshot.
    {
      sqlite: null,
      postgres: `CREATE FUNCTION search_index_matches(question text) RETURNS text
        LANGUAGE plpgsql STABLE SET enable_seqscan = off SET jit = off AS
        'BEGIN RETURN (SELECT json_agg(id)::text FROM search_index WHERE tokens @@ question::tsquery); END'`,
    },

    // Background jobs that one process at a time runs: who holds the lease until when, and when each was done last.
    `CREATE TABLE background_jobs (
      name TEXT PRIMARY KEY, done_at INTEGER NOT NULL, node TEXT, boot TEXT, leased_until INTEGER NOT NULL)`,

    // Hidden fields whose values are being removed for good, from the entries of a content type, each with how far that has come. The
    // values of a field of a component stand inside of others, of all types that `inside` names; `content_type` is 0 then.
    `CREATE TABLE field_removals (
      environment INTEGER NOT NULL, content_type INTEGER NOT NULL, component INTEGER NOT NULL, field INTEGER NOT NULL,
      inside TEXT NOT NULL, progress TEXT, PRIMARY KEY (environment, content_type, component, field))`,

    // Mail that has to be sent: the content is encrypted, and a row goes once its mail is sent or withdrawn.
    `CREATE TABLE mails (
      id TEXT PRIMARY KEY, about TEXT, sealed BLOB NOT NULL, attempts INTEGER NOT NULL,
      next_attempt_at INTEGER NOT NULL, created_at INTEGER NOT NULL)`,
    'CREATE INDEX mails_by_attempt ON mails (next_attempt_at)',
    'CREATE INDEX mails_by_about ON mails (about)',
    `CREATE TABLE challenges (
      token_hash TEXT PRIMARY KEY, purpose TEXT NOT NULL, sealed BLOB NOT NULL, expires_at INTEGER NOT NULL)`,
    'CREATE INDEX challenges_by_expiry ON challenges (expires_at)',
    `CREATE TABLE sso_connections (
      account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, protocol TEXT NOT NULL,
      required INTEGER NOT NULL, default_role TEXT NOT NULL, settings TEXT NOT NULL, secrets BLOB,
      version INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL)`,
    `CREATE TABLE invitations (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, email TEXT NOT NULL,
      email_folded TEXT NOT NULL, role TEXT NOT NULL, token_hash TEXT NOT NULL UNIQUE,
      mailed_hash TEXT NOT NULL UNIQUE, invited_by TEXT NOT NULL, expires_at INTEGER NOT NULL, closed_at INTEGER,
      accepted_by TEXT, resends INTEGER NOT NULL, resends_since INTEGER NOT NULL, version INTEGER NOT NULL,
      created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL)`,
    'CREATE INDEX invitations_by_address ON invitations (account_id, email_folded)',
    'CREATE INDEX invitations_by_account ON invitations (account_id, id)',
    'CREATE INDEX invitations_by_expiry ON invitations (expires_at)',
    `CREATE TABLE sign_in_origins (
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, origin TEXT NOT NULL, last_at INTEGER NOT NULL,
      PRIMARY KEY (user_id, origin))`,

    // Second factors. The secret of an app is encrypted, recovery codes are keyed hashes, of a passkey there is the public key.
    `CREATE TABLE authenticator_apps (
      user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE, secret BLOB NOT NULL,
      last_step INTEGER NOT NULL, created_at INTEGER NOT NULL)`,
    `CREATE TABLE recovery_codes (
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, code_hash TEXT NOT NULL,
      PRIMARY KEY (user_id, code_hash))`,
    `CREATE TABLE passkeys (
      id TEXT PRIMARY KEY, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      credential_id TEXT NOT NULL UNIQUE, public_key BLOB NOT NULL, counter INTEGER NOT NULL,
      transports TEXT NOT NULL, backed_up INTEGER NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL,
      last_used_at INTEGER, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL)`,
    'CREATE INDEX passkeys_by_user ON passkeys (user_id)',

    // Single sign-on: who somebody is at the identity provider of an account, and the domains that accounts have verified.
    // A verified domain stands in a second column, which is unique.
    `CREATE TABLE sso_identities (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, protocol TEXT NOT NULL,
      issuer TEXT NOT NULL, subject TEXT NOT NULL, user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      created_at INTEGER NOT NULL, last_used_at INTEGER NOT NULL, PRIMARY KEY (account_id, protocol, issuer, subject))`,
    'CREATE INDEX sso_identities_by_user ON sso_identities (user_id)',
    `CREATE TABLE sso_domains (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, domain TEXT NOT NULL, token TEXT NOT NULL,
      verified_domain TEXT UNIQUE, verified_at INTEGER, version INTEGER NOT NULL, created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL, PRIMARY KEY (account_id, domain))`,

    // SCIM: tokens of identity providers, what they know of members, groups with their roles, and users whom a provider made,
    // for whom its account may speak as long as they do not.
    `CREATE TABLE scim_tokens (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, name TEXT NOT NULL,
      token_hash TEXT NOT NULL UNIQUE, last_four TEXT NOT NULL, last_used_at INTEGER, version INTEGER NOT NULL,
      created_at INTEGER NOT NULL, created_by TEXT NOT NULL)`,
    'CREATE INDEX scim_tokens_by_account ON scim_tokens (account_id)',
    `CREATE TABLE scim_members (
      account_id TEXT NOT NULL, user_id TEXT NOT NULL, external_id TEXT, attributes TEXT NOT NULL,
      updated_at INTEGER NOT NULL, PRIMARY KEY (account_id, user_id),
      FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE)`,
    'CREATE INDEX scim_members_by_external_id ON scim_members (account_id, external_id)',
    `CREATE TABLE scim_made_users (
      user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE)`,
    'CREATE INDEX scim_made_users_by_account ON scim_made_users (account_id)',
    `CREATE TABLE scim_groups (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
      display_name TEXT NOT NULL, external_id TEXT, role TEXT, version INTEGER NOT NULL, created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL)`,
    'CREATE INDEX scim_groups_by_account ON scim_groups (account_id)',
    `CREATE TABLE scim_group_members (
      group_id TEXT NOT NULL REFERENCES scim_groups (id) ON DELETE CASCADE, account_id TEXT NOT NULL,
      user_id TEXT NOT NULL, PRIMARY KEY (group_id, user_id),
      FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE)`,
    'CREATE INDEX scim_group_members_by_member ON scim_group_members (account_id, user_id)',

    // AI helpers: the tokens that an account used on a day (UTC, `2026-11-28`), and places for the operations that are running.
    `CREATE TABLE ai_usage (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, day TEXT NOT NULL,
      input_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL, PRIMARY KEY (account_id, day))`,
    `CREATE TABLE ai_places (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, place INTEGER NOT NULL,
      holder TEXT NOT NULL, held_until INTEGER NOT NULL, PRIMARY KEY (account_id, place))`,

    // What accounts use and may use. An account without a subscription has the default plan.
    `CREATE TABLE usage_counters (
      account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, metric TEXT NOT NULL,
      used INTEGER NOT NULL, PRIMARY KEY (account_id, metric))`,
    `CREATE TABLE subscriptions (
      account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, plan TEXT NOT NULL,
      status TEXT NOT NULL, current_period_end INTEGER, grace_until INTEGER, stripe_subscription TEXT,
      version INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL)`,
    'CREATE INDEX subscriptions_late ON subscriptions (grace_until)',

    // Requests of accounts that were let in, by month. It refers to no account, since processes still write what they counted
    // when an account is deleted.
    `CREATE TABLE request_months (
      account_id TEXT NOT NULL, started_at INTEGER NOT NULL, requests INTEGER NOT NULL,
      noticed_80_at INTEGER, noticed_100_at INTEGER, PRIMARY KEY (account_id, started_at))`,
    // The same by day and by who sent them, for statistics.
    `CREATE TABLE request_days (
      account_id TEXT NOT NULL, started_at INTEGER NOT NULL, space_id TEXT NOT NULL, caller TEXT NOT NULL,
      requests INTEGER NOT NULL, PRIMARY KEY (account_id, started_at, space_id, caller))`,
    'CREATE INDEX request_days_by_time ON request_days (started_at)',

    // Billing. Customers have a table of their own, as there is one before there is a subscription.
    `CREATE TABLE stripe_customers (
      account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE, customer TEXT NOT NULL UNIQUE,
      created_at INTEGER NOT NULL)`,
    `CREATE TABLE checkouts (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, plan TEXT NOT NULL,
      price INTEGER NOT NULL, status TEXT NOT NULL, at_stripe INTEGER NOT NULL, success_url TEXT, cancel_url TEXT,
      created_at INTEGER NOT NULL, created_by TEXT NOT NULL, expires_at INTEGER NOT NULL, confirmed_at INTEGER)`,
    'CREATE INDEX checkouts_by_account ON checkouts (account_id, created_at)',
    'CREATE INDEX checkouts_by_time ON checkouts (created_at)',

    // Clones that are being made.
    `CREATE TABLE environment_clones (
      environment INTEGER PRIMARY KEY, source INTEGER NOT NULL, stage TEXT NOT NULL, part INTEGER NOT NULL,
      place TEXT, revision INTEGER NOT NULL, ordinal INTEGER NOT NULL, until INTEGER NOT NULL,
      passes INTEGER NOT NULL, failures INTEGER NOT NULL, actor_type TEXT NOT NULL, actor_id TEXT NOT NULL,
      actor_name TEXT NOT NULL)`,

    // What only aliases have, of the names of environments.
    `CREATE TABLE environment_aliases (
      code TEXT PRIMARY KEY REFERENCES environment_names (code), number INTEGER NOT NULL UNIQUE,
      id TEXT NOT NULL UNIQUE, version INTEGER NOT NULL, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL)`,

    // Merges, with what undoing them needs; and what the common ancestors of environments held.
    `CREATE TABLE merge_bases (
      environment INTEGER NOT NULL, other INTEGER NOT NULL, kind TEXT NOT NULL, key TEXT NOT NULL, resource INTEGER,
      version INTEGER, state TEXT, PRIMARY KEY (environment, other, kind, key))`,
    'CREATE INDEX merge_bases_by_other ON merge_bases (other)',
    `CREATE TABLE merges (
      id TEXT PRIMARY KEY, environment INTEGER NOT NULL, source INTEGER NOT NULL, source_name TEXT NOT NULL,
      publish TEXT NOT NULL, created_at INTEGER NOT NULL, created_by TEXT NOT NULL, undone_at INTEGER,
      undone_by TEXT, series TEXT NOT NULL, part INTEGER NOT NULL, is_complete INTEGER NOT NULL,
      content_types INTEGER NOT NULL, entries INTEGER NOT NULL, assets INTEGER NOT NULL, result BLOB NOT NULL, before BLOB NOT NULL)`,
    'CREATE INDEX merges_by_environment ON merges (environment, id)',
    'CREATE INDEX merges_by_source ON merges (source)',

    // Which migrations of content were run in an environment.
    `CREATE TABLE content_migrations (
      environment INTEGER NOT NULL, name TEXT NOT NULL, state TEXT NOT NULL, progress TEXT, checksum TEXT, merge TEXT,
      version INTEGER NOT NULL, created_at INTEGER NOT NULL, created_by TEXT NOT NULL, updated_at INTEGER NOT NULL,
      updated_by TEXT NOT NULL, PRIMARY KEY (environment, name))`,

    // Exports and imports as jobs: how far each has come, what an export consists of, what an import found and did.
    `CREATE TABLE exports (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL, space_id TEXT NOT NULL, environment TEXT, status TEXT NOT NULL,
      stage TEXT NOT NULL, passes INTEGER NOT NULL, failures INTEGER NOT NULL, next_part INTEGER NOT NULL,
      place TEXT, size INTEGER NOT NULL, total INTEGER NOT NULL, entries INTEGER NOT NULL, assets INTEGER NOT NULL,
      files INTEGER NOT NULL, problem TEXT, created_at INTEGER NOT NULL, created_by TEXT NOT NULL, done_at INTEGER,
      expires_at INTEGER NOT NULL, preview_secrets INTEGER NOT NULL DEFAULT 0)`,
    'CREATE INDEX exports_by_space ON exports (space_id)',
    'CREATE INDEX exports_by_expiry ON exports (expires_at)',
    `CREATE TABLE export_environments (
      export TEXT NOT NULL REFERENCES exports (id) ON DELETE CASCADE, environment INTEGER NOT NULL,
      name TEXT NOT NULL, revision INTEGER NOT NULL, PRIMARY KEY (export, environment))`,
    `CREATE TABLE export_parts (
      export TEXT NOT NULL REFERENCES exports (id) ON DELETE CASCADE, part INTEGER NOT NULL,
      environment INTEGER NOT NULL, kind TEXT NOT NULL, above TEXT NOT NULL, upto TEXT NOT NULL, name TEXT,
      is_pending INTEGER NOT NULL, items INTEGER NOT NULL, PRIMARY KEY (export, part))`,
    'CREATE INDEX export_parts_by_key ON export_parts (export, environment, kind, upto)',
    `CREATE TABLE export_pieces (
      export TEXT NOT NULL REFERENCES exports (id) ON DELETE CASCADE, path TEXT NOT NULL, above TEXT NOT NULL,
      part INTEGER NOT NULL, name TEXT NOT NULL, skip INTEGER NOT NULL, size INTEGER NOT NULL, begins INTEGER,
      member_size INTEGER, PRIMARY KEY (export, path, above, part))`,
    'CREATE INDEX export_pieces_by_part ON export_pieces (export, part)',
    'CREATE INDEX export_pieces_by_place ON export_pieces (export, begins)',
    `CREATE TABLE imports (
      id TEXT PRIMARY KEY, account_id TEXT NOT NULL, space_id TEXT NOT NULL, environment TEXT,
      dry_run INTEGER NOT NULL, status TEXT NOT NULL, stage TEXT NOT NULL, file TEXT NOT NULL, size INTEGER NOT NULL,
      place TEXT, counts TEXT NOT NULL, noted INTEGER NOT NULL, failures INTEGER NOT NULL, problem TEXT,
      created_at INTEGER NOT NULL, actor_type TEXT NOT NULL, actor_id TEXT NOT NULL, actor_name TEXT NOT NULL,
      actor_role TEXT NOT NULL, actor_environments TEXT, done_at INTEGER, expires_at INTEGER NOT NULL,
      actor_session TEXT, environment_number INTEGER)`,
    'CREATE INDEX imports_by_space ON imports (space_id)',
    'CREATE INDEX imports_by_expiry ON imports (expires_at)',
    `CREATE TABLE import_members (
      import TEXT NOT NULL REFERENCES imports (id) ON DELETE CASCADE, path TEXT NOT NULL, rank TEXT NOT NULL,
      begins INTEGER NOT NULL, size INTEGER NOT NULL, PRIMARY KEY (import, path))`,
    'CREATE INDEX import_members_by_rank ON import_members (import, rank)',
    `CREATE TABLE import_results (
      import TEXT NOT NULL REFERENCES imports (id) ON DELETE CASCADE, ordinal INTEGER NOT NULL, result TEXT NOT NULL,
      PRIMARY KEY (import, ordinal))`,

    // The root secret of the installation, encrypted under each secret that is valid.
    'CREATE TABLE installation_secrets (id TEXT PRIMARY KEY, root BLOB NOT NULL, created_at INTEGER NOT NULL)',

    // Saved views. A personal one names the membership of its owner and goes with it; shared ones name nobody.
    `CREATE TABLE saved_views (
      id TEXT PRIMARY KEY, space_id TEXT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE, account_id TEXT NOT NULL,
      owner TEXT, name TEXT NOT NULL, content_type TEXT, query TEXT NOT NULL, columns TEXT NOT NULL,
      version INTEGER NOT NULL, created_at INTEGER NOT NULL, created_by TEXT NOT NULL, updated_at INTEGER NOT NULL,
      FOREIGN KEY (account_id, owner) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE)`,
    'CREATE INDEX saved_views_by_space ON saved_views (space_id, owner)',
    'CREATE INDEX saved_views_by_owner ON saved_views (account_id, owner)',

    // Links to previews. One goes with the membership or the key of whoever made it, and has no secret: that follows from its id.
    `CREATE TABLE preview_links (
      id TEXT PRIMARY KEY, space_id TEXT NOT NULL REFERENCES spaces (id) ON DELETE CASCADE, environment INTEGER NOT NULL,
      account_id TEXT NOT NULL, user_id TEXT, key_id TEXT REFERENCES api_keys (id) ON DELETE CASCADE, entry TEXT,
      change_set TEXT, href TEXT, locale TEXT, password_hash TEXT, expires_at INTEGER NOT NULL, opened INTEGER NOT NULL,
      last_opened_at INTEGER, created_at INTEGER NOT NULL,
      FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE)`,
    'CREATE INDEX preview_links_by_space ON preview_links (space_id, created_at)',
    'CREATE INDEX preview_links_by_member ON preview_links (account_id, user_id)',
    'CREATE INDEX preview_links_by_key ON preview_links (key_id)',
  ],
};

/**
 * The migration that every database of a released program has. Until the first release the tables may still change, so that
 * its name says which they are: a program does not start on others.
 */
export const baseline: Migration = { name: `0001-baseline-${digestOf(tables.statements)}`, ...tables };

function digestOf(statements: Migration['statements']): string {
  return createHash('sha256').update(JSON.stringify(statements)).digest('hex').slice(0, DIGEST_CHARACTERS);
}
