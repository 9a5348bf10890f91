/** What the program prints once it accepts requests. */
import type { Config, MailSettings } from '../../platform/config/config.ts';

const MEGABYTE = 1_048_576;

/** The greeting, with a line break. @param workers processes that share the port */
export function greeting(address: string, config: Config, workers = 1): string {
  const place = config.database.kind === 'sqlite' ? `SQLite in ${config.database.folder}` : 'PostgreSQL';
  const memory = `up to ${config.indexMemoryBytes / MEGABYTE} MB${workers === 1 ? '' : ' for each worker'}`;
  return [
    `Lectern is running at ${address}`,
    ...(config.studio ? [`  Studio          ${address}/studio`] : []),
    `  API reference   ${address}/docs`,
    `  content         ${place}`,
    `  index memory    ${memory} (LECTERN_INDEX_MEMORY)`,
    ...(workers === 1 ? [] : [`  workers         ${workers}`]),
    `  sign-up         ${config.signup} (LECTERN_SIGNUP)`,
    `  mail            ${mailLine(config.mail, address)}`,
    '',
  ].join('\n');
}

/** Never the URL of the server, which may contain a password. */
function mailLine(mail: MailSettings, address: string): string {
  if (mail.kind === 'files') return `files in ${mail.folder}, and e-mail addresses are not verified (LECTERN_SMTP_URL)`;
  const { protocol, host } = new URL(mail.url);
  return `by ${protocol}//${host} from ${mail.from.address}, with links to ${address}; e-mail addresses are verified`;
}
