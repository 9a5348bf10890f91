/** One suite for both storages: files are stored whole, read in parts, listed, replaced and removed. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { startBucket, type TestBucket } from '../../../../testing/src/servers/s3.ts';
import { removeFolder, temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import type { FileStorage } from './file-storage.ts';
import { openStorage } from './open-storage.ts';

/** Large enough for a multipart upload. */
const LARGE_BYTES = 20 * 1_048_576;
const kinds = ['folder', 's3'] as const;

for (const kind of kinds) {
  describe(`files in ${kind === 's3' ? 'a bucket' : 'a folder'}`, () => {
    let folder: string;
    let bucket: TestBucket | undefined;
    let storage: FileStorage;
    before(async () => {
      folder = temporaryFolder('files');
      if (kind === 's3') bucket = await startBucket();
      storage = await openStorage(
        bucket === undefined
          ? { kind: 'folder', folder: join(folder, 'storage') }
          : { kind: 's3', publicUrl: null, ...bucket },
      );
    });
    after(async () => {
      await storage.close();
      await bucket?.stop();
      removeFolder(folder);
    });

    const put = async (name: string, bytes: Buffer) => {
      const path = join(folder, randomBytes(8).toString('hex'));
      writeFileSync(path, bytes);
      await storage.put({ name, path, size: bytes.length, mimeType: 'text/plain' });
    };
    const read = async (...where: Parameters<FileStorage['open']>) => {
      const stream = await storage.open(...where);
      return stream === undefined ? undefined : await buffer(stream);
    };
    const namesIn = async (prefix?: string) => {
      const names: string[] = [];
      for await (const { name } of storage.list(prefix)) names.push(name);
      return names.sort();
    };

    it('are read as they were stored, whole and in parts', async () => {
      await put('files/a/one', Buffer.from('0123456789'));
      assert.equal((await read('files/a/one'))?.toString(), '0123456789');
      assert.equal((await read('files/a/one', { start: 0, end: 0 }))?.toString(), '0');
      assert.equal((await read('files/a/one', { start: 4, end: 9 }))?.toString(), '456789');
      const found = await storage.stat('files/a/one');
      assert.deepEqual([found?.name, found?.size], ['files/a/one', 10]);
      assert.ok(Math.abs((found?.storedAt ?? 0) - Date.now()) < 60_000);
    });

    it('are whole however large they are', async () => {
      const bytes = randomBytes(LARGE_BYTES);
      await put('files/a/large', bytes);
      assert.ok((await read('files/a/large'))?.equals(bytes));
      const part = await read('files/a/large', { start: LARGE_BYTES - 100, end: LARGE_BYTES - 1 });
      assert.ok(part?.equals(bytes.subarray(-100)));
    });

    it('are replaced as a whole', async () => {
      await put('files/a/two', Buffer.from('first and long'));
      await put('files/a/two', Buffer.from('second'));
      assert.equal((await read('files/a/two'))?.toString(), 'second');
    });

    it('are listed by folder', async () => {
      await put('images/x', Buffer.from('x'));
      assert.ok((await namesIn('files/')).includes('files/a/one'));
      assert.deepEqual(await namesIn('images/'), ['images/x']);
      assert.deepEqual(await namesIn('nothing/'), []);
      assert.ok((await namesIn()).length > 2);
    });

    it('can be removed, also repeatedly', async () => {
      await put('files/b/gone', Buffer.from('x'));
      await storage.delete('files/b/gone');
      await storage.delete('files/b/gone');
      assert.deepEqual(
        [await storage.stat('files/b/gone'), await storage.open('files/b/gone')],
        [undefined, undefined],
      );
    });

    it('that do not exist are not an error', async () => {
      assert.equal(await storage.stat('files/none'), undefined);
      assert.equal(await storage.open('files/none'), undefined);
    });

    it('can be read by a client that goes away', async () => {
      const stream = await storage.open('files/a/large');
      stream?.once('data', () => stream.destroy());
      await new Promise((resolve) => stream?.once('close', resolve));
      assert.equal(stream?.destroyed, true);
    });

    it('that were never completed are removed after a while', async () => {
      const unfinished = join(folder, 'storage', 'files', 'a', 'three.part');
      if (kind === 'folder') writeFileSync(unfinished, 'half');
      assert.ok(!(await namesIn()).some((name) => name.endsWith('.part')));
      await storage.removeUnfinished(Date.now() - 60_000);
      assert.equal(existsSync(unfinished), kind === 'folder');
      await storage.removeUnfinished(Date.now() + 60_000);
      assert.equal(existsSync(unfinished), false);
    });

    if (kind === 's3') return;

    it('have names that cannot escape the folder', async () => {
      for (const name of ['../secret', 'files/../../secret', '/etc/passwd', '.hidden', 'a//b', 'a/b/', 'a\0b', '']) {
        await assert.rejects(storage.stat(name), /cannot be the name/);
        await assert.rejects(put(name, Buffer.from('x')), /cannot be the name/);
      }
      assert.ok(!readdirSync(folder).includes('secret'));
    });
  });
}
