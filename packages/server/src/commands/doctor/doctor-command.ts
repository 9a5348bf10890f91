/**
 * The command `lectern doctor`: finds what is wrong with an installation, and repairs what can be rebuilt. Exit codes: 0
 * nothing is wrong any more, 1 something is, 2 wrong usage, 78 the installation cannot be opened.
 */
import { statfs } from 'node:fs/promises';
import { composeCheckup } from '../../composition/checkup.ts';
import { openStorage } from '../../content/files/open-storage.ts';
import type { Config } from '../../platform/config/config.ts';
import { type Check, type Fault, RESTORE } from '../../platform/database/checkup/check.ts';
import { forgetDamage } from '../../platform/database/sqlite/damage-note.ts';
import { isDamageRefusal } from '../../platform/database/unavailable.ts';
import { StartRefusal } from '../../platform/errors/start-refusal.ts';
import { exitCodes, readArguments } from '../arguments.ts';
import { type OpenStore, withStore } from '../open-store.ts';
import { type Output, programOutput } from '../output.ts';
import { runWithUsage } from '../run-with-usage.ts';

const usage = `Usage: lectern doctor [--repair] [--files] [--json]

Checks secret, pages, tables, read replicas, journal, spaces, content types, states, index rows, links, slugs, unique values,
search, counters, numbers, files, merges, exports, imports, webhooks, people, sessions, API keys, plans, audit, disk and clock.
The service may run meanwhile. Each fault is printed with what it is about and what to do.

  --repair   make again what follows from the content: states, index rows, links, slugs, unique values, texts, counters
  --files    read every file, and compare its content with that which was uploaded
  --json     print the faults as JSON

It reads the installation that LECTERN_DATA_DIR or LECTERN_DATABASE_URL names.`;

/** Repairing one fault may free something that another repair needs, such as a slug. */
const ROUNDS_MAX = 3;
/** Faults printed per check; all are counted. */
const NAMED_MAX = 1_000;
const FREE_BYTES_MIN = 536_870_912;

/** What a check found. */
interface Found {
  readonly check: string;
  readonly faults: readonly Fault[];
  readonly count: number;
  readonly repaired: number;
}

/**
 * Runs the command.
 * @param argv the arguments after `lectern doctor`
 * @returns the exit code
 * @throws StartRefusal if the installation cannot be opened
 */
export function runDoctor(argv: readonly string[], config: Config, output: Output = programOutput()): Promise<number> {
  return runWithUsage(argv, { usage, output }, async () => {
    const { switches } = readArguments(argv, { values: [], switches: ['repair', 'files', 'json'], words: [] });
    let isOpen = false;
    const found = await withStore(config, async (store) => {
      isOpen = true;
      return examine(store, { repairs: switches.has('repair'), readsFiles: switches.has('files') });
    }).catch((error: unknown) => {
      if (isOpen || !(error instanceof Error)) throw error;
      throw new StartRefusal(error.message, { cause: error });
    });
    output.print(switches.has('json') ? JSON.stringify(factsOf(found), null, 2) : textOf(found));
    return found.every(({ count }) => count === 0) ? exitCodes.done : exitCodes.failed;
  });
}

async function examine(
  store: OpenStore,
  { repairs, readsFiles }: { repairs: boolean; readsFiles: boolean },
): Promise<Found[]> {
  const storage = await openStorage(store.config.storage);
  const { database } = store.config;
  const unsafeDurability = database.kind === 'postgres' && database.unsafeDurability;
  const replicaUrls = database.kind === 'postgres' ? database.readUrls : [];
  try {
    const checks = [
      diskCheck(store.config),
      ...composeCheckup({ ...store, storage, unsafeDurability, replicaUrls, readsFiles }),
    ];
    const found: Found[] = [];
    for (const check of checks)
      found.push(await runCheck(check, () => repairs && store.database.condition() !== 'damaged'));
    const isWhole = found.some(({ check, count }) => check === 'database' && count === 0);
    if (isWhole && database.kind === 'sqlite') forgetDamage(database.folder);
    return found;
  } finally {
    await storage.close();
  }
}

/**
 * Finds the faults of a check. If they are repaired, repeats until none is left that can be.
 * @param mayRepair whether repairs are allowed at the moment: nothing is written to a damaged database
 */
async function runCheck(check: Check, mayRepair: () => boolean): Promise<Found> {
  let repaired = 0;
  for (let round = 0; ; round++) {
    const faults: Fault[] = [];
    let count = 0;
    let repairedNow = 0;
    for await (const fault of faultsOf(check)) {
      count += 1;
      if (faults.length < NAMED_MAX) faults.push(fault);
      if (fault.repair === null || round >= ROUNDS_MAX || !mayRepair()) continue;
      await fault.repair();
      repairedNow += 1;
    }
    repaired += round === 0 ? repairedNow : 0;
    if (repairedNow === 0) return { check: check.name, faults, count, repaired };
  }
}

/** The faults of a check. If it meets damaged pages, that is its last fault, so that the other checks can continue. */
async function* faultsOf({ find }: Check): AsyncGenerator<Fault> {
  try {
    yield* find();
  } catch (error) {
    if (!isDamageRefusal(error)) throw error;
    yield {
      about: 'the data of this check',
      problem: 'cannot be read to its end: pages are damaged',
      remedy: RESTORE,
      repair: null,
    };
  }
}

/** The disk of the data folder, which has database, files and uploads. */
function diskCheck({ dataDir }: Config): Check {
  return {
    name: 'disk',
    find: async function* () {
      const found = await statfs(dataDir).catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
      // A node of a cluster creates its folder with the first file in it.
      if (found === 'ENOENT') return;
      if (typeof found === 'string') {
        const problem = `cannot be examined (${found})`;
        yield {
          about: `the data folder ${dataDir}`,
          problem,
          remedy: 'name another in LECTERN_DATA_DIR',
          repair: null,
        };
        return;
      }
      const free = found.bavail * found.bsize;
      if (free < FREE_BYTES_MIN)
        yield {
          about: `the disk of ${dataDir}`,
          problem: `has ${free} bytes left`,
          remedy: 'make space',
          repair: null,
        };
    },
  };
}

function factsOf(found: readonly Found[]): object {
  return {
    faults: found.flatMap(({ check, faults }) =>
      faults.map(({ about, problem, remedy, repair }) => ({
        check,
        about,
        problem,
        way_out: remedy,
        derived: repair !== null,
      })),
    ),
    checks: found.map(({ check, count, repaired }) => ({ check, faults: count, mended: repaired })),
  };
}

function textOf(found: readonly Found[]): string {
  const lines = found.flatMap(({ check, faults }) =>
    faults.map(({ about, problem, remedy }) => `${check}: ${about} ${problem}: ${remedy}.`),
  );
  const count = found.reduce((sum, one) => sum + one.count, 0);
  const repaired = found.reduce((sum, one) => sum + one.repaired, 0);
  const checks = found.map(({ check }) => check).join(', ');
  const repairs = repaired === 0 ? '' : ` ${repaired} were repaired.`;
  const verdict = count === 0 ? `No faults (${checks}).` : `${count} faults.`;
  return [...lines, `${verdict}${repairs}`].join('\n');
}
