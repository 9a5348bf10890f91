/** A service in a process of its own with `loop-probe.ts` in it. Whoever starts one ends it. */
import http from 'node:http';
import path from 'node:path';
import type { ServiceSettings } from '../../../../testing/src/environment.ts';
import { startProcess } from '../../../../testing/src/process.ts';
import { compliantModel, startModelServer } from '../../../../testing/src/servers/model-server.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';

const PROBE = new URL('./loop-probe.ts', import.meta.url).href;

/** A duration in CPU time of the main thread, and by the clock, which is longer if the machine is busy. */
export interface Units {
  readonly cpuMs: number;
  readonly wallMs: number;
}

/** The probe's measurements of the service. */
export interface Probe {
  /** How long parsing 1 MiB of JSON takes in the service. */
  units(): Promise<Units>;
  /** Forgets the stalls so far. */
  reset(): Promise<void>;
  /** The longest time that the event loop was blocked since `reset`, in CPU time. */
  stallMs(): Promise<number>;
  /** The longest times that it was blocked since `reset`, the longest first, in CPU time. */
  stallsMs(): Promise<readonly number[]>;
  /** Memory in use after a garbage collection, in bytes. */
  memory(): Promise<number>;
}

export interface ProbedService {
  readonly url: string;
  readonly probe: Probe;
  readonly pid: number;
  end(): Promise<void>;
}

/** Starts a service with a probe on the database of the suite. @param more variables besides those of the probe */
export async function startProbedService(
  engine: ServiceSettings['engine'],
  more: Readonly<Record<string, string>> = {},
): Promise<ProbedService> {
  const socketPath = path.join(temporaryFolder('probe'), 'probe.sock');
  const model = await startModelServer(compliantModel('A text.'));
  const env = {
    NODE_OPTIONS: `--expose-gc --import=${PROBE}`,
    LOOP_PROBE_SOCKET: socketPath,
    LECTERN_WEBHOOK_ALLOW: '127.0.0.1',
    ...model.environment,
    ...more,
  };
  const service = await startProcess({ engine, env });
  const ask = async (command: string) => (await askProbe(socketPath, command)) as number;
  const stallsMs = async () => (await askProbe(socketPath, '/stalls')) as number[];
  return {
    url: service.url,
    pid: service.pid,
    probe: {
      units: async () => (await askProbe(socketPath, '/units')) as Units,
      reset: async () => void (await ask('/reset')),
      stallMs: async () => (await stallsMs())[0] ?? 0,
      stallsMs,
      memory: () => ask('/memory'),
    },
    end: async () => {
      await service.end('SIGINT');
      await model.close();
    },
  };
}

function askProbe(socketPath: string, path: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = http.get({ socketPath, path }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve(JSON.parse(text)));
    });
    request.on('error', reject);
  });
}
