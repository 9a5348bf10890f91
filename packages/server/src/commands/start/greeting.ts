/** What the program prints once it accepts requests. */
import type { Config } from '../../platform/config/config.ts';

const MEGABYTE = 1_048_576;

/** The greeting, with a line break. @param workers processes that share the port */
export function greeting(address: string, config: Config, workers = 1): string {
  const place = config.database.kind === 'sqlite' ? `SQLite in ${config.database.folder}` : 'PostgreSQL';
  const memory = `up to ${config.indexMemoryBytes / MEGABYTE} MB${workers === 1 ? '' : ' for each worker'}`;
  return [
    `Lectern is running at ${address}`,
    `  API reference   ${address}/docs`,
    `  content         ${place}`,
    `  index memory    ${memory} (LECTERN_INDEX_MEMORY)`,
    ...(workers === 1 ? [] : [`  workers         ${workers}`]),
    `  sign-up         ${config.signup} (LECTERN_SIGNUP); e-mail addresses are not verified, as no SMTP server is set up`,
    '',
  ].join('\n');
}
