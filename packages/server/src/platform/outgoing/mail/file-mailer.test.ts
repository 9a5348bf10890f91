/** Mail becomes a private file, and no address or subject can inject a header. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { FileMailer } from './file-mailer.ts';

test('a mail is one file that only its owner can read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-mail-'));
  try {
    const written: string[] = [];
    const mailer = new FileMailer({ folder: join(folder, 'mail'), onWritten: (file) => written.push(file) });
    const mail = {
      to: 'ann@example.com\r\nBcc: eve@example.com',
      subject: 'Héllo\nX-Evil: 1',
      paragraphs: ['one\ntwo'],
      link: { label: 'Open it', url: 'https://content.example.com/x?token=1' },
    };
    // Of two attempts at one mail, one file is left.
    for (const _ of [1, 2]) await mailer.send(mail, { id: 'mail_1', createdAt: 0 });
    const names = await readdir(join(folder, 'mail'));
    assert.equal(names.length, 1);
    const path = join(folder, 'mail', names[0] ?? '');
    assert.deepEqual(written, [path, path]);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    const [head = '', ...body] = (await readFile(path, 'utf8')).split('\r\n\r\n');
    assert.deepEqual(body.slice(0, 2), ['one\r\ntwo', 'Open it:\r\nhttps://content.example.com/x?token=1']);
    assert.deepEqual(head.split('\r\n').slice(0, 3), [
      'Date: Thu, 01 Jan 1970 00:00:00 +0000',
      'To: ann@example.com Bcc: eve@example.com',
      'Subject: Héllo X-Evil: 1',
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
