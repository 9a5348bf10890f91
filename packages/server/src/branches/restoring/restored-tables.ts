/**
 * What becomes of each table when one space is restored. Every table is listed, so that a new one does not compile before
 * somebody has decided. The rows of environments are copied as they are, under new numbers, which running processes cannot
 * have anything of in memory.
 */
import { NO_TIMES, type SetState } from '../../content/change-sets/change-set.ts';
import type { Tables } from '../../platform/database/columns.ts';
import type { Among, StoredRow, StoredValue } from '../../platform/database/restoring/backup-rows.ts';
import { rowIdRange } from '../../platform/database/row-id.ts';
import { TEXTS_KEY } from '../../reading/search/texts.ts';
import type { RestoredNumbers } from './numbers.ts';
import { renumberedBase, renumberedBefore, renumberedUndo } from './renumbered-merges.ts';

/** The value of a column in the restored space. */
type NewValue = (value: StoredValue, numbers: RestoredNumbers, row: StoredRow) => StoredValue;

/** A table with rows of environments: the columns that change, the first of which tells whose a row is. */
interface ContentTable {
  readonly rowsBy: 'environment' | 'row';
  readonly changed: Readonly<Record<string, NewValue>>;
}

const number = (change: (numbers: RestoredNumbers, value: number) => number): NewValue => {
  return (value, numbers) => (value === null ? null : change(numbers, Number(value)));
};
const environment = number((numbers, value) => numbers.environment(value));
const row = number((numbers, value) => numbers.row(value));
const file = number((numbers, value) => numbers.file(value));

const byEnvironment = (changed: ContentTable['changed'] = {}): ContentTable => {
  return { rowsBy: 'environment', changed: { environment, ...changed } };
};
const byRow = (changed: ContentTable['changed']): ContentTable => ({ rowsBy: 'row', changed });

/** Restored by a rule of its own in another file of this folder. */
const OWN_RULE = 'own rule';
/** Not restored: it belongs to the installation or to work in progress, or is made again from the rest. */
const LEFT_OUT = 'left out';

const restored: Readonly<Record<keyof Tables, ContentTable | typeof OWN_RULE | typeof LEFT_OUT>> = {
  content_types: byEnvironment(),
  model_versions: byEnvironment(),
  // A removal begins anew.
  field_removals: byEnvironment({ progress: () => null }),
  entries: byRow({ id: row, environment }),
  entry_states: byRow({ id: row }),
  // Texts are indexed anew, as their rows belong to the former search index.
  entry_index: byRow({ id: row, index_values: (value) => withoutTexts(String(value)) }),
  entry_versions: byRow({ id: row }),
  entry_links: byEnvironment({ source: row }),
  entry_tombstones: byEnvironment(),
  published_states: byEnvironment({ entry: row }),
  deleted_entries: byRow({ id: row, environment }),
  change_sets: byEnvironment(),
  change_set_items: byEnvironment({ entry: row, undo: renumberedUndo }),
  content_migrations: byEnvironment(),
  slugs: byEnvironment({ entry: row }),
  unique_values: byEnvironment({ entry: row }),
  assets: byRow({ id: row, environment, file }),
  asset_versions: byEnvironment({ asset: row }),
  replaced_files: byRow({ asset: row, file }),
  environment_heads: byEnvironment(),
  journal_heads: byEnvironment(),
  // Their events were sent at the time: the cursors of webhooks begin behind them.
  journal_items: byEnvironment({ resource: resourceOfItem }),
  merge_bases: byEnvironment({ other: environment, resource: row, state: renumberedBase }),
  merges: byEnvironment({ source: environment, before: (value, numbers) => renumberedBefore(value, numbers) }),

  spaces: OWN_RULE,
  locales: OWN_RULE,
  environments: OWN_RULE,
  environment_names: OWN_RULE,
  environment_aliases: OWN_RULE,
  api_keys: OWN_RULE,
  webhooks: OWN_RULE,
  webhook_cursors: OWN_RULE,
  saved_views: OWN_RULE,
  files: OWN_RULE,
  counters: OWN_RULE,
  accounts: OWN_RULE,
  memberships: OWN_RULE,
  users: OWN_RULE,
  subscriptions: OWN_RULE,
  usage_counters: OWN_RULE,

  // Their addresses are those of the space that is still there.
  calendar_feeds: LEFT_OUT,
  preview_links: LEFT_OUT,
  // The installation has the audit of the account still, and it is never written but by the journal.
  journal: LEFT_OUT,
  audit_seals: LEFT_OUT,
  audit_chains: LEFT_OUT,
  audit_sealing: LEFT_OUT,
  search_texts: LEFT_OUT,
  search_models: LEFT_OUT,
  asset_searches: LEFT_OUT,
  webhook_deliveries: LEFT_OUT,
  webhook_attempts: LEFT_OUT,
  webhook_hours: LEFT_OUT,
  environment_clones: LEFT_OUT,
  exports: LEFT_OUT,
  export_environments: LEFT_OUT,
  export_parts: LEFT_OUT,
  export_pieces: LEFT_OUT,
  imports: LEFT_OUT,
  import_members: LEFT_OUT,
  import_results: LEFT_OUT,
  idempotency_records: LEFT_OUT,
  invitations: LEFT_OUT,
  sessions: LEFT_OUT,
  password_resets: LEFT_OUT,
  sign_in_origins: LEFT_OUT,
  challenges: LEFT_OUT,
  authenticator_apps: LEFT_OUT,
  recovery_codes: LEFT_OUT,
  passkeys: LEFT_OUT,
  sso_connections: LEFT_OUT,
  sso_identities: LEFT_OUT,
  sso_domains: LEFT_OUT,
  scim_tokens: LEFT_OUT,
  scim_members: LEFT_OUT,
  scim_made_users: LEFT_OUT,
  scim_groups: LEFT_OUT,
  scim_group_members: LEFT_OUT,
  stripe_customers: LEFT_OUT,
  checkouts: LEFT_OUT,
  ai_usage: LEFT_OUT,
  ai_places: LEFT_OUT,
  request_months: LEFT_OUT,
  request_days: LEFT_OUT,
  throttles: LEFT_OUT,
  mails: LEFT_OUT,
  background_jobs: LEFT_OUT,
  installation_secrets: LEFT_OUT,
};

/** The tables with rows of environments. */
export const contentTables: readonly (keyof Tables)[] = Object.keys(restored).filter((name): name is keyof Tables =>
  isContent(restored[name as keyof Tables]),
);

/** Which rows of such a table belong to an environment. */
export function rowsOfEnvironment(table: keyof Tables, environmentNumber: number): Among {
  const column = ownColumn(table);
  if (contentTable(table).rowsBy === 'environment') return { column, in: [environmentNumber] };
  const { first, end } = rowIdRange(environmentNumber);
  return { column, from: first, to: end - 1 };
}

/** Whether a row of such a table belongs to one of the environments. */
export function isOfEnvironments(table: keyof Tables, environments: readonly number[]): (stored: StoredRow) => boolean {
  const ranges = environments.map((one) => rowIdRange(one));
  const column = ownColumn(table);
  if (contentTable(table).rowsBy === 'environment') return (stored) => environments.includes(Number(stored[column]));
  return (stored) => ranges.some(({ first, end }) => Number(stored[column]) >= first && Number(stored[column]) < end);
}

/**
 * A row of a copy, in which no change set does anything by itself, as the original still does: when one was to go out is what is planned for
 * it, and what has gone out does not end.
 */
export function rowOfCopy(table: keyof Tables, restored: StoredRow): StoredRow {
  if (table !== 'change_sets' || restored.due_at === null) return restored;
  const { state, planned_for, publish_at } = restored;
  const isToGoOut = state === ('scheduled' satisfies SetState);
  return isToGoOut
    ? {
        ...restored,
        ...NO_TIMES,
        state: 'open' satisfies SetState,
        planned_for: publish_at ?? planned_for ?? null,
        due_at: null,
        check_at: null,
      }
    : { ...restored, ends_at: null, due_at: null };
}

/** A row of such a table as it is in the restored space. */
export function restoredRow(table: keyof Tables, stored: StoredRow, numbers: RestoredNumbers): StoredRow {
  const changed = Object.entries(contentTable(table).changed);
  return {
    ...stored,
    ...Object.fromEntries(changed.map(([name, change]) => [name, change(stored[name] ?? null, numbers, stored)])),
  };
}

function ownColumn(table: keyof Tables): string {
  return Object.keys(contentTable(table).changed)[0] ?? '';
}

function contentTable(table: keyof Tables): ContentTable {
  const found = restored[table];
  if (!isContent(found)) throw new Error(`${table} has no rows of environments.`);
  return found;
}

function isContent(table: (typeof restored)[keyof Tables]): table is ContentTable {
  return typeof table === 'object';
}

function withoutTexts(indexValues: string): string {
  const { [TEXTS_KEY]: _, ...values } = JSON.parse(indexValues) as Record<string, unknown>;
  return JSON.stringify(values);
}

function resourceOfItem(value: StoredValue, numbers: RestoredNumbers, { kind }: StoredRow): StoredValue {
  if (kind === 'entry' || kind === 'asset') return numbers.row(Number(value));
  return kind === 'environment' ? numbers.environment(Number(value)) : value;
}
