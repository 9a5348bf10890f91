/** What writes cost: creating, publishing, and both in turn, beside a bare server that answers the same bytes. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Actor } from '../packages/testing/src/client.ts';
import { type Library, makeLibrary } from './library.ts';
import { type Load, requestBytes } from './load.ts';
import { type Server, startBare, startService } from './processes.ts';
import type { Table } from './report.ts';
import { measure, type Round } from './rounds.ts';

const WARM_UP_MS = 1_000;
const WRITERS = 8;

/** Measures writes on an empty SQLite of their own. */
export async function measureWrites(folder: string, roundMs: number): Promise<Table> {
  const place = path.join(folder, 'writes');
  const service = await startService({ database: { kind: 'sqlite', folder: place }, folder: place });
  try {
    const library = await makeLibrary(service.url);
    const bare = await startBare(await recordResponses(service, library, folder));
    try {
      return await writesTable({ service, bare, library, roundMs });
    } finally {
      await bare.close();
    }
  } finally {
    await service.close();
  }
}

interface Sides {
  readonly service: Server;
  readonly bare: Server;
  readonly library: Library;
  readonly roundMs: number;
}

async function writesTable(sides: Sides): Promise<Table> {
  const { library, roundMs } = sides;
  const create = () => requestBytes('POST', library.createPath, library.management, library.newArticle());
  const publishFirst = () => requestBytes('POST', `/entries/${library.draftIds[0]}/publish`, library.management);
  const drafts = library.draftIds.slice(1);
  const publishNext = () => {
    const id = drafts.pop();
    if (id === undefined) throw new Error('There were too few drafts to publish.');
    return requestBytes('POST', `/entries/${id}/publish`, library.management);
  };
  await measure(sides.service, { clients: WRITERS, durationMs: WARM_UP_MS, next: create });
  return {
    title: 'Writes, 8 clients, SQLite',
    columns: ['what', 'service /s', 'bare /s', 'CPU µs', 'bare CPU µs', 'p50 ms', 'p99 ms'],
    rows: [
      row(
        'create',
        await measure(sides.service, { clients: WRITERS, durationMs: roundMs, next: create }),
        await yardstick(sides, create),
      ),
      row(
        'publish',
        await measure(sides.service, { clients: WRITERS, durationMs: roundMs / 4, next: publishNext }),
        await yardstick(sides, publishFirst),
      ),
      row('create + publish', await createPublish(sides), null),
    ],
  };
}

function row(what: string, own: Round, bare: Round | null): (string | number)[] {
  const [bareRate, bareCpu] = bare === null ? ['', ''] : [Math.round(bare.perSecond), Math.round(bare.cpuUs)];
  return [
    what,
    Math.round(own.perSecond),
    bareRate,
    Math.round(own.cpuUs),
    bareCpu,
    own.p50Ms.toFixed(2),
    own.p99Ms.toFixed(2),
  ];
}

function yardstick({ bare, roundMs }: Sides, next: Load['next']): Promise<Round> {
  return measure(bare, { clients: WRITERS, durationMs: roundMs / 2, next });
}

/** Each client creates an entry and publishes it, again and again. */
function createPublish({ service, library, roundMs }: Sides): Promise<Round> {
  const next: Load['next'] = (response) => {
    const created = response === null ? null : (JSON.parse(response) as { id: string; status: string });
    if (created === null || created.status !== 'draft')
      return requestBytes('POST', library.createPath, library.management, library.newArticle());
    return requestBytes('POST', `/entries/${created.id}/publish`, library.management);
  };
  return measure(service, { clients: WRITERS, durationMs: roundMs, next, readsResponses: true });
}

/** The bytes that the service answers, in a file for the bare server. */
async function recordResponses(service: Server, library: Library, folder: string): Promise<string> {
  const management = new Actor(service.url, library.management);
  const created = await management.post(library.createPath, library.newArticle(), 201);
  const publishPath = `/entries/${library.draftIds[0]}/publish`;
  const published = await management.post(publishPath, undefined, 200);
  const file = path.join(folder, 'answers-to-writes.json');
  const responses = {
    [`POST ${library.createPath}`]: { status: 201, body: created.text },
    [`POST ${publishPath}`]: { status: 200, body: published.text },
  };
  writeFileSync(file, JSON.stringify({ tokens: [library.management], responses }));
  return file;
}
