/**
 * Runs a suite on SQLite and on PostgreSQL, both real, each with a database of its own. `DB=sqlite` or `DB=postgres` narrows a
 * run. Invariant: the database exists from before the first test of the suite until after its last hook, so that a suite may close
 * in its own `after` what it opened.
 */
import { after, before, describe, type TestContext, test } from 'node:test';
import type { DatabaseConfig } from '../../server/src/platform/database/database.ts';
import './open-handles.ts';
import { createPostgresDatabase, createStartedDatabase } from './servers/postgres.ts';
import { removeFolder, temporaryFolder } from './temporary-folder.ts';

/** The database engine that a suite runs on. */
export interface TestEngine {
  readonly kind: 'sqlite' | 'postgres';
  /** The configuration of this suite's database: without content at first, the same at each call. */
  databaseConfig(): DatabaseConfig;
  /** As `databaseConfig`, for a further database, which is removed with the suite's own. */
  freshDatabaseConfig(): Promise<DatabaseConfig>;
}

type EngineKind = TestEngine['kind'];

/**
 * The initial content of a suite's database. A SQLite file is always empty. A PostgreSQL database usually has its tables already,
 * as after a first start with the harness's secret, because creating them takes longer than many suites.
 */
type Contents = 'tables' | 'nothing';

const ALL_ENGINES: readonly EngineKind[] = ['sqlite', 'postgres'];

/** Defines one suite per engine; `define` is called like the body of `describe`. */
export function describeEachEngine(name: string, define: (engine: TestEngine) => void): void {
  for (const kind of enginesOfRun()) describeOn(new SuiteEngine(kind, 'tables'), name, define);
}

/** As `describeEachEngine`, with databases without tables: for tests of a first start and its secret. */
export function describeFromNothing(name: string, define: (engine: TestEngine) => void): void {
  for (const kind of enginesOfRun()) describeOn(new SuiteEngine(kind, 'nothing'), name, define);
}

/**
 * Defines one suite on the first engine of the run: for behaviour that does not depend on the engine, such as bytes on a
 * connection, and for how a browser shows routes that other tests try on each engine.
 */
export function describeFirstEngine(name: string, define: (engine: TestEngine) => void): void {
  for (const kind of enginesOfRun().slice(0, 1)) describeOn(new SuiteEngine(kind, 'tables'), name, define);
}

function describeOn(engine: SuiteEngine, name: string, define: (engine: TestEngine) => void): void {
  describe(engine.kind, () => {
    before(() => engine.prepare());
    describe(name, () => define(engine));
    after(() => engine.remove());
  });
}

/** Defines one test per engine. */
export function withEachEngine(name: string, run: (engine: TestEngine, context: TestContext) => Promise<void>): void {
  for (const kind of enginesOfRun()) {
    test(`${name} (${kind})`, async (context) => {
      const engine = new SuiteEngine(kind, 'tables');
      try {
        await engine.prepare();
        await run(engine, context);
      } finally {
        await engine.remove();
      }
    });
  }
}

function enginesOfRun(): readonly EngineKind[] {
  const wanted = process.env.DB;
  if (wanted === undefined || wanted === '') return ALL_ENGINES;
  const engines = ALL_ENGINES.filter((kind) => kind === wanted);
  if (engines.length === 0)
    throw new Error(`DB=${wanted} names no engine; use ${ALL_ENGINES.join(' or ')}, or leave it out.`);
  return engines;
}

class SuiteEngine implements TestEngine {
  readonly kind: EngineKind;
  readonly #contents: Contents;
  #config: DatabaseConfig | undefined;
  readonly #removals: (() => void | Promise<void>)[] = [];

  constructor(kind: EngineKind, contents: Contents) {
    this.kind = kind;
    this.#contents = contents;
  }

  async prepare(): Promise<void> {
    this.#config = await this.freshDatabaseConfig();
  }

  databaseConfig(): DatabaseConfig {
    if (this.#config === undefined)
      throw new Error('Ask for the database in a hook or a test, not while the suite is defined.');
    return this.#config;
  }

  async freshDatabaseConfig(): Promise<DatabaseConfig> {
    if (this.kind === 'sqlite') {
      const folder = temporaryFolder('sqlite');
      this.#removals.push(() => removeFolder(folder));
      return { kind: 'sqlite', folder };
    }
    const database = await (this.#contents === 'nothing' ? createPostgresDatabase() : createStartedDatabase());
    this.#removals.push(() => database.drop());
    return { kind: 'postgres', url: database.url, unsafeDurability: true };
  }

  async remove(): Promise<void> {
    for (const removal of this.#removals.splice(0)) await removal();
  }
}
