/**
 * Runs imports in the background, in steps. First the archive is scanned; then come settings, locales and environments, then the
 * content types, assets and entries of each environment in turn, then a second attempt at rejected records, a second look at
 * warnings, because what was missing may have come since, and the webhooks. The progress is stored in the database, so that any process can continue after a crash. Each step uses the current permissions of the
 * key or person that requested the import, and is not performed once these are gone or the import is cancelled. Invariant: nothing
 * is imported from an archive that contains an error.
 */
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { isBlank } from '../../../content/import/records.ts';
import type { Database, Writer } from '../../../platform/database/database.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { noteFailure, stepInTurn } from '../../../platform/jobs/tasks.ts';
import { Trigger } from '../../../platform/jobs/trigger.ts';
import type { Actor } from '../../../platform/journal/actor.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import { Pace } from '../../../platform/kit/pace.ts';
import { LOCALES_PATH, MANIFEST_PATH, type Manifest, memberAt, WEBHOOKS_PATH } from '../format.ts';
import { RESULT_KEPT_MS } from '../job-store.ts';
import type { ImportRow } from '../tables.ts';
import type { TransferFiles } from '../transfer-files.ts';
import { linesOf, parseLine } from './archive-lines.ts';
import { ArchiveError, rankBehind, scanSome } from './archive-scan.ts';
import { type ActorLookup, actorNow, StoppedError } from './import-actor.ts';
import { readLocales, readManifest } from './manifest.ts';
import {
  FIRST_PLACE,
  importSome,
  type RecordPlace,
  type RecordStepParts,
  retryImport,
  type StoredStep,
} from './record-steps.ts';
import { type Acting, importSettings, type SettingsParts } from './settings.ts';
import * as store from './store.ts';
import { noteResults, type ResourceResult, recounted, type StoredResult, settleResult } from './tally.ts';
import { warningCheck } from './warning-check.ts';
import { importWebhooks, type WebhookImportParts } from './webhooks.ts';

/** Pause after a step, as a share of its duration. */
const PAUSE_SHARE = 0.2;
/** Maximum bytes of `locales.ndjson` and `webhooks.ndjson`, which are read into memory. */
const SMALL_FILE_BYTES_MAX = 16 * 1_048_576;
/** Maximum files with records in one archive: 40 environments with entries of 500 content types each. */
export const RECORD_FILES_MAX = 20_000;
/** Stored results that are searched at once for the next one to retry, or for warnings. */
const RESULTS_AT_ONCE = 100;
/** After this time a write looks at no further warnings, so that other writes can run in between. */
const WARNINGS_STEP_MS = 50;

export interface ImportJobParts extends RecordStepParts, SettingsParts, WebhookImportParts {
  readonly database: Database;
  readonly files: TransferFiles;
  readonly environments: SettingsParts['environments'];
  readonly actorLookup: ActorLookup;
  readonly clock: Clock;
}

/** Another process has already performed the step. */
class StaleStep extends Error {}

export class ImportJob {
  /** Fired when an import is requested. */
  readonly trigger = new Trigger();
  readonly #parts: ImportJobParts;

  constructor(parts: ImportJobParts) {
    this.#parts = parts;
  }

  async hasWork(): Promise<boolean> {
    return (await store.imports.next(this.#parts.database.reader)) !== undefined;
  }

  /** Runs or continues all requested imports, one step of each in turn. */
  async run(signal: AbortSignal): Promise<void> {
    await stepInTurn<ImportRow>(signal, {
      next: (after) => store.imports.next(this.#parts.database.reader, after?.id),
      step: async (row) => {
        const began = performance.now();
        await this.#advance(row, signal);
        await sleep((performance.now() - began) * PAUSE_SHARE);
      },
    });
  }

  async #advance(row: ImportRow, signal: AbortSignal): Promise<void> {
    try {
      const actor = await this.#actor(row);
      if (row.stage === 'scan') await this.#scan(row, signal);
      else if (row.stage === 'settings') await this.#importSettings(row, actor);
      else if (row.stage === 'records') await this.#importRecords(row, actor);
      else if (row.stage === 'again') await this.#retryImport(row, actor);
      else if (row.stage === 'warnings') await this.#checkWarnings(row, actor);
      else await this.#importWebhooks(row, actor);
    } catch (error) {
      if (signal.aborted || error instanceof StaleStep || !(await this.#isRunning(row))) return;
      if (error instanceof StoppedError) await this.#end(row, error.message);
      else if (error instanceof ArchiveError) await this.#end(row, `${error.message} Nothing was imported.`);
      else await this.#failed(row, error);
    }
  }

  async #scan(row: ImportRow, signal: AbortSignal): Promise<void> {
    const at = row.place === null ? 0 : Number(row.place);
    const rest = at < row.size ? await this.#parts.files.open(row.file, { start: at, end: row.size - 1 }) : nothing();
    const { members, next, isEnd } = await scanSome(rest, at, signal);
    const double = await this.#write(row, async (writer) => {
      const twice = await store.insertMembers(writer, row.id, members);
      if (twice !== undefined) return { values: null, result: twice };
      if ((await store.countRecordFiles(writer, row.id)) > RECORD_FILES_MAX) throw tooManyFiles();
      return { values: { place: String(next) }, result: undefined };
    });
    if (double !== undefined) throw new ArchiveError(`"${double}" is in the archive twice.`);
    if (!isEnd) return;
    await this.#checkManifest(row);
    await this.#write(row, async () => ({ values: { stage: 'settings', place: null }, result: undefined }));
  }

  async #checkManifest(row: ImportRow): Promise<void> {
    const { environments } = await this.#manifest(row);
    readLocales(await this.#recordsOf(row, LOCALES_PATH));
    if (row.environment !== null && environments.length > 1)
      throw new ArchiveError('The export has several environments; import it without naming one, or export one.');
    const listed = new Set(environments);
    const pace = new Pace();
    // Looks at one file of each environment: its other files have the same environment.
    for (let rank = ''; ; ) {
      const start = { rank, isIncluded: false };
      const [member] = await store.membersFrom(this.#parts.database.reader, row.id, start, 1);
      if (member === undefined) return;
      const found = memberAt(member.path);
      if (found === undefined || !('environment' in found) || found.environment === null)
        throw new Error(`The file ${member.path} of an import has no records.`);
      if (!listed.has(found.environment))
        throw new ArchiveError(`"${member.path}" belongs to an environment that ${MANIFEST_PATH} does not list.`);
      rank = rankBehind(found.environment);
      await pace.restIfDue();
    }
  }

  async #importSettings(row: ImportRow, actor: Actor): Promise<void> {
    const { space, environments, aliases = {} } = await this.#manifest(row);
    const locales = readLocales(await this.#recordsOf(row, LOCALES_PATH));
    const results = await importSettings(this.#parts, this.#acting(row, actor), {
      space,
      locales,
      environments: row.environment === null ? environments : [row.environment],
      aliases: row.environment === null ? aliases : {},
    });
    await this.#note(row, results, { stage: 'records', place: JSON.stringify(FIRST_PLACE) });
  }

  async #importRecords(row: ImportRow, actor: Actor): Promise<void> {
    const place = JSON.parse(row.place ?? 'null') as RecordPlace;
    const storeStep = async (writer: Writer, { from, place: next, results }: StoredStep) => {
      const current = await this.#lock(writer, row, JSON.stringify(from));
      const noted = await noteResults(writer, current, results);
      await store.updateImport(writer, row.id, { ...noted, place: JSON.stringify(next), failures: 0 });
    };
    const task = { row, actor, place, store: storeStep };
    if (await importSome(this.#parts, task)) return;
    const next = row.dry_run === 1 ? 'webhooks' : 'again';
    await this.#write(row, async () => ({ values: { stage: next, place: '0' }, result: undefined }));
  }

  /** Retries one rejected record. */
  async #retryImport(row: ImportRow, actor: Actor): Promise<void> {
    const { database } = this.#parts;
    for (let after = Number(row.place); ; ) {
      const noted = await store.resultsAfter(database.reader, row.id, after, RESULTS_AT_ONCE);
      const last = noted.at(-1);
      if (last === undefined)
        return void (await this.#write(row, async () => ({
          values: { stage: 'warnings', place: '0' },
          result: undefined,
        })));
      after = last.ordinal;
      const refused = noted.map(({ ordinal, result }) => ({ ordinal, before: JSON.parse(result) as StoredResult }));
      const next = refused.find(({ before }) => before.line !== undefined);
      // On SQLite, reading the skipped results never waits, so this lets other work run.
      await nextTurn();
      if (next?.before.line === undefined) continue;
      const { ordinal, before } = next;
      const settle = async (writer: Writer, result: StoredResult) => {
        const current = await this.#lock(writer, row, row.place);
        await settleResult(writer, row, ordinal, result);
        const counts = recounted(current.counts, before, result);
        await store.updateImport(writer, row.id, { counts, place: String(ordinal), failures: 0 });
      };
      return retryImport(this.#parts, { row, actor }, { line: next.before.line, settle });
    }
  }

  /** Keeps of some results only the warnings that are still true. */
  async #checkWarnings(row: ImportRow, actor: Actor): Promise<void> {
    const noted = await store.resultsAfter(this.#parts.database.reader, row.id, Number(row.place), RESULTS_AT_ONCE);
    if (noted.length === 0) {
      await this.#write(row, async () => ({ values: { stage: 'webhooks' }, result: undefined }));
      return;
    }
    const results = noted.map(({ ordinal, result }) => ({ ordinal, before: JSON.parse(result) as StoredResult }));
    const place = { actor, spaceId: row.space_id };
    const check = await warningCheck(
      this.#parts,
      place,
      results.map(({ before }) => before),
    );
    await this.#write(row, async (writer, current) => {
      if (current.place !== row.place) throw new StaleStep();
      const pace = new Pace(WARNINGS_STEP_MS);
      let last = 0;
      for (const { ordinal, before } of results) {
        const now = await check(writer, before);
        if (now !== before) await settleResult(writer, row, ordinal, now);
        last = ordinal;
        await pace.rest();
        if (pace.isSpent()) break;
      }
      return { values: { place: String(last) }, result: undefined };
    });
  }

  async #importWebhooks(row: ImportRow, actor: Actor): Promise<void> {
    const results = await importWebhooks(
      this.#parts,
      this.#acting(row, actor),
      await this.#recordsOf(row, WEBHOOKS_PATH),
    );
    const at = this.#parts.clock();
    const ended = { status: 'done', stage: 'done', place: null, done_at: at, expires_at: at + RESULT_KEPT_MS };
    if (await this.#note(row, results, ended)) await this.#parts.files.delete(row.file);
  }

  /** The current actor. @throws StoppedError if not allowed, or if the environment's name now points to another one */
  async #actor(row: ImportRow): Promise<Actor> {
    const actor = await actorNow(this.#parts.database.reader, this.#parts.actorLookup, row);
    const { space_id: spaceId, environment: name, environment_number: begun } = row;
    if (name === null || begun === null) return actor;
    const now = await this.#parts.environments.find(actor, spaceId, name).catch((error: unknown) => {
      // If the environment is gone, its records are rejected one by one.
      if (error instanceof DomainError && error.code === 'not_found') return undefined;
      throw error;
    });
    if (now === undefined || now.number === begun) return actor;
    throw new StoppedError(`"${name}" is no longer the environment that the import started with.`);
  }

  async #isRunning({ id }: ImportRow): Promise<boolean> {
    return (await store.imports.find(this.#parts.database.reader, id))?.status === 'running';
  }

  #acting(row: ImportRow, actor: Actor): Acting {
    const goesOn = async () => {
      if (!(await this.#isRunning(row))) return false;
      return this.#actor(row).then(
        () => true,
        (error: unknown) => {
          if (error instanceof StoppedError) return false;
          throw error;
        },
      );
    };
    return { actor, spaceId: row.space_id, isDryRun: row.dry_run === 1, goesOn };
  }

  async #manifest(row: ImportRow): Promise<Manifest> {
    const bytes = await this.#smallFile(row, MANIFEST_PATH);
    if (bytes === undefined)
      throw new ArchiveError(`The archive has no ${MANIFEST_PATH}; import an archive that lectern export has made.`);
    return readManifest(bytes);
  }

  /** The records of a small file; empty if the archive does not contain it. */
  async #recordsOf(row: ImportRow, path: string): Promise<Readonly<Record<string, unknown>>[]> {
    const bytes = (await this.#smallFile(row, path)) ?? Buffer.alloc(0);
    const records: Readonly<Record<string, unknown>>[] = [];
    const pace = new Pace();
    for await (const line of linesOf(only(bytes), { at: 0, size: bytes.length })) {
      if (isBlank(line.bytes)) continue;
      const [record] = Object.values(parseLine(line.bytes) as Record<string, Record<string, unknown>>);
      if (record !== undefined) records.push(record);
      await pace.restIfDue();
    }
    return records;
  }

  async #smallFile(row: ImportRow, path: string): Promise<Buffer | undefined> {
    const member = await store.findMember(this.#parts.database.reader, row.id, path);
    if (member === undefined) return undefined;
    if (member.size === 0) return Buffer.alloc(0);
    if (member.size > SMALL_FILE_BYTES_MAX) throw new ArchiveError(`"${path}" is too large.`);
    const range = { start: member.begins, end: member.begins + member.size - 1 };
    return Buffer.concat(
      await Array.fromAsync((await this.#parts.files.open(row.file, range)) as AsyncIterable<Buffer>),
    );
  }

  /**
   * Ends a step whose resources were written one by one. Its results are counted even if the import was cancelled or lost its
   * permission in the meantime; then the step does not count as done.
   * @returns whether the step is done
   */
  async #note(row: ImportRow, results: readonly ResourceResult[], values: Partial<ImportRow>): Promise<boolean> {
    const stopped = await this.#actor(row).catch((error: unknown) => error);
    const isDone = await this.#parts.database.write(
      async (writer) => {
        const current = await store.imports.lock(writer, row.id);
        if (current === undefined || current.stage !== row.stage) throw new StaleStep();
        const goesOn = current.status === 'running' && !(stopped instanceof Error);
        const noted = await noteResults(writer, current, results);
        await store.updateImport(writer, row.id, goesOn ? { failures: 0, ...noted, ...values } : noted);
        return goesOn;
      },
      { long: true, grows: true },
    );
    if (stopped instanceof Error) throw stopped;
    return isDone;
  }

  /** Writes a step, unless another process has advanced the import in the meantime. */
  async #write<T>(
    row: ImportRow,
    work: (writer: Writer, current: ImportRow) => Promise<{ values: Partial<ImportRow> | null; result: T }>,
  ): Promise<T> {
    return this.#parts.database.write(
      async (writer) => {
        const { values, result } = await work(writer, await this.#lock(writer, row));
        if (values !== null) await store.updateImport(writer, row.id, { failures: 0, ...values });
        return result;
      },
      { long: true, grows: true },
    );
  }

  /** @param place where the import must be; omit to accept any place. @throws StaleStep */
  async #lock(writer: Writer, { id, stage }: ImportRow, place?: string | null): Promise<ImportRow> {
    const current = await store.imports.lock(writer, id);
    const isAsRead = current !== undefined && current.status === 'running' && current.stage === stage;
    if (!isAsRead || (place !== undefined && current.place !== place)) throw new StaleStep();
    return current;
  }

  async #failed(row: ImportRow, error: unknown): Promise<void> {
    const reason = error instanceof DomainError ? error.message : 'A step failed repeatedly; start the import again.';
    await noteFailure(error, {
      count: () => this.#parts.database.write((writer) => store.imports.addFailure(writer, row.id)),
      giveUp: () => this.#end(row, `${reason} What was already imported stays.`),
    });
    throw error;
  }

  async #end(row: ImportRow, problem: string): Promise<void> {
    const at = this.#parts.clock();
    const ended = { status: 'failed', stage: 'done', problem, done_at: at, expires_at: at + RESULT_KEPT_MS };
    await this.#write(row, async () => ({ values: ended, result: undefined }));
    await this.#parts.files.delete(row.file);
  }
}

function tooManyFiles(): ArchiveError {
  return new ArchiveError(
    `The archive has more than ${RECORD_FILES_MAX} files with records; export one environment at a time.`,
  );
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function* nothing(): AsyncGenerator<Buffer> {}
