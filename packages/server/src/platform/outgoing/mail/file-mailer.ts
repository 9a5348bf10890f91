/**
 * Writes each mail to a file in a folder, readable only by its owner, for when no mail can be sent. Invariant: no user
 * text ends up in a file name or in a header of its own.
 */
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../kit/clock.ts';
import { newId } from '../../kit/ids.ts';
import type { Mail, Mailer } from './mailer.ts';

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

export class FileMailer implements Mailer {
  readonly #folder: string;
  readonly #clock: Clock;

  /** @param parts.folder where the files go; created with the first mail */
  constructor(parts: { folder: string; clock: Clock }) {
    this.#folder = parts.folder;
    this.#clock = parts.clock;
  }

  async send(mail: Mail): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    const at = this.#clock();
    const path = join(this.#folder, `${newId('mail', at)}.eml`);
    const file = await open(`${path}.part`, 'wx', OWNER_ONLY);
    try {
      await file.writeFile(messageOf(mail, at));
    } finally {
      await file.close();
    }
    await rename(`${path}.part`, path);
  }
}

function messageOf({ to, subject, paragraphs, link }: Mail, at: number): string {
  const text = [...paragraphs, ...(link === undefined ? [] : [`${link.label}: ${link.url}`])].join('\n\n');
  const headers = [
    `Date: ${new Date(at).toUTCString().replace('GMT', '+0000')}`,
    `To: ${oneLine(to)}`,
    `Subject: ${oneLine(subject)}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ];
  return `${headers.join('\r\n')}\r\n\r\n${text.replaceAll(/\r?\n/g, '\r\n')}\r\n`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}
