/** How long the service takes to its first response, on an empty folder and again on the same one, and what it holds then. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from './processes.ts';
import type { Table } from './report.ts';
import { median } from './rounds.ts';

const STARTS = 5;
const SETTLE_MS = 1_500;

export async function measureStarts(folder: string): Promise<Table> {
  const first: number[] = [];
  const again: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round < STARTS; round++) {
    const place = path.join(folder, `start-${round}`);
    for (const times of [first, again]) {
      const server = await startService({ database: { kind: 'sqlite', folder: place }, folder: place });
      times.push(server.startMs);
      if (times === again) {
        await sleep(SETTLE_MS);
        memory.push(server.memoryMib());
      }
      await server.close();
    }
  }
  return {
    title: 'Start',
    columns: ['what', 'least', 'median'],
    rows: [
      ['start to first response, empty folder, ms', ...figures(first)],
      ['start to first response, again, ms', ...figures(again)],
      ['memory after start, MiB', ...figures(memory)],
    ],
  };
}

/** The least is what the program needs, the median what this machine makes of it just now. */
function figures(values: readonly number[]): [number, number] {
  return [Math.round(Math.min(...values)), Math.round(median(values))];
}
