/**
 * Runs whole-service tests: one service for each engine and test file, started before the first test and closed after the last.
 * Each test creates a scene of its own there, so that tests do not interfere.
 */
import { after, before } from 'node:test';
import { openDatabase } from '../../server/src/platform/database/connect.ts';
import type { Database } from '../../server/src/platform/database/database.ts';
import { closeConnections } from './client.ts';
import { describeEachEngine, describeFirstEngine, type TestEngine } from './engines.ts';
import { startService } from './service.ts';

/** The running service that the tests of a file use. */
export interface Stage {
  readonly url: string;
  /** Its data folder, where the mails are. */
  readonly dataDir: string;
}

/** A stage whose database tests can also read directly. */
export interface OpenStage extends Stage {
  readonly database: Database;
}

/** Runs a group of tests against a service on each engine. `environment` adds variables to its configuration. */
export function onEachEngine(
  title: string,
  play: (stage: Stage) => void,
  environment: Record<string, string> = {},
): void {
  describeEachEngine(title, (engine) => play(setStage(engine, environment)));
}

/** As `onEachEngine`, only on the first engine of the run. */
export function onFirstEngine(
  title: string,
  play: (stage: Stage) => void,
  environment: Record<string, string> = {},
): void {
  describeFirstEngine(title, (engine) => play(setStage(engine, environment)));
}

/** As `onEachEngine`, for tests that also read the database. */
export function onEachDatabase(
  title: string,
  play: (stage: OpenStage) => void,
  environment: Record<string, string> = {},
): void {
  describeEachEngine(title, (engine) => play(setOpenStage(engine, environment)));
}

/** As `onEachDatabase`, only on the first engine of the run. */
export function onFirstDatabase(title: string, play: (stage: OpenStage) => void): void {
  describeFirstEngine(title, (engine) => play(setOpenStage(engine, {})));
}

function setOpenStage(engine: TestEngine, env: Record<string, string>): OpenStage {
  const stage = setStage(engine, env) as { -readonly [Key in keyof OpenStage]: OpenStage[Key] };
  before(async () => {
    stage.database = await openDatabase(engine.databaseConfig());
  });
  after(() => stage.database?.close());
  return stage;
}

function setStage(engine: TestEngine, env: Record<string, string>): Stage {
  const stage = { url: '', dataDir: '' };
  let close: (() => Promise<void>) | undefined;
  before(async () => {
    const service = await startService({ engine, env });
    stage.url = service.url;
    stage.dataDir = service.dataDir;
    close = () => service.close();
  });
  after(async () => {
    closeConnections();
    await close?.();
  });
  return stage;
}
