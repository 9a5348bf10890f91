/**
 * Uploads of files that mean harm: each is kept as what it is or refused with a sentence, within bounded
 * memory, and none runs in a real browser in any way of opening it.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeFirstEngine, type TestEngine } from '../../../../testing/src/engines.ts';
import { given, type Scene } from '../../../../testing/src/given.ts';
import { startChromium, type TestBrowser } from '../../../../testing/src/people/chromium.ts';
import { type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { type FetchedFile, fetchFile } from '../media/storages.ts';
import { Browsing, type CarelessFile } from './browsing.ts';
import { type CanaryServer, startCanary } from './canary-server.ts';
import { corpus, HARMLESS } from './corpus.ts';
import { Canary, type HostileFile } from './hostile-file.ts';
import { countsMemory, watchMemory } from './process-memory.ts';
import { uploadRaw } from './raw-upload.ts';

const FILES_MIN = 60;
const MEGABYTE = 1_048_576;
const GROWTH_BYTES_MAX = 300 * MEGABYTE;
/** Files opened in the browser at a time. */
const GROUP = 24;
const SHOWN = /^(image|audio|video)\/(?!svg)/;
/** The outcome of an upload. */
interface Arrival {
  readonly file: HostileFile;
  readonly status: number;
  readonly mimeType: unknown;
  readonly rule: unknown;
  readonly message: unknown;
  /** URL of the stored file. */
  readonly address: string | null;
  /** Bytes by which the memory of the service and its processes rose at most. */
  readonly growth: number;
}

// What becomes of a file has nothing to do with the database, and the whole corpus takes its time.
describeFirstEngine('hostile files', playHostility);

function playHostility(engine: TestEngine): void {
  const arrivals: Arrival[] = [];
  let service: ServiceProcess;
  let canary: CanaryServer;
  let scene: Scene;
  let browser: TestBrowser;

  before(async () => {
    [service, canary, browser] = await Promise.all([startProcess({ engine }), startCanary(), startChromium()]);
    scene = await given(service.url);
    // The process for images is there before anything is measured.
    await uploadRaw(scene, HARMLESS);
    for (const file of await corpus(new Canary(canary.url))) arrivals.push(await arrive(scene, service.pid, file));
  });

  after(async () => {
    closeConnections();
    await Promise.all([service.end('SIGINT'), canary.close(), browser.close()]);
  });

  const kept = () => arrivals.filter((arrival): arrival is Arrival & { address: string } => arrival.address !== null);

  it('are many, and each is another', () => {
    assert.ok(arrivals.length >= FILES_MIN, `${arrivals.length} files`);
    assert.equal(new Set(arrivals.map(({ file }) => file.title)).size, arrivals.length);
  });

  it('are stored as what they are, or rejected with a message', () => {
    const expected = arrivals.map(({ file }) => outcome(file.title, file.expected));
    const seen = arrivals.map(({ file, status, mimeType, rule }) =>
      outcome(file.title, status === 201 ? { mimeType } : { refused: status === 422 ? rule : status }),
    );
    assert.deepEqual(seen, expected);
    for (const { rule, message } of arrivals)
      if (rule !== undefined) assert.match(String(message), /^(?!file: ).{20,}\.$/);
  });

  it('take little memory', (context) => {
    const largest = arrivals.toSorted((a, b) => b.growth - a.growth).slice(0, 5);
    context.diagnostic(`largest: ${largest.map((one) => `${one.file.title} ${megabytes(one.growth)} MB`).join(', ')}`);
    for (const { file, growth } of largest)
      assert.ok(!countsMemory || growth < GROWTH_BYTES_MAX, `${file.title}: ${megabytes(growth)} MB`);
  });

  it('are sent with only their type, in a sandbox, as downloads if a browser could run them', async () => {
    for (const { file, address, mimeType } of kept()) {
      const sent = await fetchFile(address);
      assert.equal(sent.status, 200, file.title);
      assert.deepEqual(
        guards(sent),
        { type: mimeType, sniffing: 'nosniff', policy: "default-src 'none'; sandbox" },
        file.title,
      );
      const disposition = sent.headers['content-disposition'];
      if (SHOWN.test(String(mimeType))) assert.equal(disposition, undefined, file.title);
      else
        assert.match(
          String(disposition),
          /^attachment; filename="[^"\\\r\n/]*"; filename\*=UTF-8''[\w.~!$%+-]+$/,
          file.title,
        );
      // Metadata is left out, and markup is made harmless; nothing else changes.
      const isKept = sent.bytes.equals(Buffer.from(file.bytes));
      const hasLost = String(mimeType).startsWith('image/') && sent.bytes.length < Buffer.byteLength(file.bytes);
      assert.ok(isKept || hasLost || mimeType === 'image/svg+xml', file.title);
    }
  });

  it('can be requested in other sizes without harm', async (context) => {
    const growths: string[] = [];
    for (const { file, address } of kept()) {
      const before = watchMemory(service.pid)();
      const stopWatching = watchMemory(service.pid);
      const { status } = await fetchFile(`${address}?w=64&fm=webp`);
      const growth = stopWatching() - before;
      assert.ok([200, 422].includes(status), `${file.title}: ${status}`);
      assert.ok(!countsMemory || growth < GROWTH_BYTES_MAX, `${file.title}: ${megabytes(growth)} MB`);
      growths.push(`${file.title} ${megabytes(growth)}`);
    }
    context.diagnostic(`${growths.length} asked for`);
  });

  it('call nobody while the service processes them', () => {
    assert.deepEqual(canary.take(), []);
  });

  describe('in a browser', () => {
    // Names are no matter of the browser: what they name is the same text.
    const browsable = () => kept().filter(({ file }) => !file.title.startsWith('name-'));
    const nothing = { dialogs: [], ran: [] };

    it('would be seen if they were sent carelessly', async () => {
      const careless = carelessFiles(new Canary(canary.url));
      const browsing = new Browsing(browser.browser, canary.url, careless);
      const { dialogs, ran } = await browsing.embed(careless.map(({ path }) => canary.url + path));
      assert.deepEqual([...new Set(dialogs)].sort(), ['page', 'script']);
      assert.deepEqual([...new Set(ran)].sort(), ['page', 'script', 'style sheet', 'worker']);
      const asked = canary.take();
      for (const name of ['page', 'script', 'style']) assert.ok(asked.includes(name), name);
    });

    it('do nothing if a page of the same origin embeds them', async () => {
      const browsing = new Browsing(browser.browser, service.url);
      for (const group of groupsOf(browsable(), GROUP)) {
        const sightings = await browsing.embed(group.map(({ address }) => address));
        assert.deepEqual(sightings, nothing, group.map(({ file }) => file.title).join());
      }
      assert.deepEqual(canary.take(), []);
    });

    it('do nothing when they are opened', async () => {
      const browsing = new Browsing(browser.browser, service.url);
      for (const group of groupsOf(browsable(), GROUP)) {
        const sightings = await browsing.visit(group.map(({ address }) => address));
        assert.deepEqual(sightings, nothing, group.map(({ file }) => file.title).join());
      }
      assert.deepEqual(canary.take(), []);
    });
  });
}

/** Files that run, so that the silence of all others means something. */
function carelessFiles(canary: Canary): CarelessFile[] {
  const style = `:root{--ran:1}body{background:url(${canary.address('style')})}`;
  return [
    { path: '/a.html', contentType: 'text/html', body: canary.page('page') },
    { path: '/a.js', contentType: 'text/javascript', body: canary.code('script') },
    { path: '/a.css', contentType: 'text/css', body: style },
  ];
}

async function arrive(scene: Scene, pid: number, file: HostileFile): Promise<Arrival> {
  const before = watchMemory(pid)();
  const stopWatching = watchMemory(pid);
  const response = await uploadRaw(scene, file);
  const growth = stopWatching() - before;
  const isKept = response.status === 201;
  return {
    file,
    status: response.status,
    mimeType: response.at('mime_type'),
    rule: response.at('detail.errors.0.rule'),
    message: response.at('detail.message'),
    address: isKept ? response.string('url') : null,
    growth,
  };
}

function outcome(title: string, what: object): string {
  return `${title}: ${JSON.stringify(what)}`;
}

function guards({ headers }: FetchedFile) {
  return {
    type: headers['content-type'],
    sniffing: headers['x-content-type-options'],
    policy: headers['content-security-policy'],
  };
}

function megabytes(bytes: number): number {
  return Math.round(bytes / MEGABYTE);
}

function groupsOf<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) => items.slice(n * size, (n + 1) * size));
}
