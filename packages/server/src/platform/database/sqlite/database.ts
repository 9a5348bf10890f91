/**
 * The embedded database: one SQLite file in WAL mode with full durability, one connection for writes and one for
 * reads, so that reads never wait for an open transaction.
 */
import type { DatabaseSync } from 'node:sqlite';
import { type Deadline, usualDeadline } from '../../kit/deadline.ts';
import { alwaysReachable } from '../contact.ts';
import type {
  Database,
  DatabaseCondition,
  DatabaseFigures,
  OpeningOptions,
  Reader,
  Reads,
  StatementObserver,
  WriteOptions,
  Writer,
} from '../database.ts';
import { openHandle, readerOver } from '../statement-handle.ts';
import { SqliteCondition } from './condition.ts';
import { SqliteConnection } from './connection.ts';
import { hasDamageNote, noteDamage } from './damage-note.ts';
import { engine } from './engine.ts';
import { OpenedFiles } from './opened-files.ts';
import { freeBytesIn, makeSqliteFile, migrate, openConnection, openingError, openReadOnly } from './opening.ts';
import { sqliteReserve } from './place.ts';
import { SpaceReserve } from './space-reserve.ts';
import { SqliteWriteQueue } from './write-queue.ts';

/**
 * Opens the database in a folder, creates it if needed, and brings its tables up to date.
 * @throws StartRefusal if the file is damaged or not a database, or its tables belong to a newer program
 */
export async function openSqlite(folder: string, options: OpeningOptions = {}): Promise<Database> {
  const file = makeSqliteFile(folder);
  const condition = new SqliteCondition(file, (reason, message) => {
    if (reason === 'damaged') noteDamage(folder, message);
    options.onUnusable?.(message);
  });
  if (hasDamageNote(folder)) condition.damaged();
  const opened: DatabaseSync[] = [];
  try {
    const writing = openConnection(file);
    opened.push(writing);
    await migrate(writing, options.program ?? null, (isNew) => admitted(writing, condition, options, isNew));
    opened.push(openReadOnly(file));
    condition.watch(new OpenedFiles(file));
    await keepSpace(folder, { condition, reading: opened[1] as DatabaseSync }, options.reserveBytes ?? 0);
    return new SqliteDatabase({
      file,
      writing,
      reading: opened[1] as DatabaseSync,
      condition,
      observe: options.observe,
      deadline: options.deadline ?? usualDeadline,
    });
  } catch (error) {
    for (const connection of opened) connection.close();
    throw openingError(error, file);
  }
}

/** Reserves space on the disk, if configured. */
async function keepSpace(
  folder: string,
  { condition, reading }: { condition: SqliteCondition; reading: DatabaseSync },
  bytes: number,
): Promise<void> {
  if (bytes === 0) return;
  const reserve = new SpaceReserve(sqliteReserve(folder), bytes);
  await condition.keep({ reserve, freeInside: freeBytesIn(reading) });
}

async function admitted(
  writing: DatabaseSync,
  condition: SqliteCondition,
  { admit }: OpeningOptions,
  isNew: boolean,
): Promise<void> {
  if (admit === undefined) return;
  const handle = openHandle(engine, new SqliteConnection(writing, condition));
  await admit(handle.db, { isNew });
  handle.end();
}

interface SqliteParts {
  readonly file: string;
  readonly writing: DatabaseSync;
  readonly reading: DatabaseSync;
  readonly condition: SqliteCondition;
  readonly observe: StatementObserver | undefined;
  readonly deadline: Deadline;
}

class SqliteDatabase implements Database {
  readonly reader: Reader;
  readonly contact = alwaysReachable;
  readonly #writing: DatabaseSync;
  readonly #reading: DatabaseSync;
  readonly #file: string;
  readonly #observe: StatementObserver | undefined;
  readonly #condition: SqliteCondition;
  readonly #queue: SqliteWriteQueue;
  readonly #dataVersion: () => number;
  #snapshotting: DatabaseSync | undefined;
  #snapshots: Promise<unknown> = Promise.resolve();

  constructor({ file, writing, reading, condition, observe, deadline }: SqliteParts) {
    this.#file = file;
    this.#condition = condition;
    this.#observe = observe;
    this.#writing = writing;
    this.#reading = reading;
    this.reader = readerOver(engine, new SqliteConnection(reading, condition, observe));
    this.#dataVersion = dataVersionOn(reading);
    const connection = new SqliteConnection(writing, condition, observe);
    const othersMark = dataVersionOn(writing);
    this.#queue = new SqliteWriteQueue({
      connection,
      isInTransaction: () => writing.isTransaction,
      setSynchronous: (level) => writing.exec(`PRAGMA synchronous = ${level}`),
      changeMark: othersMark,
      condition,
      deadline,
    });
  }

  write<T>(work: (writer: Writer) => Promise<T>, options?: WriteOptions): Promise<T> {
    return this.#queue.write(work, options);
  }

  /** On its own connection, opened at first use; one snapshot at a time. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    const run = this.#snapshots.then(() => this.#runSnapshot(work));
    this.#snapshots = run.catch(() => undefined);
    return run;
  }

  readsSince(): Reads {
    return this;
  }

  changeMark(): number {
    return this.#dataVersion();
  }

  async ping(): Promise<void> {
    const refusal = this.#condition.refusal();
    if (refusal !== undefined) throw refusal;
    this.#reading.prepare('SELECT 1').get();
  }

  condition(): DatabaseCondition {
    return this.#condition.state;
  }

  figures(): DatabaseFigures {
    const { waiting, figures } = this.#queue;
    const oldestMs = waiting.since === null ? 0 : performance.now() - waiting.since;
    const queue = { length: waiting.length, oldestMs };
    const none = new Map<string, never>();
    return { queue, commits: figures, shares: none, retries: none, refusals: none, replicaReads: none, replicas: none };
  }

  async close(): Promise<void> {
    await this.#queue.idle();
    await this.#snapshots;
    this.#condition.close();
    this.#snapshotting?.close();
    this.#reading.close();
    this.#writing.close();
  }

  /**
   * At a path where another file is now, snapshots would show another database than all other reads. What is damaged is still
   * read as far as it can be.
   */
  #openSnapshots(): DatabaseSync {
    const refusal = this.#condition.refusal();
    if (refusal !== undefined && this.#condition.state !== 'damaged') throw refusal;
    return openReadOnly(this.#file);
  }

  async #runSnapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T> {
    this.#snapshotting ??= this.#openSnapshots();
    const connection = new SqliteConnection(this.#snapshotting, this.#condition, this.#observe);
    const handle = openHandle(engine, connection);
    connection.run('BEGIN');
    try {
      return await work(handle.db);
    } finally {
      handle.end();
      connection.run('COMMIT');
    }
  }
}

/**
 * Returns a function that reads a number which changes whenever another connection commits. It runs before every query, so
 * rows come as arrays, which are cheaper.
 */
function dataVersionOn(connection: DatabaseSync): () => number {
  const statement = connection.prepare('PRAGMA data_version');
  statement.setReturnArrays(true);
  return () => (statement.get() as unknown as [number])[0];
}
