/** Unused files are removed after a while, never at once; files that are used, or needed again, stay. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, it } from 'node:test';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { removeFolder, temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { type BenchSpace, makeBenchSpace, openWorkbench, type Workbench } from '../../../../testing/src/workbench.ts';
import { PastFiles } from '../../reading/delivery/past-files.ts';
import { AssetFiles } from '../assets/asset-files.ts';
import { assetFileUses } from '../assets/file-uses.ts';
import { Intake } from '../assets/intake.ts';
import { Media } from '../assets/media.ts';
import { FileCollection, UNUSED_FOR_MS } from './collection.ts';
import { Files } from './files.ts';
import { FolderStorage } from './folder-storage.ts';
import { Spool } from './spool.ts';

const HOUR_MS = 3_600_000;
const HISTORY_MS = 4 * UNUSED_FOR_MS;
const UNENDING = new AbortController().signal;

describeEachEngine('garbage collection of files', (engine) => {
  let folder: string;
  let bench: Workbench;
  let own: BenchSpace;
  let media: Media;
  let collection: FileCollection;
  let collectionOf: (historyMs: number) => FileCollection;
  let found: AssetFiles;
  const past = new PastFiles('x');
  let spool: Spool;
  let storage: FolderStorage;
  let files: Files;
  let now = Date.now();
  before(async () => {
    folder = temporaryFolder('collection');
    const clock = () => now;
    bench = await openWorkbench(engine.databaseConfig(), clock);
    own = await makeBenchSpace(bench);
    const { database, journal, environments, models } = bench;
    storage = new FolderStorage(join(folder, 'storage'));
    spool = new Spool(join(folder, 'uploads'));
    files = new Files({ database, storage, spool, clock });
    const images = {
      inspect: async () => null,
      cleanSvg: async () => ({ width: null, height: null }),
      strip: async () => undefined,
    };
    const intake = new Intake({ spool, files, images, stripsMetadata: async () => false });
    media = new Media({ database, journal, environments, models, intake, address: { url: '' } });
    collectionOf = (historyMs) => new FileCollection({ database, storage, uses: assetFileUses, clock, historyMs });
    collection = collectionOf(0);
    found = new AssetFiles({ database, clock, past, historyMs: HISTORY_MS });
  });
  after(async () => {
    await bench.close();
    removeFolder(folder);
  });

  const received = async (text: string) => ({
    ...(await spool.receive(Readable.from([Buffer.from(text)]))),
    fileName: 'a.txt',
  });
  const upload = async (text: string) =>
    media.create(own.owner, own.master, { values: {}, file: await received(text) });
  const namesInStorage = async () => {
    const names: string[] = [];
    for await (const { name } of storage.list()) names.push(name);
    return names;
  };
  const place = (asset: { key: string }) => ({ environment: own.master, key: asset.key });

  it('stores the same content once per space', async () => {
    const [first, second] = [await upload('same'), await upload('same')];
    assert.notEqual(first.id, second.id);
    assert.equal((await namesInStorage()).length, 1);
    await Promise.all(Array.from({ length: 5 }, () => upload('at once')));
    assert.equal((await namesInStorage()).length, 2);
    const other = await makeBenchSpace(bench);
    await media.create(other.owner, other.master, { values: {}, file: await received('same') });
    assert.equal((await namesInStorage()).length, 3);
  });

  it('removes what no asset uses any more, after a while', async () => {
    const before = (await namesInStorage()).length;
    const [gone, twin] = [await upload('gone'), await upload('gone')];
    await media.delete(own.owner, place(gone));
    now += 2 * UNUSED_FOR_MS;
    assert.equal(await collection.collect(UNENDING), 0, 'another asset uses the file');
    await media.delete(own.owner, place(twin));
    assert.equal(await collection.collect(UNENDING), 0, 'it is found unused for the first time');
    now += UNUSED_FOR_MS - HOUR_MS;
    assert.equal(await collection.collect(UNENDING), 0, 'not yet');
    now += 2 * HOUR_MS;
    assert.equal(await collection.collect(UNENDING), 1);
    assert.equal((await namesInStorage()).length, before);
    assert.equal(await collection.collect(UNENDING), 0);
  });

  it('keeps what an upload needs again, and what an asset uses again', async () => {
    const asset = await upload('wanted again');
    await media.delete(own.owner, place(asset));
    await collection.collect(UNENDING);
    now += UNUSED_FOR_MS + HOUR_MS;
    const again = await received('wanted again');
    const kept = await files.keep(own.space.id, { ...again, mimeType: 'text/plain' });
    assert.equal(await collection.collect(UNENDING), 0, 'an upload is using it');
    await upload('wanted again');
    now += 2 * UNUSED_FOR_MS;
    assert.equal(await collection.collect(UNENDING), 0);
    assert.equal((await storage.stat(await nameOf(kept.id)))?.size, 12);
  });

  it('ends the URL of a replaced file after a while', async () => {
    const asset = await upload('before');
    const file = await received('after');
    await media.update(own.owner, place(asset), { values: {}, file });
    const count = (await namesInStorage()).length;
    await collection.collect(UNENDING);
    now += UNUSED_FOR_MS - HOUR_MS;
    await collection.collect(UNENDING);
    assert.equal((await namesInStorage()).length, count);
    now += 2 * HOUR_MS;
    await collection.collect(UNENDING);
    now += UNUSED_FOR_MS + HOUR_MS;
    assert.equal(await collection.collect(UNENDING), 1);
    assert.equal((await namesInStorage()).length, count - 1);
  });

  it('keeps files of the past for who reads it, and for nobody else', async () => {
    const [replaced, deleted] = [await upload('replaced'), await upload('deleted')];
    const addresses = [replaced, deleted].map(({ key, url }) => {
      const [file_name = '', file_hash = ''] = String(url).split('/').reverse();
      const of = (address: string | null) => {
        const [fileName = '', hash = '', assetId = ''] = String(address).split('/').reverse();
        return { assetId, hash, fileName };
      };
      const { code } = own.master;
      return [of(url), of(past.url({ url: '' }, code, { key, file_hash, file_name }))];
    });
    const seen = () => Promise.all(addresses.flat().map(async (one) => (await found.find(one)) !== undefined));
    await media.update(own.owner, place(replaced), { values: {}, file: await received('new') });
    await media.delete(own.owner, place(deleted));
    assert.deepEqual(await seen(), [true, true, false, true]);
    const keeping = collectionOf(HISTORY_MS);
    now += UNUSED_FOR_MS + HOUR_MS;
    assert.equal(await keeping.collect(UNENDING), 0);
    assert.deepEqual(await seen(), [false, true, false, true]);
    const again = await media.create(own.owner, own.master, {
      values: { key: deleted.key },
      file: await received('another'),
    });
    assert.equal(again.id, deleted.id);
    assert.deepEqual(await seen(), [false, true, false, true], 'the same key is another asset');
    now += HISTORY_MS - UNUSED_FOR_MS - 2 * HOUR_MS;
    await keeping.collect(UNENDING);
    assert.deepEqual(await seen(), [false, true, false, true]);
    now += HOUR_MS;
    assert.deepEqual(await seen(), [false, false, false, false]);
    assert.equal(await keeping.collect(UNENDING), 0, 'they are found unused for the first time');
    now += UNUSED_FOR_MS + HOUR_MS;
    assert.equal(await keeping.collect(UNENDING), 2);
  });

  it('removes content without a record, and what aborted uploads left', async () => {
    const path = join(folder, 'stray');
    writeFileSync(path, 'stray');
    await storage.put({ name: 'files/spc_x/aa/stray', path, size: 5, mimeType: 'text/plain' });
    writeFileSync(await spool.newPath(), 'broken off');
    now = Date.now();
    assert.equal(await collection.collect(UNENDING), 0);
    now = Date.now() + UNUSED_FOR_MS + HOUR_MS;
    assert.equal(await collection.collect(UNENDING), 1);
    assert.equal(await storage.stat('files/spc_x/aa/stray'), undefined);
    assert.equal((await received('x')).size, 1);
  });

  it('restores the content of a record whose file was deleted', async () => {
    const asset = await upload('taken away');
    const [name] = (await namesInStorage()).filter((one) => one.includes(String(asset.url).split('/')[3] ?? '-'));
    await storage.delete(name ?? '');
    await upload('taken away');
    assert.equal((await storage.stat(name ?? ''))?.size, 10);
  });

  async function nameOf(id: number): Promise<string> {
    const query = bench.database.reader.selectFrom('files').select('name').where('id', '=', id);
    return (await query.executeTakeFirstOrThrow()).name;
  }
});
