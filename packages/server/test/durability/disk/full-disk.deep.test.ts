/**
 * A disk that is filled to its last byte under writers, again and again: nothing acknowledged is lost, log-ins and
 * deletes go on, no webhook is sent whose outcome cannot be kept (so that few come again after a kill), and the service comes back by itself. Every other time
 * what was kept back is taken too, and the service is killed and started again there. `DISK_FILLS=20` before an issue is closed.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, type ApiResponse, closeConnections } from '../../../../testing/src/client.ts';
import type { TestEngine } from '../../../../testing/src/engines.ts';
import { field, given, PASSWORD, type Scene } from '../../../../testing/src/given.ts';
import { type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { upload } from '../../content/media/storages.ts';
import { committedEvents, leftToSend } from '../../webhooks/committed.ts';
import { type Receiver, startReceiver } from '../../webhooks/receiver.ts';
import { verifyTold } from '../../webhooks/told.ts';
import { makeWebhook, SENDS_HOME } from '../../webhooks/webhook.ts';
import { FIELDS, Ledger, LOCALES, stampedFields } from '../crash/ledger.ts';
import { isRefusal, verifyRefused, verifyStored } from '../crash/stored-state.ts';
import { SmallDisk } from './small-disk.ts';

const FILLS = Number(process.env.DISK_FILLS ?? 2);
const DISK_MEGABYTES = 128;
const WRITERS = 4;
const WRITER_PAUSE_MS = 10;
const SHARED_ENTRIES_MAX = 16;
/** Log-ins and deletes on a full disk, each time. */
const TRIES_WHEN_FULL = 5;
const FULL_WITHIN_MS = 20_000;
const BACK_WITHIN_MS = 5_000;
const SETTLED_WITHIN_MS = 60_000;
const POLL_MS = 20;
/** What a process may have sent whose outcomes it has not kept: a batch, and what is on its way to one receiver. */
const REPEATED_A_KILL_MAX = 64 + 8;

it(`a disk that fills ${FILLS} times`, { timeout: 900_000, skip: SmallDisk.whyNot() }, async (context) => {
  const disk = SmallDisk.mount(DISK_MEGABYTES);
  const receiver = await startReceiver();
  const run = new FullDiskRun(disk, receiver);
  try {
    await run.prepare();
    for (let fill = 1; fill <= FILLS; fill++) await run.fill({ toTheBrim: fill % 2 === 0 });
    await run.verify();
    context.diagnostic(run.figures);
  } finally {
    await run.end();
    await receiver.close();
    disk.unmount();
  }
});

class FullDiskRun {
  readonly #disk: SmallDisk;
  readonly #receiver: Receiver;
  readonly #engine: Pick<TestEngine, 'databaseConfig'>;
  readonly #ledger = new Ledger();
  readonly #deleted: string[] = [];
  readonly #backAfterMs: number[] = [];
  /** Stamps of writes that were refused, of which nothing was written. */
  readonly #refused: string[] = [];
  #kills = 0;
  #service: ServiceProcess | undefined;
  #scene: Scene | undefined;
  #revision = 0;

  constructor(disk: SmallDisk, receiver: Receiver) {
    this.#disk = disk;
    this.#receiver = receiver;
    this.#engine = { databaseConfig: () => ({ kind: 'sqlite', folder: disk.folder }) };
  }

  async prepare(): Promise<void> {
    await this.#start();
    const scene = await given(this.#url);
    this.#scene = scene;
    for (const code of LOCALES.slice(1)) await scene.owner.post(`${scene.space}/locales`, { code }, 201);
    const fields = FIELDS.map((id) => field(id, 'string', { localized: true }));
    await scene.owner.post(`${scene.base}/content-types`, { api_id: 'stamped', name: 'Stamped', fields }, 201);
    const response = await scene.delivery.get(`${scene.read}/entries`, 200);
    this.#revision = Number(response.headers['x-cms-revision']);
    await makeWebhook(scene, this.#receiver.url);
  }

  /** Fills the disk under writers, looks what works, makes room, and waits until everything works. */
  async fill({ toTheBrim }: { toTheBrim: boolean }): Promise<void> {
    const doomed = await this.#make(TRIES_WHEN_FULL);
    const ended = new AbortController();
    const writing = Promise.all(Array.from({ length: WRITERS }, () => this.#write(ended.signal)));
    try {
      await sleep(Math.random() * 300);
      this.#disk.fill();
      await this.#untilWrites('disk_full');
      await this.#verifyFull(doomed);
      if (toTheBrim) await this.#takeEverything();
      this.#disk.makeRoom();
      const since = performance.now();
      await this.#untilWrites('ok');
      await this.#make(1);
      this.#backAfterMs.push(performance.now() - since);
    } finally {
      ended.abort();
      await writing;
    }
  }

  /** Acknowledged writes exist, rejected ones do not, and the receiver got the events. */
  async verify(): Promise<void> {
    const { delivery, read, management } = this.#actors();
    await this.#ledger.verify(management, delivery, read);
    for (const id of this.#deleted) await management.get(`/entries/${id}`, 404);
    const deadline = Date.now() + SETTLED_WITHIN_MS;
    while ((await leftToSend(this.#engine.databaseConfig())) > 0) {
      assert.ok(Date.now() < deadline, 'all webhooks are sent');
      await sleep(POLL_MS * 5);
    }
    await this.#stop('SIGINT');
    await verifyStored(this.#engine.databaseConfig());
    await verifyRefused(this.#engine.databaseConfig(), this.#refused);
    verifyTold(await committedEvents(this.#engine.databaseConfig(), this.#revision), this.#receiver.received);
    const repeatedMax = this.#kills * REPEATED_A_KILL_MAX;
    assert.ok(this.#repeated <= repeatedMax, `${this.#repeated} webhooks were repeated after ${this.#kills} kills`);
  }

  /** How many webhooks came again. */
  get #repeated(): number {
    const told = this.#receiver.received;
    return told.length - new Set(told.map(({ delivery }) => delivery)).size;
  }

  get figures(): string {
    const told = this.#receiver.received;
    const slowest = Math.max(...this.#backAfterMs).toFixed(0);
    return `${FILLS} fills: ${this.#ledger.acknowledgements} acknowledged writes, none lost; ${this.#refused.length} refused; ${this.#deleted.length} deletes and as many log-ins while full; ${told.length} webhooks, ${this.#repeated} repeated after ${this.#kills} kills; writes back within ${slowest} ms`;
  }

  async end(): Promise<void> {
    if (this.#service !== undefined) await this.#stop('SIGKILL');
  }

  /** The disk is named, growth is refused, and everything that it is kept back for works. */
  async #verifyFull(doomed: readonly string[]): Promise<void> {
    const { management, owner, base, space, delivery, read } = this.#actors();
    const nobody = new Actor(this.#url, null);
    requireRefused(await this.#create());
    requireRefused(await upload({ ...this.#known(), owner, base }, { name: 'a.bin', bytes: Buffer.alloc(1_000, 1) }));
    requireRefused(await owner.post(`${space}/api-keys`, { name: 'new', kind: 'delivery' }));
    const strict = await nobody.get('/readyz?writes=required', 503);
    assert.equal(strict.at('writes'), 'disk_full');
    for (const id of doomed) {
      const { email } = this.#known().member;
      await nobody.post('/auth/login', { email, password: PASSWORD }, 200);
      await management.delete(`/entries/${id}`, 204);
      this.#deleted.push(id);
    }
    await delivery.get(`${read}/entries`, 200);
  }

  /** Takes what was kept back too, kills the service, and starts it again on that disk. */
  async #takeEverything(): Promise<void> {
    this.#disk.fill();
    await this.#stop('SIGKILL');
    this.#kills += 1;
    await this.#start();
    requireRefused(await this.#create());
  }

  /** Writes until told to end; a full disk rejects it, and while the service is gone it gets no response. */
  async #write(ended: AbortSignal): Promise<void> {
    for (; !ended.aborted; await sleep(WRITER_PAUSE_MS)) {
      const stamp = crypto.randomUUID();
      const response = await this.#change(stamp).catch(() => undefined);
      if (response === undefined || response.status === 409) continue;
      if (response.status < 300) this.#ledger.note(response);
      else {
        requireRefused(response);
        this.#refused.push(stamp);
      }
    }
  }

  #change(stamp: string): Promise<ApiResponse> {
    const { ids } = this.#ledger;
    const id = ids[Math.floor(Math.random() * ids.length)];
    if (id === undefined || (ids.length < SHARED_ENTRIES_MAX && Math.random() < 0.2)) return this.#create(stamp);
    const { management } = this.#actors();
    if (Math.random() < 0.5) return management.patch(`/entries/${id}`, { fields: stampedFields(stamp) });
    return management.post(`/entries/${id}/publish`);
  }

  #create(stamp: string = crypto.randomUUID()): Promise<ApiResponse> {
    const { management, base } = this.#actors();
    const body = { content_type_id: 'stamped', fields: stampedFields(stamp) };
    return management.post(`${base}/entries`, body);
  }

  /** Makes entries that no writer knows. @returns their ids */
  async #make(count: number): Promise<string[]> {
    const ids: string[] = [];
    while (ids.length < count) {
      const created = await this.#create();
      assert.equal(created.status, 201, String(created));
      ids.push(created.string('id'));
    }
    return ids;
  }

  async #untilWrites(wanted: 'ok' | 'disk_full'): Promise<void> {
    const deadline = Date.now() + (wanted === 'ok' ? BACK_WITHIN_MS : FULL_WITHIN_MS);
    for (;;) {
      const state = await new Actor(this.#url, null).get('/readyz', 200);
      if (state.at('writes') === wanted) return;
      assert.ok(Date.now() < deadline, `writes become ${wanted}: ${state}`);
      await sleep(POLL_MS);
    }
  }

  async #start(): Promise<void> {
    this.#service = await startProcess({ engine: this.#engine, env: SENDS_HOME });
  }

  async #stop(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    closeConnections();
    await this.#service?.end(signal);
    this.#service = undefined;
  }

  get #url(): string {
    return this.#service?.url ?? 'http://127.0.0.1:1';
  }

  #known(): Scene {
    assert.ok(this.#scene !== undefined);
    return this.#scene;
  }

  /** The scene's actors at the service that runs now. */
  #actors(): Pick<Scene, 'management' | 'owner' | 'delivery' | 'base' | 'space' | 'read'> {
    const { management, owner, delivery, base, space, read } = this.#known();
    const here = ({ token }: Actor) => new Actor(this.#url, token);
    return { management: here(management), owner: here(owner), delivery: here(delivery), base, space, read };
  }
}

function requireRefused(response: ApiResponse): void {
  assert.ok(isRefusal(response), String(response));
  assert.match(response.string('detail.message'), /disk of the (database|data folder) is full/);
}
