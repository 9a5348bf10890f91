/**
 * The command `lectern start`: runs the service until it gets a signal to end, in this process, or with `--workers` in
 * several that share its port. A first SIGTERM or SIGINT drains it, a second one ends it at once.
 */
import { createService } from '../../app.ts';
import { type Config, readConfig } from '../../platform/config/config.ts';
import type { Environment } from '../../platform/config/read-variables.ts';
import { readArguments, UsageError } from '../arguments.ts';
import { onLauncherEnd } from '../launcher.ts';
import { programOutput } from '../output.ts';
import { runWithUsage } from '../run-with-usage.ts';
import { drain, type EndReason } from './drain.ts';
import { greeting } from './greeting.ts';

const WORKERS_MAX = 64;
const EXIT_FORCED = 1;

const startUsage = `Usage: lectern start [--workers <number>] [--new]

Runs the service until SIGTERM or SIGINT. With more than one worker, that many processes share its port and its database.

  --new   begin with an empty database where the data folder says that there was one`;

/**
 * Runs the command; resolves with the exit code when the service has ended.
 * @param argv the words behind `lectern start`
 * @throws ConfigurationError where a variable is wrong
 */
export function runStart(argv: readonly string[], environment: Environment): Promise<number> {
  return runWithUsage(argv, { usage: startUsage, output: programOutput() }, () => {
    const given = readArguments(argv, { values: ['workers'], switches: ['new'], words: [] });
    const options = { workers: workerCount(given.values.get('workers')), mayBeNew: given.switches.has('new') };
    return start(options, environment);
  });
}

interface StartOptions {
  readonly workers: number;
  /** Whether an empty database may take the place of one that is gone. */
  readonly mayBeNew: boolean;
}

async function start({ workers, mayBeNew }: StartOptions, environment: Environment): Promise<number> {
  const config = readConfig(environment, { processes: workers, refusesUnknown: true });
  if (workers === 1) return runAlone(config, environment, mayBeNew);
  const { default: cluster } = await import('node:cluster');
  if (cluster.isPrimary) {
    const { runPrimary } = await import('./primary.ts');
    return runPrimary(config, workers, environment);
  }
  const { runWorker } = await import('./worker.ts');
  return runWorker(config, mayBeNew);
}

async function runAlone(config: Config, environment: Environment, mayBeNew: boolean): Promise<number> {
  const service = await createService(config, { mayBeNew });
  const ended = new Promise<number>((resolve) => {
    let ending = false;
    const end = (signal: EndReason) => {
      if (ending) return resolve(EXIT_FORCED);
      ending = true;
      drain(service, config, signal).then(resolve, () => resolve(EXIT_FORCED));
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end(signal));
    onLauncherEnd(environment, () => ending || end('SIGTERM'));
  });
  const address = await service.listen();
  if (config.log.level !== 'silent') process.stdout.write(greeting(address, config));
  return ended;
}

function workerCount(text: string | undefined): number {
  const count = text === undefined ? 1 : Number(/^\d{1,3}$/.test(text) ? text : Number.NaN);
  if (count >= 1 && count <= WORKERS_MAX) return count;
  throw new UsageError(`--workers takes a whole number from 1 to ${WORKERS_MAX}, not "${text}".`);
}
