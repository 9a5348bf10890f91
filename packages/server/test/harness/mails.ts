/** The mails that a service without SMTP has written to its data folder. It sends them in the background. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;
const POLLS_MAX = 500;

/** The texts of the mails to an address, the first first. */
export function mailsTo(dataDir: string, address: string): string[] {
  const folder = join(dataDir, 'mail');
  const names = (existsSync(folder) ? readdirSync(folder) : []).filter((name) => name.endsWith('.eml')).sort();
  return names
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((text) => text.includes(`\r\nTo: ${address}\r\n`));
}

/** The token in the newest mail to an address that has one; waits for it. */
export async function mailedToken(dataDir: string, address: string): Promise<string> {
  for (let poll = 0; poll < POLLS_MAX; poll++) {
    const tokens = mailsTo(dataDir, address).map((text) => /\bcms_[a-z]+_\w+/.exec(text)?.[0]);
    const newest = tokens.findLast((token) => token !== undefined);
    if (newest !== undefined) return newest;
    await sleep(POLL_MS);
  }
  throw new Error(`No mail with a token went to ${address}.`);
}
