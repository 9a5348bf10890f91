/**
 * The command `lectern top`: what a running service is busy with. Figures of recent requests come from its processes
 * (`/metrics/top`), the state of webhooks from the database.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { stuckWebhooks } from '../../events/webhooks/operator-list.ts';
import { type Config, readConfig } from '../../platform/config/config.ts';
import { ConfigurationError } from '../../platform/config/configuration-error.ts';
import type { Environment } from '../../platform/config/read-variables.ts';
import { isoTime, systemClock } from '../../platform/kit/clock.ts';
import { exitCodes, readArguments, UsageError } from '../arguments.ts';
import { nodeAddress } from '../node-address.ts';
import { withStore } from '../open-store.ts';
import { type Output, programOutput } from '../output.ts';
import { runWithUsage } from '../run-with-usage.ts';
import { ServiceError } from '../service-client.ts';
import { mergedReports, readReports } from './reports.ts';
import { type TopFacts, topText } from './top-text.ts';

const usage = `Usage: lectern top [--once] [--json] [--limit <number>] [--url <url>]

Shows the requests of about the last minute to a running service, every two seconds: the spaces, keys and people, and routes that
took the most time, the slowest requests with the names of their parameters and how lists were found, and the webhooks whose
receivers fail or whose queue is stuck.

  --once             show it once, and end
  --json             print it as JSON, one line each time
  --limit <number>   how many of each, at most 100; 10 if left out
  --url <url>        another node, or its health port; by default LECTERN_URL, or else this machine with HOST and
                     LECTERN_HEALTH_PORT or PORT

It asks the service with LECTERN_METRICS_TOKEN, which the service must have too, and only reads the database that
LECTERN_DATA_DIR or LECTERN_DATABASE_URL names.`;

const EVERY_MS = 2_000;
const LIMIT = 10;
const LIMIT_MAX = 100;
const CLEAR_SCREEN = '\x1b[2J\x1b[H';

/**
 * Runs the command until it is stopped, or once.
 * @param argv the arguments after `lectern top`
 * @returns the exit code
 * @throws ConfigurationError without the token
 */
export function runTop(
  argv: readonly string[],
  environment: Environment,
  output: Output = programOutput(),
): Promise<number> {
  return runWithUsage(argv, { usage, output, refusals: [ServiceError] }, async () => {
    const { values, switches } = readArguments(argv, {
      values: ['url', 'limit'],
      switches: ['once', 'json'],
      words: [],
    });
    const config = readConfig(environment);
    const limit = limitOf(values.get('limit'));
    const service = { url: nodeAddress(values.get('url'), environment), token: tokenOf(config) };
    const isJson = switches.has('json');
    const clear = output.progress === null || isJson || switches.has('once') ? '' : CLEAR_SCREEN;
    const stop = stopped();
    await withStore(config, async ({ database }) => {
      do {
        const now = systemClock();
        const report = mergedReports(await readReports(service), limit);
        const webhooks = (await stuckWebhooks(database.reader, now)).slice(0, limit);
        const facts: TopFacts = { at: isoTime(now), url: service.url, ...report, webhooks };
        output.print(isJson ? JSON.stringify(facts) : `${clear}${topText(facts)}`);
        if (!switches.has('once')) await sleep(EVERY_MS, undefined, { signal: stop }).catch(() => undefined);
      } while (!switches.has('once') && !stop.aborted);
    });
    return exitCodes.done;
  });
}

function tokenOf({ secrets: { metricsToken } }: Config): string {
  if (metricsToken !== null) return metricsToken;
  throw new ConfigurationError([
    'LECTERN_METRICS_TOKEN is missing: set it for the service, and the same for this command.',
  ]);
}

function limitOf(text: string | undefined): number {
  const limit = text === undefined ? LIMIT : Number(/^\d{1,3}$/.test(text) ? text : 0);
  if (limit >= 1 && limit <= LIMIT_MAX) return limit;
  throw new UsageError(`--limit takes a whole number from 1 to ${LIMIT_MAX}, not "${text}".`);
}

function stopped(): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort());
  return controller.signal;
}
