/**
 * This checkout beside another one: the same content, the same requests, rounds of both in turn on one and the same
 * Node, so that a ratio says what a change costs whatever else the machine does.
 */
import { cpSync } from 'node:fs';
import path from 'node:path';
import { type CaseName, caseNames, cases, pathTo } from './cases.ts';
import { type Library, makeLibrary } from './library.ts';
import { readBytes, requestBytes } from './load.ts';
import type { Encoding } from './options.ts';
import { type Server, startService } from './processes.ts';
import { prepare } from './reads.ts';
import type { Table } from './report.ts';
import { comparedRow, inTurn, measure, medianRound, type Round, roundsInTurn, type Side } from './rounds.ts';
import type { World } from './world.ts';

const READERS = 16;
const WRITERS = 8;
const ROUNDS = 7;
const WARM_UP_ROUNDS = 2;
/** Two starts of one program differ in the CPU time of a write by up to a fifth, so writes are measured on several. */
const WRITE_STARTS = 5;
const WRITE_ROUNDS = 3;
/** Where the program lies in a checkout. */
const PROGRAM = 'packages/server/bin/lectern.mjs';
const ACCEPTED = { plain: '', compressed: 'gzip, br' } as const satisfies Record<Encoding, string>;
const COLUMNS = ['what', 'here /s', 'there /s', 'rate', 'CPU µs here', 'there', 'p99 ms here', 'there'];

export interface Against {
  /** Root of the other checkout, with its packages installed. */
  readonly checkout: string;
  readonly parts: readonly string[];
  readonly encodings: readonly Encoding[];
  readonly roundMs: number;
}

/** Reads of one world, which is copied for the other checkout while no service runs. @param place its data folder */
export async function readsAgainst(world: World, place: string, against: Against): Promise<Table> {
  const copy = `${place}-there`;
  cpSync(place, copy, { recursive: true });
  return withBoth(against, [place, copy], async (here, there) => {
    const wanted = caseNames.filter((name) => against.parts.includes(name));
    for (const service of [here, there]) await prepare({ service, world, workers: 1, parts: wanted });
    const rows: (string | number)[][] = [];
    for (const name of wanted) {
      for (const encoding of against.encodings) {
        const side = readSide({ world, name, encoding, roundMs: against.roundMs });
        rows.push(comparedRow(`${name} ${encoding}`, await roundsOf([side(here), side(there)])));
      }
    }
    return { title: `Reads against another checkout, ${world.articles} articles`, columns: COLUMNS, rows };
  });
}

/** Creates and publishes on two empty installations, several times anew. @param folder where they lie */
export async function writesAgainst(folder: string, against: Against): Promise<Table> {
  const creates: RoundsOfBoth = [[], []];
  const publishes: RoundsOfBoth = [[], []];
  for (let start = 0; start < WRITE_STARTS; start++) {
    const places = [path.join(folder, `writes-here-${start}`), path.join(folder, `writes-there-${start}`)] as const;
    await withBoth(against, places, async (here, there) => {
      const [ours, theirs] = [await makeLibrary(here.url), await makeLibrary(there.url)];
      const { roundMs } = against;
      await addRounds(creates, [createSide(here, ours, roundMs), createSide(there, theirs, roundMs)]);
      await addRounds(publishes, [publishSide(here, ours, roundMs / 4), publishSide(there, theirs, roundMs / 4)]);
    });
  }
  const rows = [comparedRow('create', creates.map(medianRound)), comparedRow('publish', publishes.map(medianRound))];
  return {
    title: `Writes against another checkout, 8 clients, SQLite, ${WRITE_STARTS} starts`,
    columns: COLUMNS,
    rows,
  };
}

type RoundsOfBoth = readonly [here: Round[], there: Round[]];

async function addRounds(rounds: RoundsOfBoth, sides: readonly [Side, Side]): Promise<void> {
  await inTurn(sides, WARM_UP_ROUNDS);
  for (const [at, more] of (await roundsInTurn(sides, WRITE_ROUNDS)).entries()) rounds[at]?.push(...more);
}

/** Starts both services for as long as `use` takes. @param places data folders: here, there */
async function withBoth<T>(
  { checkout }: Against,
  [place, placeThere]: readonly [string, string],
  use: (here: Server, there: Server) => Promise<T>,
): Promise<T> {
  const here = await startService({ database: { kind: 'sqlite', folder: place }, folder: place });
  try {
    const there = await startService({
      database: { kind: 'sqlite', folder: placeThere },
      folder: placeThere,
      program: path.resolve(checkout, PROGRAM),
    });
    try {
      return await use(here, there);
    } finally {
      await there.close();
    }
  } finally {
    await here.close();
  }
}

interface ReadCase {
  readonly world: World;
  readonly name: CaseName;
  readonly encoding: Encoding;
  readonly roundMs: number;
}

/** Rounds of one case; each service counts its requests from 0, so that both are sent the same ones. */
function readSide({ world, name, encoding, roundMs }: ReadCase): (service: Server) => Side {
  const token = cases[name].plane === 'preview' ? world.tokens.preview : world.tokens.delivery;
  return (service) => {
    let number = 0;
    const next = () => readBytes(pathTo(cases[name], number++, world), token, ACCEPTED[encoding]);
    return { name, round: () => measure(service, { clients: READERS, durationMs: roundMs, next }) };
  };
}

function createSide(service: Server, library: Library, durationMs: number): Side {
  const next = () => requestBytes('POST', library.createPath, library.management, library.newArticle());
  return { name: 'create', round: () => measure(service, { clients: WRITERS, durationMs, next }) };
}

function publishSide(service: Server, library: Library, durationMs: number): Side {
  const drafts = [...library.draftIds];
  const next = () => {
    const id = drafts.pop();
    if (id === undefined) throw new Error('There were too few drafts to publish; shorten the rounds.');
    return requestBytes('POST', `/entries/${id}/publish`, library.management);
  };
  return { name: 'publish', round: () => measure(service, { clients: WRITERS, durationMs, next }) };
}

/** The medians of both sides, after rounds of each that do not count. */
async function roundsOf(sides: readonly [Side, Side]): Promise<Round[]> {
  await inTurn(sides, WARM_UP_ROUNDS);
  return inTurn(sides, ROUNDS);
}
