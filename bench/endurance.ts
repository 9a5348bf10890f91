/**
 * Memory under mixed load for minutes: every kind of delivery read, in both encodings, and publishes; finally reads of
 * drafts too, which use other columns and fragments.
 */
import { type Case, type CaseName, cases, pathTo } from './cases.ts';
import { readBytes, runLoad } from './load.ts';
import type { Server } from './processes.ts';
import { publishSteadily } from './publishing.ts';
import type { Table } from './report.ts';
import type { World } from './world.ts';

const CLIENTS = 16;
const MINUTE_MS = 60_000;
const PREVIEW_MINUTES = 2;
const OF_DELIVERY = ['single', 'list-include-1', 'list-repeated', 'filter-order', 'filter-link'] as const;
const OF_BOTH_PLANES = [...OF_DELIVERY, 'preview'] as const;
const ACCEPTED = ['', 'gzip, br'];

/** Reads for that many minutes while five entries a second are published, and checks the memory after each. */
export async function measureEndurance(
  { service, world }: { readonly service: Server; readonly world: World },
  { minutes, title }: { readonly minutes: number; readonly title: string },
): Promise<Table> {
  const publishing = await publishSteadily(service, world);
  const rows: (string | number)[][] = [[0, '', 0, Math.round(service.memoryMib())]];
  let turn = 0;
  for (let minute = 1; minute <= minutes + PREVIEW_MINUTES; minute++) {
    const mix = minute <= minutes ? OF_DELIVERY : OF_BOTH_PLANES;
    const { perSecond } = await runLoad({
      url: service.url,
      clients: CLIENTS,
      durationMs: MINUTE_MS,
      next: () => mixed(mix, turn++, world),
    });
    const planes = mix === OF_DELIVERY ? 'delivery' : 'delivery and preview';
    rows.push([minute, planes, Math.round(perSecond), Math.round(service.memoryMib())]);
  }
  await publishing.stop();
  return { title, columns: ['minute', 'reads of', 'reads/s', 'MiB'], rows };
}

/** The request of a turn: one case after the other, in one encoding and then in the other. */
function mixed(mix: readonly CaseName[], turn: number, world: World): Buffer {
  const one: Case = cases[mix[turn % mix.length] as CaseName];
  const round = Math.floor(turn / mix.length);
  return readBytes(pathTo(one, round, world), world.tokens[one.plane], ACCEPTED[round % ACCEPTED.length]);
}
