/**
 * Clients of a cluster behind its balancer, at a bounded rate: writers, readers and an uploader. They keep what they were
 * promised, and each request that failed or took long.
 */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, type ApiResponse } from '../../../testing/src/client.ts';
import { formOf } from '../../../testing/src/form.ts';
import type { Scene } from '../../../testing/src/given.ts';
import { type Ledger, stampedFields } from '../durability/crash/ledger.ts';
import { isRefusal } from '../durability/crash/stored-state.ts';

const WRITERS = 8;
const READERS = 8;
const WRITE_PAUSE_MS = 300;
const READ_PAUSE_MS = 150;
const UPLOAD_PAUSE_MS = 1_000;
const ENTRIES_MAX = 200;
const FILE_BYTES_MAX = 60_000;
/** How long after somebody was told of it a revision may be unknown to a node, unless it is asked for. */
const VISIBLE_WITHIN_MS = 1_000;
/** Statuses that clients who meet must expect of a write. */
const WRITTEN = new Set([200, 201, 409]);
/** Statuses of a service, or of a balancer, that cannot answer now. */
const FAILED = new Set([502, 503, 504]);

/** One request. */
export interface Exchange {
  readonly kind: 'read' | 'write' | 'upload';
  /** In milliseconds of `performance.now()`. */
  readonly from: number;
  readonly until: number;
  /** Why it failed; null where it did not. */
  readonly failure: string | null;
}

interface TrafficOptions {
  /** Of the balancer. */
  readonly url: string;
  readonly scene: Scene;
  readonly ledger: Ledger;
}

export class Traffic {
  readonly exchanges: Exchange[] = [];
  /** Path of a file that was taken → hash of its bytes. */
  readonly files = new Map<string, string>();
  /** Stamps of writes that a node refused, so that nothing of them was written. */
  readonly refused: string[] = [];
  /** What was not as promised, in words. */
  readonly broken: string[] = [];
  /** Reads without the database, which may be old. */
  stale = 0;
  readonly #options: TrafficOptions;
  readonly #running: Promise<unknown>;
  #isOver = false;
  #stamps = 0;
  /** The revisions that somebody was told of, each newer than those before. */
  readonly #told: { readonly revision: number; readonly at: number }[] = [];

  constructor(options: TrafficOptions) {
    this.#options = options;
    this.#running = Promise.all([
      ...Array.from({ length: WRITERS }, (_, n) => this.#repeat(n, 'write', WRITE_PAUSE_MS)),
      ...Array.from({ length: READERS }, (_, n) => this.#repeat(n, 'read', READ_PAUSE_MS)),
      this.#repeat(0, 'upload', UPLOAD_PAUSE_MS),
    ]);
  }

  /** Ends it once every request has its response. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  async #repeat(first: number, kind: Exchange['kind'], pauseMs: number): Promise<void> {
    for (let turn = first; !this.#isOver; turn++) {
      const from = performance.now();
      const failure = await this.#act(kind, turn);
      this.exchanges.push({ kind, from, until: performance.now(), failure });
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }

  async #act(kind: Exchange['kind'], turn: number): Promise<string | null> {
    const bound = turn % 2 === 0 ? this.#toldBefore(performance.now()) : null;
    const known = bound ?? this.#toldBefore(performance.now() - VISIBLE_WITHIN_MS);
    let response: ApiResponse;
    try {
      if (kind === 'write') response = await this.#write();
      else if (kind === 'read') response = await this.#read(bound);
      else response = await this.#upload();
    } catch (error) {
      return String(error);
    }
    if (FAILED.has(response.status)) return String(response);
    try {
      if (kind === 'read') this.#believeRead(response, { known, isBound: bound !== null });
      else this.#believeWrite(response, kind);
    } catch (error) {
      this.broken.push(String(error));
    }
    return null;
  }

  async #write(): Promise<ApiResponse> {
    const stamp = `stamp ${this.#stamps++}`;
    const response = await this.#writeStamp(stamp);
    if (isRefusal(response)) this.refused.push(stamp);
    return response;
  }

  #writeStamp(stamp: string): Promise<ApiResponse> {
    const { url, scene, ledger } = this.#options;
    const management = new Actor(url, scene.management.token);
    const id = ledger.ids[Math.floor(Math.random() * ledger.ids.length)];
    const fields = stampedFields(stamp);
    const dice = Math.random();
    if (id === undefined || (dice < 0.2 && ledger.ids.length < ENTRIES_MAX))
      return management.post(`${scene.base}/entries`, { content_type_id: 'stamped', fields });
    if (dice < 0.5) return management.patch(`/entries/${id}`, { fields });
    return management.post(`/entries/${id}/${dice < 0.85 ? 'publish' : 'unpublish'}`);
  }

  #read(revision: number | null): Promise<ApiResponse> {
    const { url, scene } = this.#options;
    const { read, delivery } = scene;
    const bound = revision === null ? '' : `&min_revision=${revision}`;
    return new Actor(url, delivery.token).get(`${read}/entries?limit=5${bound}`);
  }

  async #upload(): Promise<ApiResponse> {
    const { url, scene } = this.#options;
    const { base, management } = scene;
    const bytes = randomBytes(1 + Math.floor(Math.random() * FILE_BYTES_MAX));
    const form = await formOf([['file', { name: 'noise.bin', bytes }]]);
    const response = await new Actor(url, management.token).send('POST', `${base}/media`, form);
    if (response.status === 201)
      this.files.set(new URL(response.string('url')).pathname, createHash('sha256').update(bytes).digest('hex'));
    return response;
  }

  #believeWrite(response: ApiResponse, kind: 'write' | 'upload'): void {
    assert.ok(WRITTEN.has(response.status), String(response));
    this.#tell(response);
    if (kind === 'write' && response.status !== 409) this.#options.ledger.note(response);
  }

  /** A response shows at least the revision that is known, or says how old it is. */
  #believeRead(response: ApiResponse, { known, isBound }: { known: number; isBound: boolean }): void {
    assert.equal(response.status, 200, String(response));
    const isStale = response.headers['x-cms-stale'] !== undefined;
    if (isStale) this.stale += 1;
    const revision = Number(response.headers['x-cms-revision']);
    assert.ok(revision >= known || (isStale && !isBound), `${revision} was shown after ${known}: ${response}`);
    this.#tell(response);
  }

  #tell({ headers }: ApiResponse): void {
    const revision = Number(headers['x-cms-revision'] ?? 0);
    if (revision > (this.#told.at(-1)?.revision ?? 0)) this.#told.push({ revision, at: performance.now() });
  }

  /** The newest revision that somebody was told of by that time. */
  #toldBefore(time: number): number {
    return this.#told.findLast(({ at }) => at <= time)?.revision ?? 0;
  }
}
