/** A space as a backup has it. */
import { BackupRefusal } from '../../platform/backup/manifest.ts';
import type { BackupRows, StoredRow } from '../../platform/database/restoring/backup-rows.ts';
import type { WantedRows } from '../../platform/database/restoring/dump-rows.ts';
import { contentTables, isOfEnvironments } from './restored-tables.ts';

/** Spaces named when the one that was asked for is not in the backup. */
const NAMED_MAX = 20;
/** What is read of a dump whatever space is restored. Their rows are few, but for those of files. */
const WHOLE_TABLES = [
  'spaces',
  'locales',
  'environments',
  'environment_names',
  'environment_aliases',
  'api_keys',
  'webhooks',
  'saved_views',
  'files',
  'counters',
  'accounts',
  'memberships',
  'users',
  'subscriptions',
  'installation_secrets',
];

export interface StoredSpace {
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
  readonly row: StoredRow;
  readonly locales: readonly StoredRow[];
  /** The environments that could be used, by number. */
  readonly environments: readonly StoredRow[];
  /** Names of those that were being made, and are not restored. */
  readonly unfinished: readonly string[];
  /** The names of those environments, with aliases. */
  readonly names: readonly StoredRow[];
  readonly aliases: readonly StoredRow[];
  readonly keys: readonly StoredRow[];
  readonly webhooks: readonly StoredRow[];
  readonly views: readonly StoredRow[];
}

/** What of a dump is needed to restore a space. */
export function wantedRows(spaceId: string): WantedRows {
  return {
    whole: WHOLE_TABLES,
    some: async (rows) => {
      const numbers = numbersIn(readStoredSpace(rows, spaceId).environments);
      return new Map(contentTables.map((table) => [table, isOfEnvironments(table, numbers)]));
    },
  };
}

/** @throws BackupRefusal if the backup does not have the space */
export function readStoredSpace(rows: BackupRows, id: string): StoredSpace {
  const [row] = rows.list('spaces', 'id', [id]);
  if (row === undefined) throw new BackupRefusal(unknownSpace(rows, id));
  const all = rows.list('environments', 'space_id', [id]).sort(byNumber);
  const environments = all.filter(({ status }) => status === 'ready');
  const names = rows.list('environment_names', 'environment', numbersIn(environments));
  const codes = names.map(({ code }) => String(code));
  return {
    id,
    name: String(row.name),
    accountId: String(row.account_id),
    row,
    locales: rows.list('locales', 'space_id', [id]),
    environments,
    unfinished: all.filter(({ status }) => status === 'cloning').map(({ name }) => String(name)),
    names,
    aliases: rows.list('environment_aliases', 'code', codes),
    keys: rows.list('api_keys', 'space_id', [id]),
    webhooks: rows.list('webhooks', 'space_id', [id]),
    views: rows.list('saved_views', 'space_id', [id]),
  };
}

/** Their numbers, in order. */
export function numbersIn(environments: readonly StoredRow[]): number[] {
  return environments.map(({ number }) => Number(number));
}

function byNumber(one: StoredRow, other: StoredRow): number {
  return Number(one.number) - Number(other.number);
}

function unknownSpace(rows: BackupRows, id: string): string {
  const spaces = [...rows.rows('spaces', { column: 'created_at', from: 0, to: Number.MAX_SAFE_INTEGER })];
  const named = spaces.slice(0, NAMED_MAX).map(({ id: other, name }) => `\n  ${other}  ${name}`);
  const more = spaces.length > NAMED_MAX ? `\n  and ${spaces.length - NAMED_MAX} more` : '';
  return `The space ${id} is not in this backup; nothing was restored. It has:${named.join('')}${more}`;
}
