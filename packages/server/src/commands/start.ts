/**
 * `lectern start`: runs the service until it is told to end. A first SIGTERM or SIGINT drains it, a second one ends it
 * at once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createService, type Service } from '../app.ts';
import type { Config } from '../config/config.ts';

/** Time for a balancer to see that no more requests should come; needed only where there is one. */
const BALANCER_NOTICE_MS = 5_000;
const DRAIN_MAX_MS = 20_000;
const EXIT_FORCED = 1;

/** Runs the service; resolves with the exit code when it has ended. */
export async function runStart(config: Config): Promise<number> {
  const service = await createService(config);
  const ended = untilEnded(service, config);
  const address = await service.listen();
  if (config.log.level !== 'silent') process.stdout.write(greeting(address, config));
  return ended;
}

function untilEnded(service: Service, config: Config): Promise<number> {
  return new Promise((resolve) => {
    let ending = false;
    const end = (signal: NodeJS.Signals) => {
      if (ending) return resolve(EXIT_FORCED);
      ending = true;
      drain(service, config, signal).then(resolve, () => resolve(EXIT_FORCED));
    };
    process.on('SIGTERM', end);
    process.on('SIGINT', end);
  });
}

async function drain(service: Service, config: Config, signal: NodeJS.Signals): Promise<number> {
  service.readiness.draining = true;
  if (signal === 'SIGTERM' && config.database.kind === 'postgres') await sleep(BALANCER_NOTICE_MS);
  const late = new AbortController();
  const timeout = sleep(DRAIN_MAX_MS, EXIT_FORCED, { signal: late.signal, ref: false }).catch(() => EXIT_FORCED);
  const closed = service.close().then(() => 0);
  const code = await Promise.race([closed, timeout]);
  late.abort();
  return code;
}

function greeting(address: string, config: Config): string {
  const place = config.database.kind === 'sqlite' ? `SQLite in ${config.database.folder}` : 'PostgreSQL';
  return [
    `Lectern is at ${address}`,
    `  API reference   ${address}/docs`,
    `  content         ${place}`,
    `  sign-up         ${config.signup} (LECTERN_SIGNUP); e-mail addresses are not verified, as no SMTP server is set up`,
    '',
  ].join('\n');
}
