/**
 * What a backup of the embedded database takes beside a plain copy of its file, with nothing else to do and beside
 * clients that write without pause; its steps told apart, and the whole command.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Actor } from '../packages/server/test/client.ts';
import type { BackupSteps } from './backup-steps.ts';
import { runCommand, type Server, startService } from './processes.ts';
import type { Table } from './report.ts';
import { median } from './rounds.ts';
import { makeWorld, type World } from './world.ts';

const STEPS = fileURLToPath(new URL('./backup-steps.ts', import.meta.url));
const ROUNDS = 5;
const WRITERS = 8;
const BYTES_PER_MIB = 1_048_576;
const run = promisify(execFile);

interface Figures {
  readonly steps: readonly BackupSteps[];
  /** Of the whole command, in ms. */
  readonly command: number;
  readonly writesPerSecond: number;
}

/** Fills a data folder that is missing, and measures. */
export async function measureBackup(place: string, articles: number): Promise<Table> {
  const world = await makeWorld({ kind: 'sqlite', folder: place }, place, { articles, isSearchable: true });
  const service = await startService({ database: { kind: 'sqlite', folder: place }, folder: place });
  try {
    const idle = await measure(place);
    const busy = await besideWrites(service, world, () => measure(place));
    return tableOf(`Backup: ${articles} articles, sqlite`, idle, busy);
  } finally {
    await service.close();
  }
}

async function measure(dataDir: string): Promise<Figures> {
  const folder = mkdtempSync(`${dataDir}-copies-`);
  const steps: BackupSteps[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { stdout } = await run(process.execPath, [STEPS, dataDir, folder]);
    steps.push(JSON.parse(stdout) as BackupSteps);
  }
  const began = performance.now();
  await runCommand(['backup', path.join(folder, 'backups')], { LECTERN_DATA_DIR: dataDir });
  return { steps, command: performance.now() - began, writesPerSecond: 0 };
}

/** Has clients change articles, each with a durable commit of its own, until some work is done. */
async function besideWrites(service: Server, world: World, work: () => Promise<Figures>): Promise<Figures> {
  let isOver = false;
  let writes = 0;
  const writer = new Actor(service.url, world.tokens.management);
  const write = async () => {
    while (!isOver) {
      const key = `article-${1 + (writes++ % world.articles)}`;
      const entry = `/spaces/${world.spaceId}/environments/master/entries/${key}`;
      await writer.patch(entry, { fields: { body: `Changed in turn ${writes}` } }, 200);
    }
  };
  const writing = Array.from({ length: WRITERS }, write);
  const began = performance.now();
  const figures = await work();
  const seconds = (performance.now() - began) / 1_000;
  isOver = true;
  await Promise.all(writing);
  return { ...figures, writesPerSecond: writes / seconds };
}

function tableOf(title: string, idle: Figures, busy: Figures): Table {
  const row = (what: string, figure: (figures: Figures) => number, digits = 0) => [
    what,
    ...[idle, busy].map((figures) => figure(figures).toFixed(digits)),
  ];
  const middle = (step: keyof BackupSteps) => (figures: Figures) => median(figures.steps.map((steps) => steps[step]));
  return {
    title,
    columns: ['what', 'idle', 'beside 8 writers'],
    rows: [
      row('size of the copy, MiB', (figures) => middle('bytes')(figures) / BYTES_PER_MIB),
      row('plain copy with fsync, ms', middle('plain')),
      row('copy of the backup, ms', middle('copy')),
      row('copy of the backup, × plain', ({ steps }) => median(steps.map(({ plain, copy }) => copy / plain)), 2),
      row('check of the copy, ms', middle('check')),
      row('hash of the copy, ms', middle('hash')),
      row('the whole command, ms', ({ command }) => command),
      row('writes /s', ({ writesPerSecond }) => writesPerSecond),
    ],
  };
}
