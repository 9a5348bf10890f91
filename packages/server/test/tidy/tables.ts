/**
 * Who writes and who reads which table. Two rules, taken from the SQL of the server itself:
 * 1. A table is written by one room, its owner; whoever else wants it written uses a rule that the owner exports.
 * 2. A room reads, beside its own tables, only those of rooms below it, and each such pair is listed here. The rooms of
 *    `reading` may also read the tables of `content` above them: they are its read side, and never write there. Those of
 *    `identity` may read each other's: whether somebody is let in is one statement about users, members and accounts.
 * Migrations are left out: they make every table and bring its rows along.
 */
import { isProduct, placeOf } from './arrows.ts';
import type { SourceFile } from './source-file.ts';

const MIGRATIONS = '/platform/database/migrations/';
const TABLES_FILE = /^packages\/server\/src\/.*\/tables\.ts$/;

/** The tables that a room reads of others. A new line is a new thing that its owner cannot change alone: think twice. */
const READ_OF_OTHERS: Readonly<Record<string, readonly string[]>> = {
  'identity/accounts': ['users', 'sso_connections'],
  'identity/keys': ['accounts', 'memberships', 'spaces', 'subscriptions'],
  'identity/auth': ['accounts', 'environments', 'memberships', 'sso_connections', 'subscriptions'],
  'identity/scim': ['memberships', 'users'],
  'identity/removal': ['accounts', 'users'],
  'identity/operator': ['accounts', 'memberships', 'spaces', 'subscriptions', 'users'],
  'events/webhooks': ['spaces', 'environments', 'environment_names', 'journal', 'journal_heads', 'journal_items'],
  'events/audit': ['journal'],
  'reading/search': ['environments', 'entry_index', 'asset_searches'],
  'reading/query': ['environments', 'entries', 'entry_index', 'assets', 'journal_items'],
  'reading/delivery': ['entries', 'entry_index', 'entry_states', 'entry_links', 'assets', 'asset_searches'],
  'reading/sync': ['assets', 'entries', 'entry_index', 'entry_states', 'journal_items'],
  'content/entries': ['environments', 'journal_items'],
  'content/change-sets': ['environments'],
  'branches/environments': ['environments'],
  'branches/merging': ['entries', 'environments', 'journal_items'],
  'branches/transfer': ['spaces'],
  'branches/restoring': ['accounts', 'memberships', 'users', 'journal', 'journal_heads'],
  'content/assets': ['accounts', 'spaces', 'environments', 'environment_names', 'files'],
};

/** What is wrong with the SQL of the files, as sentences that say what to do instead. */
export function wrongTables(
  files: readonly SourceFile[],
  tables: readonly string[],
  listed = READ_OF_OTHERS,
): string[] {
  const rooms = roomsOf(files);
  const lists = files.filter(({ path }) => TABLES_FILE.test(path));
  const owners = new Map(
    tables.map((table) => [table, [...rooms].filter(([, { writes }]) => writes.has(table)).map(([room]) => room)]),
  );
  return [
    ...[...owners].flatMap(([table, found]) => wrongOwners(table, found)),
    ...lists.flatMap((file) => listedElsewhere(file, owners)),
    ...[...rooms].flatMap(([room, { reads }]) => {
      const ofOthers = tables.filter((table) => reads.has(table) && !(owners.get(table) ?? []).includes(room));
      return wrongReads({ room, ofOthers, owners, listed: listed[room] ?? [] });
    }),
    ...Object.keys(listed)
      .filter((room) => !rooms.has(room))
      .map((room) => `${room} reads no tables; take its line out of tidy/tables.ts.`),
  ];
}

/** The tables of the database, from the files of the rooms that list them. */
export function tablesIn(files: readonly SourceFile[]): string[] {
  return files.filter(({ path }) => TABLES_FILE.test(path)).flatMap(({ text }) => listedIn(text));
}

function listedIn(text: string): string[] {
  return [...text.matchAll(/^ {2}(\w+): \{$/gm)].map(([, name]) => name ?? '');
}

interface RoomTables {
  readonly writes: Set<string>;
  readonly reads: Set<string>;
}

function roomsOf(files: readonly SourceFile[]): Map<string, RoomTables> {
  const rooms = new Map<string, RoomTables>();
  for (const file of files.filter((one) => isProduct(one) && !one.path.includes(MIGRATIONS))) {
    const room = placeOf(file.path)?.room;
    if (room === undefined || file.tablesWritten.length + file.tablesRead.length === 0) continue;
    const known = rooms.get(room) ?? { writes: new Set(), reads: new Set() };
    for (const table of file.tablesWritten) known.writes.add(table);
    for (const table of file.tablesRead) known.reads.add(table);
    rooms.set(room, known);
  }
  return rooms;
}

function wrongOwners(table: string, owners: readonly string[]): string[] {
  if (owners.length === 1) return [];
  if (owners.length === 0) return [`Nothing writes ${table}; drop it in a migration.`];
  return [`${table} is written by ${owners.join(' and ')}; have one own it, and export a rule for the others.`];
}

/** Tables that a room lists although another one writes them. */
function listedElsewhere({ path, text }: SourceFile, owners: ReadonlyMap<string, readonly string[]>): string[] {
  const room = placeOf(path)?.room;
  return listedIn(text).flatMap((table) =>
    (owners.get(table) ?? [])
      .filter((owner) => owner !== room)
      .map((owner) => `${path} lists ${table}, which ${owner} writes; list it there.`),
  );
}

interface RoomReads {
  readonly room: string;
  readonly ofOthers: readonly string[];
  readonly owners: ReadonlyMap<string, readonly string[]>;
  readonly listed: readonly string[];
}

function wrongReads({ room, ofOthers, owners, listed }: RoomReads): string[] {
  const upward = ofOthers.filter((table) => (owners.get(table) ?? []).some((owner) => !mayRead(room, owner)));
  return [
    ...upward.map(
      (table) => `${room} reads ${table} of ${owners.get(table)}, which is not below it; take a rule as an argument.`,
    ),
    ...ofOthers
      .filter((table) => !listed.includes(table))
      .map(
        (table) => `${room} reads ${table} of ${owners.get(table)}; use a rule of it, or list it in tidy/tables.ts.`,
      ),
    ...listed
      .filter((table) => !ofOthers.includes(table))
      .map((table) => `${room} does not read ${table} of another room; take it out of tidy/tables.ts.`),
  ];
}

function mayRead(room: string, owner: string): boolean {
  if (room.startsWith('reading/') && owner.startsWith('content/')) return true;
  if (room.startsWith('identity/') && owner.startsWith('identity/')) return true;
  const [reader, owned] = [
    placeOf(`packages/server/src/${room}/store.ts`),
    placeOf(`packages/server/src/${owner}/store.ts`),
  ];
  return reader !== null && owned !== null && owned.row < reader.row;
}
