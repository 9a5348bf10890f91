/**
 * Restores one space from a backup into an installation that may be running. The rows of its environments are written first, in
 * steps small enough not to delay anyone, under numbers that nothing has had; nobody sees them, as neither their space nor their
 * names are there. The last write adds those, counts the usage and tells the journal: the space is there whole, or not at all.
 * What a failed or killed restore leaves is marked for removal, by itself or by the next one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookRow } from '../../events/webhooks/tables.ts';
import type { WebhookSecrets } from '../../events/webhooks/webhook-secrets.ts';
import type { Usage } from '../../identity/accounts/plans/usage.ts';
import * as environmentRows from '../../model/spaces/environment-rows.ts';
import { EPOCH_LENGTH } from '../../model/spaces/new-environments.ts';
import type { EnvironmentRow } from '../../model/spaces/tables.ts';
import { BackupRefusal } from '../../platform/backup/manifest.ts';
import type { Tables } from '../../platform/database/columns.ts';
import type { Database, Writer } from '../../platform/database/database.ts';
import { findRoot } from '../../platform/database/installation-secret.ts';
import type { BackupRows, StoredRow } from '../../platform/database/restoring/backup-rows.ts';
import { placeRows, takenTexts } from '../../platform/database/restoring/placed-rows.ts';
import { systemActor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { environmentMetrics, type MetricSums } from '../../platform/journal/usage-changes.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { newIdLike, randomCode } from '../../platform/kit/ids.ts';
import { MergeIds, withFreeIds } from './fresh-ids.ts';
import { RestoredNumbers } from './numbers.ts';
import { type RestoredAccount, readAccount, restoreAccount } from './restored-account.ts';
import { type FilePlaces, rejectMissing, restoreFiles, type UsedFile, usedFiles } from './restored-files.ts';
import { keysWithTokens } from './restored-keys.ts';
import { placeSpace } from './restored-rows.ts';
import { contentTables, restoredRow, rowOfCopy, rowsOfEnvironment } from './restored-tables.ts';
import { lastRevisionOf } from './store.ts';
import { numbersIn, readStoredSpace, type StoredSpace } from './stored-space.ts';

const ROWS_A_STEP = 200;
/** Size of the values that a step writes, unless a single row is larger. */
const STEP_BYTES = 1_048_576;
/** Pause after a step, as a share of its duration, so that a service on the same file gets its turn. */
const PAUSE_SHARE = 0.5;
const DAY_MS = 86_400_000;
/** No restore takes that long. */
const LEFT_BEHIND_AFTER_MS = DAY_MS;
const ACTOR = 'lectern restore';
const COUNTER_OF_ENVIRONMENT = /^(\w+):(\d+)$/;

export interface RestoreParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly usage: Usage;
  readonly secrets: WebhookSecrets;
  /** The root secret of the installation. */
  readonly root: string;
  readonly clock: Clock;
  /** How long the audit is kept. */
  readonly auditDays: number;
  readonly places: FilePlaces;
  /** Called with how many of the space's files and rows of tables are done. */
  readonly onProgress: (done: number, total: number) => void;
}

export interface RestoreRequest {
  readonly rows: BackupRows;
  readonly spaceId: string;
  /** When the backup was begun, in ISO 8601. */
  readonly backupAt: string;
  /** Secrets that may open the root secret in the backup. */
  readonly knownSecrets: readonly string[];
  readonly keepsTokens: boolean;
  readonly allowsMissing: boolean;
  /** Whether only to find out what would be restored. */
  readonly isCheck: boolean;
}

/** What was restored, or would be. */
export interface RestoredSpace {
  /** Its id in the backup. */
  readonly from: string;
  /** Its id now. */
  readonly space: string;
  readonly name: string;
  readonly account: string;
  readonly isAccountRestored: boolean;
  readonly environments: readonly string[];
  readonly unfinishedEnvironments: readonly string[];
  readonly entries: number;
  readonly assets: number;
  readonly files: number;
  readonly keys: { readonly count: number; readonly withToken: number };
  readonly webhooks: { readonly count: number; readonly areOff: boolean };
  readonly views: number;
  readonly members: number;
  readonly formerMembers: readonly string[];
}

/** What a restore is about. */
interface Plan {
  readonly space: StoredSpace;
  readonly id: string;
  readonly isCopy: boolean;
  readonly account: RestoredAccount;
  readonly files: readonly UsedFile[];
  readonly validKeys: ReadonlySet<string>;
  readonly sums: MetricSums;
}

/**
 * Restores a space, or only finds out what would be restored.
 * @throws BackupRefusal if the backup does not have the space, misses files, or is of another installation; DomainError if the
 *   plan of the account does not allow it. Nothing is restored then
 */
export async function restoreSpace(parts: RestoreParts, request: RestoreRequest): Promise<RestoredSpace> {
  const plan = await planOf(parts, request);
  if (!request.allowsMissing) await rejectMissing(parts.places, plan.files);
  if (request.isCheck) return outcomeOf(plan, plan.space.views.length);
  const { allowsMissing } = request;
  const files = await restoreFiles(parts.places, plan.files, { spaceId: plan.id, allowsMissing });
  const numbers = await begin(parts, plan, { rows: request.rows, files });
  try {
    await copyContent(parts, plan, { rows: request.rows, numbers });
    const { views } = await finish(parts, plan, { request, numbers });
    return outcomeOf(plan, views);
  } catch (error) {
    await parts.database.write((writer) => giveUp(writer, plan, numbers));
    throw error;
  }
}

async function planOf(parts: RestoreParts, request: RestoreRequest): Promise<Plan> {
  const { database, usage, clock, auditDays } = parts;
  const { rows, spaceId, backupAt, keepsTokens } = request;
  const space = readStoredSpace(rows, spaceId);
  await rejectOtherInstallation(parts, request, space);
  const isCopy = (await takenTexts(database.reader, { table: 'spaces', column: 'id' }, [spaceId])).has(spaceId);
  const account = await readAccount(database.reader, rows, space.accountId);
  const since = Date.parse(backupAt);
  const hasAudit = account.row === null && clock() - since < auditDays * DAY_MS;
  const choice = { keepsTokens: keepsTokens && !isCopy, accountId: account.id, since, hasAudit };
  const validKeys = await keysWithTokens(database.reader, space.keys, choice);
  const sums = sumsOf(space, account);
  // An account that comes back brings its plan along, which the last write asks.
  if (account.row === null) (await usage.room(database.reader, account.id)).require(sums);
  const files = usedFiles(rows, space);
  return { space, id: isCopy ? newIdLike(spaceId) : spaceId, isCopy, account, files, validKeys, sums };
}

/** Numbers, secrets and the audit mean something in their own installation alone. */
async function rejectOtherInstallation(
  { secrets, root }: RestoreParts,
  { rows, knownSecrets }: RestoreRequest,
  { webhooks }: StoredSpace,
): Promise<void> {
  const roots = await Promise.all(knownSecrets.map((secret) => findRoot(rows.reader, secret)));
  const isOther = roots.some((found) => found !== null && found !== root);
  const canOpen = webhooks.every((webhook) => secrets.canOpen(webhook as unknown as WebhookRow));
  if (!isOther && canOpen) return;
  throw new BackupRefusal(
    'The backup is of another installation: its secrets cannot be opened here. Nothing was restored; restore it into an installation of its own, and bring the space over by `lectern export` and `lectern import`.',
  );
}

/** Takes the numbers of the environments, and adds them without a name. */
async function begin(
  { database, clock }: RestoreParts,
  { space, id }: Plan,
  { rows, files }: { readonly rows: BackupRows; readonly files: ReadonlyMap<number, number> },
): Promise<RestoredNumbers> {
  const known = numbersToReplace(rows, space);
  return database.write(
    async (writer) => {
      const before = clock() - LEFT_BEHIND_AFTER_MS;
      for (const number of await environmentRows.leftRestoring(writer, { spaceId: id, before }))
        await environmentRows.markDeleting(writer, number);
      const first = await environmentRows.takeEnvironmentNumbers(writer, known.length);
      const environments = new Map(known.map((number, index) => [number, first + index]));
      const numbers = new RestoredNumbers({ environments, files });
      const moved = space.environments.map((row) => ({
        ...row,
        number: numbers.environment(Number(row.number)),
        space_id: id,
        epoch: randomCode(EPOCH_LENGTH),
        created_at: clock(),
        cloned_from: row.cloned_from === null ? null : numbers.environment(Number(row.cloned_from)),
      }));
      const free = await withFreeIds(writer, 'environments', moved);
      await environmentRows.addRestoring(
        writer,
        free.map(({ status: _, ...row }) => row as unknown as Omit<EnvironmentRow, 'status'>),
      );
      return numbers;
    },
    { grows: true },
  );
}

/** Numbers of all environments and aliases that rows of the space mention, also of those that are gone, in order. */
function numbersToReplace(rows: BackupRows, { id, aliases, environments }: StoredSpace): number[] {
  const mentioned = rows.list('environments', 'space_id', [id]).flatMap((row) => [row.number, row.cloned_from]);
  for (const number of numbersIn(environments)) {
    for (const { source } of rows.rows('merges', rowsOfEnvironment('merges', number))) mentioned.push(source);
    for (const { other } of rows.rows('merge_bases', rowsOfEnvironment('merge_bases', number))) mentioned.push(other);
  }
  const all = new Set([...mentioned, ...aliases.map(({ number }) => number)].map(Number));
  return [...all].filter((number) => number > 0).sort((one, other) => one - other);
}

async function copyContent(
  parts: RestoreParts,
  { space, id, isCopy }: Plan,
  { rows, numbers }: { readonly rows: BackupRows; readonly numbers: RestoredNumbers },
): Promise<void> {
  const total = space.environments.length * contentTables.length;
  const mergeIds = new MergeIds();
  let done = 0;
  for (const number of numbersIn(space.environments)) {
    for (const table of contentTables) {
      const environment = numbers.environment(number);
      for (const step of stepsOf(rows.rows(table, rowsOfEnvironment(table, number)))) {
        const own = step.map((row) => restoredRow(table, row, numbers));
        const restored = isCopy ? own.map((row) => rowOfCopy(table, row)) : own;
        await writeStep(parts, { table, rows: restored, environment, mergeIds, party: id });
      }
      done += 1;
      parts.onProgress(done, total);
    }
  }
}

/** Rows in parts that are written at once. */
function* stepsOf(rows: Iterable<StoredRow>): Generator<StoredRow[]> {
  let step: StoredRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    step.push(row);
    for (const value of Object.values(row))
      bytes += typeof value === 'object' || typeof value === 'string' ? (value?.length ?? 0) : 0;
    if (step.length < ROWS_A_STEP && bytes < STEP_BYTES) continue;
    yield step;
    step = [];
    bytes = 0;
  }
  if (step.length > 0) yield step;
}

interface RowStep {
  readonly table: keyof Tables;
  readonly rows: readonly StoredRow[];
  readonly environment: number;
  readonly mergeIds: MergeIds;
  readonly party: string;
}

async function writeStep({ database }: RestoreParts, step: RowStep): Promise<void> {
  const { table, rows, environment, mergeIds, party } = step;
  const workedMs = await database.write(
    async (writer) => {
      const begunAt = performance.now();
      if (!(await environmentRows.lockRestoring(writer, environment))) throw takenOver();
      await placeRows(writer, table, table === 'merges' ? await mergeIds.free(writer, rows) : rows);
      return performance.now() - begunAt;
    },
    // The last write is durable, and so is everything before it.
    { long: true, mayBeLost: true, grows: true, party },
  );
  await sleep(workedMs * PAUSE_SHARE);
}

/** The last write: all of it becomes visible at once. */
function finish(
  { journal }: RestoreParts,
  plan: Plan,
  { request, numbers }: { readonly request: RestoreRequest; readonly numbers: RestoredNumbers },
): Promise<{ views: number }> {
  const { space, id, isCopy, account, validKeys, sums } = plan;
  return journal.grow(
    systemActor(ACTOR, account.id),
    async (writer, change) => {
      for (const number of numbersIn(space.environments))
        if (!(await environmentRows.lockRestoring(writer, numbers.environment(number)))) throw takenOver();
      if ((await takenTexts(writer, { table: 'spaces', column: 'id' }, [id])).size > 0) throw takenOver();
      await restoreAccount(writer, account, change.at);
      const { members } = account;
      const target = { id, numbers, isCopy, members, validKeys, at: change.at };
      const placed = await placeSpace(writer, space, target);
      await placeCounters(writer, request.rows, numbers, space);
      for (const row of space.environments) await open(writer, change, { row, numbers, id });
      for (const [metric, sum] of sums) change.count(account.id, metric, sum);
      change.record({
        action: 'space.restore',
        target: { type: 'space', id },
        spaceId: id,
        changes: { after: { name: space.name, backup: request.backupAt, ...(isCopy ? { copy_of: space.id } : {}) } },
      });
      return placed;
    },
    { long: true, party: id },
  );
}

/** Makes an environment usable: after every revision that readers of its names may have seen. */
async function open(
  writer: Writer,
  change: Change,
  { row, numbers, id }: { readonly row: StoredRow; readonly numbers: RestoredNumbers; readonly id: string },
): Promise<void> {
  const former = Number(row.number);
  const number = numbers.environment(former);
  const name = String(row.name);
  const revision = Math.max(Number(row.revision), await lastRevisionOf(writer, former));
  await environmentRows.markRestored(writer, number, { revision, created_at: Number(row.created_at) });
  const environment = { number, name, spaceId: id };
  change.item({ environment, event: null, kind: 'environment', key: name, resource: number, published: true });
  change.atRevision(number, (at, reached) =>
    placeRows(at, 'webhook_cursors', [{ environment: number, revision: reached + 1, ordinal: 0 }]),
  );
}

/** Numbering goes on where it was. */
async function placeCounters(
  writer: Writer,
  rows: BackupRows,
  numbers: RestoredNumbers,
  space: StoredSpace,
): Promise<void> {
  const all = rows.rows('counters', { column: 'next', from: 0, to: Number.MAX_SAFE_INTEGER });
  const restored = new Set(numbersIn(space.environments));
  const counters = [...all].flatMap(({ scope, next }) => {
    const [, name, number] = COUNTER_OF_ENVIRONMENT.exec(String(scope)) ?? [];
    return restored.has(Number(number)) ? [{ scope: `${name}:${numbers.environment(Number(number))}`, next }] : [];
  });
  await placeRows(writer, 'counters', counters as StoredRow[]);
}

/** Leaves the rows to the job that removes deleted environments. */
async function giveUp(writer: Writer, { space }: Plan, numbers: RestoredNumbers): Promise<void> {
  for (const number of numbersIn(space.environments)) {
    const restored = numbers.environment(number);
    if (await environmentRows.lockRestoring(writer, restored)) await environmentRows.markDeleting(writer, restored);
  }
}

function sumsOf(space: StoredSpace, { memberships }: RestoredAccount): MetricSums {
  const held = environmentMetrics.map((metric) => {
    return [metric, space.environments.reduce((sum, row) => sum + Number(row[metric]), 0)] as const;
  });
  return new Map([
    ...held,
    ['spaces', 1] as const,
    ['environments', space.environments.length] as const,
    ['locales', space.locales.length] as const,
    ['api_keys', space.keys.length] as const,
    ['webhooks', space.webhooks.length] as const,
    ['members', memberships.length] as const,
  ]);
}

function outcomeOf({ space, id, isCopy, account, files, validKeys, sums }: Plan, views: number): RestoredSpace {
  return {
    from: space.id,
    space: id,
    name: space.name,
    account: account.id,
    isAccountRestored: account.row !== null,
    environments: space.environments.map(({ name }) => String(name)),
    unfinishedEnvironments: space.unfinished,
    entries: sums.get('entries') ?? 0,
    assets: sums.get('assets') ?? 0,
    files: files.length,
    keys: { count: space.keys.length, withToken: validKeys.size },
    webhooks: { count: space.webhooks.length, areOff: isCopy },
    views,
    members: account.memberships.length,
    formerMembers: account.formerMembers,
  };
}

function takenOver(): BackupRefusal {
  return new BackupRefusal('The space was restored by another call meanwhile; this one has restored nothing.');
}
