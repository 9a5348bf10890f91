/** How long a file that means harm takes to arrive, and to be made in another size. `HOSTILE_MS` is the most. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeFirstEngine } from '../../../../testing/src/engines.ts';
import { given, type Scene } from '../../../../testing/src/given.ts';
import { type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { fetchFile } from '../media/storages.ts';
import { type CanaryServer, startCanary } from './canary-server.ts';
import { corpus, HARMLESS } from './corpus.ts';
import { Canary } from './hostile-file.ts';
import { uploadRaw } from './raw-upload.ts';

/** Five seconds is what is promised; machines that test have other things to do at the same time. */
const RESPONSE_MS_MAX = Number(process.env.HOSTILE_MS ?? 25_000);
/** What a busy machine makes slow is fast one of these times. */
const TIMES_MAX = 3;

describeFirstEngine('a hostile file', (engine) => {
  let service: ServiceProcess;
  let canary: CanaryServer;
  let scene: Scene;

  before(async () => {
    [service, canary] = await Promise.all([startProcess({ engine }), startCanary()]);
    scene = await given(service.url);
    // The process for images is there before anything is measured.
    await uploadRaw(scene, HARMLESS);
  });

  after(async () => {
    closeConnections();
    await Promise.all([service.end('SIGINT'), canary.close()]);
  });

  it('takes no longer than it may to arrive, and to be made in another size', async (context) => {
    const all = [];
    for (const file of await corpus(new Canary(canary.url))) {
      let address: string | null = null;
      const arrivalMs = await quickestOf(async () => {
        const response = await uploadRaw(scene, file);
        address = response.status === 201 ? response.string('url') : null;
      });
      const resizedMs = await quickestOf(async (time) => {
        if (address !== null) await fetchFile(`${address}?w=${63 + time}&fm=webp`);
      });
      all.push({ title: file.title, ms: Math.round(Math.max(arrivalMs, resizedMs)) });
    }
    const slowest = all.toSorted((one, other) => other.ms - one.ms).slice(0, 5);
    context.diagnostic(`slowest: ${slowest.map(({ title, ms }) => `${title} ${ms} ms`).join(', ')}`);
    for (const { title, ms } of slowest) assert.ok(ms < RESPONSE_MS_MAX, `${title} took ${ms} ms`);
  });
});

/** How long something takes; tried again where that is too long. */
async function quickestOf(work: (time: number) => Promise<void>): Promise<number> {
  for (let time = 1; ; time++) {
    const began = performance.now();
    await work(time);
    const ms = performance.now() - began;
    if (ms < RESPONSE_MS_MAX || time === TIMES_MAX) return ms;
  }
}
