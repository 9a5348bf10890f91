/** Starts the second tenant (`bystander-thread.ts`) and reads how long it waited. Whoever starts one ends it. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createEntry, given, magazine } from '../../../../testing/src/given.ts';

/** What the thread needs to know. */
export interface BystanderSetting {
  readonly url: string;
  readonly email: string;
  readonly read: string;
  readonly entryPath: string;
  readonly ownerToken: string | null;
  readonly deliveryToken: string | null;
}

/** The waits of each kind since the last reset, and all responses other than 2xx. */
export interface BystanderReport {
  readonly longestMs: Readonly<Record<'read' | 'write' | 'log-in', number>>;
  /** Each wait, the shortest first. */
  readonly waitsMs: Readonly<Record<'read' | 'write' | 'log-in', readonly number[]>>;
  readonly failures: readonly string[];
}

export interface Bystander {
  reset(): void;
  report(): Promise<BystanderReport>;
  end(): Promise<void>;
}

/** Starts a tenant of its own with one published entry, which it reads and changes from now on. */
export async function startBystander(url: string): Promise<Bystander> {
  const scene = await given(url, { types: magazine });
  const entry = await createEntry(scene.owner, scene.base, { content_type_id: 'author', fields: { name: 'Ada' } });
  await scene.owner.post(`/entries/${entry}/publish`, undefined, 200);
  const workerData: BystanderSetting = {
    url,
    email: scene.member.email,
    read: scene.read,
    entryPath: `/entries/${entry}`,
    ownerToken: scene.owner.token,
    deliveryToken: scene.delivery.token,
  };
  const worker = new Worker(new URL('./bystander-thread.ts', import.meta.url), { workerData });
  return {
    reset: () => worker.postMessage('reset'),
    report: async () => {
      worker.postMessage('report');
      const [report] = (await once(worker, 'message')) as [BystanderReport];
      return report;
    },
    end: async () => {
      worker.postMessage('end');
      await once(worker, 'exit');
    },
  };
}
