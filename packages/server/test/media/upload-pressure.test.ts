/**
 * That the process for uploads takes little of the machine while the serving process is busy. The test is the serving
 * process here, so that it can be busy whatever else the machine does.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { createService } from '../../src/app.ts';
import { receiveUploadsApart } from '../../src/commands/start/uploads/uploads.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { closeConnections } from '../client.ts';
import { cpuMsOfProcess } from '../harness/cpu-time.ts';
import { describeEachEngine } from '../harness/engines.ts';
import { serviceEnvironment } from '../harness/environment.ts';
import { childrenOf } from '../hostile-files/process-memory.ts';
import { makeScene } from '../scene.ts';
import { upload } from './raw-upload.ts';

const FILE_BYTES = 1_000_000;
/** As many as have a process started. */
const AT_ONCE = 8;
/** Until the process has been told. */
const SETTLED_MS = 500;
const WATCHED_MS = 3_000;
/** A tenth is for what waits; the rest of an upload goes on. */
const CORE_SHARE_MAX = 0.2;
const countsCpuTime = !Number.isNaN(cpuMsOfProcess(process.pid));

describeEachEngine('uploads while the serving process is busy', (engine) => {
  it('take a tenth of a core', {
    timeout: 120_000,
    skip: countsCpuTime ? false : 'Linux alone counts it',
  }, async () => {
    const variables = serviceEnvironment({ engine });
    const service = await createService(readConfig(variables));
    const url = await service.listen();
    receiveUploadsApart(service, variables);
    const uploading = new AbortController();
    try {
      const scene = await makeScene(url);
      const apart = Promise.withResolvers<void>();
      const uploadOn = async () => {
        while (!uploading.signal.aborted) {
          const response = await upload({ url }, scene, { bytes: randomBytes(FILE_BYTES) }).send();
          assert.equal(response.status, 201, response.text);
          if (response.headers.connection === 'close') apart.resolve();
        }
      };
      const uploaders = Promise.all(Array.from({ length: AT_ONCE }, uploadOn));
      await Promise.race([apart.promise, uploaders]);
      const share = await whileBusy(() => coreShareOf(processForUploads()));
      uploading.abort();
      await uploaders;
      assert.ok(share < CORE_SHARE_MAX, `it took ${share} of a core`);
    } finally {
      uploading.abort();
      closeConnections();
      await service.close();
    }
  });
});

/** The process that this one has started. */
function processForUploads(): number {
  const pid = childrenOf(process.pid).find((child) => commandOf(child).includes('receive-uploads'));
  assert.ok(pid !== undefined, 'there is a process for uploads');
  return pid;
}

function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
}

/** Runs something while the event loop has no moment to itself. */
async function whileBusy<T>(run: () => Promise<T>): Promise<T> {
  let isOver = false;
  const result = run().finally(() => {
    isOver = true;
  });
  while (!isOver) await nextTurn();
  return result;
}

/** What part of a core a process takes for a while. */
async function coreShareOf(pid: number): Promise<number> {
  await sleep(SETTLED_MS);
  const [cpuMs, at] = [cpuMsOfProcess(pid), performance.now()];
  await sleep(WATCHED_MS);
  return (cpuMsOfProcess(pid) - cpuMs) / (performance.now() - at);
}
