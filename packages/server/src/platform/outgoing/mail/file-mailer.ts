/**
 * Writes each mail to a file in a folder, readable only by its owner, for when no mail can be sent. Invariant: no user
 * text ends up in a file name or in a header of its own.
 */
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { mailText } from './layout.ts';
import type { Mail, Mailer, MailIdentity } from './mailer.ts';

const OWNER_ONLY = 0o600;
const OWNER_ONLY_FOLDER = 0o700;

export class FileMailer implements Mailer {
  readonly #folder: string;
  readonly #onWritten: (file: string) => void;

  /**
   * @param parts.folder where the files go; created with the first mail
   * @param parts.onWritten called with the path of each file
   */
  constructor(parts: { folder: string; onWritten?: (file: string) => void }) {
    this.#folder = parts.folder;
    this.#onWritten = parts.onWritten ?? (() => undefined);
  }

  async send(mail: Mail, identity: MailIdentity): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
    const path = join(this.#folder, `${identity.id}.eml`);
    // A kill may have left an unfinished one.
    const file = await open(`${path}.part`, 'w', OWNER_ONLY);
    try {
      await file.writeFile(messageOf(mail, identity));
    } finally {
      await file.close();
    }
    await rename(`${path}.part`, path);
    this.#onWritten(path);
  }
}

function messageOf(mail: Mail, { createdAt }: MailIdentity): string {
  const headers = [
    `Date: ${new Date(createdAt).toUTCString().replace('GMT', '+0000')}`,
    `To: ${oneLine(mail.to)}`,
    `Subject: ${oneLine(mail.subject)}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ];
  return `${headers.join('\r\n')}\r\n\r\n${mailText(mail).replaceAll(/\r?\n/g, '\r\n')}`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}
