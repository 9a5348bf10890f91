/**
 * Where whole-service tests play: one service for each engine and test file, started before the first test and
 * closed after the last. Tests make a scene of their own in it and so never meet.
 */
import { after, before } from 'node:test';
import { closeConnections } from './client.ts';
import { describeEachEngine, describeFirstEngine, type TestEngine } from './engines.ts';
import { startService } from './service.ts';

/** The running service that a story's tests talk to. */
export interface Stage {
  readonly url: string;
  /** Its data folder, where the mails are. */
  readonly dataDir: string;
}

/** Runs a group of tests against a service on each engine. `environment` adds variables to its configuration. */
export function onEachEngine(
  title: string,
  play: (stage: Stage) => void,
  environment: Record<string, string> = {},
): void {
  describeEachEngine(title, (engine) => play(setStage(engine, environment)));
}

/** The same on the first engine of the run alone. */
export function onFirstEngine(
  title: string,
  play: (stage: Stage) => void,
  environment: Record<string, string> = {},
): void {
  describeFirstEngine(title, (engine) => play(setStage(engine, environment)));
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
