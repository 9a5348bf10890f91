/** Clients that reuse their connections and never repeat a request, each with a pause of its own between two. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Scene } from '../../../../testing/src/given.ts';
import { Line } from '../workers/line.ts';

/** Pauses between requests: from hardly any to longer than a process waits for connections that are quiet. */
const PAUSES_MS = [2, 5, 5, 10, 20, 20, 20, 50, 50, 100, 200, 300, 700, 1_500];
const WRITE_EVERY = 5;

export class Callers {
  /** What came of all requests that were sent. */
  requests = 0;
  readonly failures: string[] = [];
  readonly #stop = new AbortController();
  readonly #calls: Promise<void>[];

  constructor(url: string, scene: Scene, entry: string) {
    this.#calls = PAUSES_MS.map((pauseMs) => this.#call(new Line(url), { scene, entry, pauseMs }));
  }

  /** Stops after the requests that are under way. */
  async end(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#calls);
  }

  async #call(line: Line, { scene, entry, pauseMs }: { scene: Scene; entry: string; pauseMs: number }): Promise<void> {
    for (let turn = 0; !this.#stop.signal.aborted; turn++) {
      const isWrite = turn % WRITE_EVERY === WRITE_EVERY - 1;
      const startedAt = Date.now();
      try {
        const response = isWrite
          ? await line.send('POST', `/entries/${entry}/publish`, scene.management.token)
          : await line.send('GET', `${scene.read}/entries?limit=1`, scene.delivery.token);
        if (response.status !== 200) this.failures.push(`${response.status} ${response.text}`);
      } catch (error) {
        this.failures.push(
          `${isWrite ? 'POST' : 'GET'} with pauses of ${pauseMs} ms: ${error} after ${Date.now() - startedAt} ms`,
        );
      }
      this.requests += 1;
      if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    }
    line.close();
  }
}
