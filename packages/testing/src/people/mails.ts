/** The mails of a service without SMTP, which writes them to its data folder in the background. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../until.ts';

const SENT_WITHIN_MS = 10_000;

/** The texts of the mails to an address, the oldest first. */
export function mailsTo(dataDir: string, address: string): string[] {
  const folder = join(dataDir, 'mail');
  const names = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith('.eml')).sort();
  return names
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((text) => text.includes(`\r\nTo: ${address}\r\n`));
}

/** The tokens with that prefix in the mails to an address, the oldest first. */
export function mailedTokens(dataDir: string, address: string, prefix = 'cms_'): string[] {
  const token = new RegExp(`\\b${prefix}\\w+`);
  return mailsTo(dataDir, address).flatMap((text) => token.exec(text)?.[0] ?? []);
}

/**
 * Waits for a new mail to an address, and returns the newest token with that prefix.
 * @param known how many there were before
 */
export async function mailedToken(dataDir: string, address: string, prefix = 'cms_', known = 0): Promise<string> {
  const tokens = await until(
    () => mailedTokens(dataDir, address, prefix),
    ({ length }) => length > known,
    SENT_WITHIN_MS,
  );
  return String(tokens.at(-1));
}
