/**
 * Cached responses equal recomputed ones and those of the oracle: random queries to two workers while content is published,
 * unpublished and deleted and its model changes, in every encoding, with and without the tags of earlier responses. Each response
 * matches the content of the revision that it claims to show, and none is older than what was acknowledged before its request.
 * `CONSISTENCY_REQUESTS=100000` is how many requests there are; a difference prints its seed.
 */
import { it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { given } from '../../../../testing/src/given.ts';
import { startProcess } from '../../../../testing/src/process.ts';
import { SEED } from '../../../../testing/src/seed.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import { type Line, lineToEach, METRICS_TOKEN } from '../../nodes/workers/line.ts';
import { type Query, randomQuery } from './query.ts';
import { Random } from './random.ts';
import { Reader } from './reader.ts';
import { makeWriter, type Writer } from './writer.ts';

const REQUESTS = Number(process.env.CONSISTENCY_REQUESTS ?? 300);
/** What the query engine may hold: enough for all that is read, and too little. */
const INDEX_MEGABYTES = [160, 1];
const WORKERS = 2;
const LINES_A_WORKER = 2;
/** Queries that are repeated, so that their responses are cached; now and then they are replaced by others. */
const QUESTIONS_AGAIN = 16;
const QUESTION_REPLACED = 0.1;
const QUESTIONS_A_ROUND = 4;
const TIMES_MAX = 4;
const WRITES_MAX = 3;
const MODEL_CHANGED = 0.02;
/** On PostgreSQL, another process may be this far behind acknowledged writes, and a busy machine adds to that. */
const NEWS_MAX_MS = 1_000;
const SLACK_MS = 1_000;

for (const megabytes of INDEX_MEGABYTES) {
  describeEachEngine(`two workers with ${megabytes} MB of index memory`, (engine) => {
    const staleMaxMs = engine.kind === 'sqlite' ? 0 : NEWS_MAX_MS + SLACK_MS;

    it(`show what was acknowledged, in ${REQUESTS} random requests`, { timeout: 3_600_000 }, async (context) => {
      const memory = { LECTERN_INDEX_MEMORY: String(megabytes) };
      const env = { LECTERN_METRICS_TOKEN: METRICS_TOKEN, LECTERN_LOG_LEVEL: 'info', ...memory };
      const service = await startProcess({ engine, env }, ['--workers', String(WORKERS)]);
      const database = await openDatabase(engine.databaseConfig());
      const lines: Line[] = [];
      try {
        for (let time = 0; time < LINES_A_WORKER; time++) lines.push(...(await lineToEach(service.url, WORKERS)));
        const random = new Random(SEED);
        const scene = await given(service.url);
        const writer = await makeWriter({ scene, random, database });
        await writer.fill();
        await sleep(staleMaxMs);
        const reader = new Reader({ scene, writer, random, lines, staleMaxMs });
        await play({ writer, reader, random, staleMaxMs });
        tell(context, reader, writer);
      } catch (error) {
        throw new Error(`With SEED=${SEED}: ${(error as Error).message}`, { cause: error });
      } finally {
        for (const line of lines) line.close();
        closeConnections();
        await database.close();
        await service.end('SIGINT');
      }
    });
  });
}

interface Play {
  readonly writer: Writer;
  readonly reader: Reader;
  readonly random: Random;
  readonly staleMaxMs: number;
}

async function play(parts: Play): Promise<void> {
  const { writer, reader, random, staleMaxMs } = parts;
  const again = Array.from({ length: QUESTIONS_AGAIN }, () => randomQuery(random, writer.content));
  while (reader.counts.requests < REQUESTS) {
    if (random.chance(QUESTION_REPLACED)) again[random.below(again.length)] = randomQuery(random, writer.content);
    if (random.chance(MODEL_CHANGED)) {
      await writer.changeModel();
      // A worker that has not heard of a new name yet rejects it.
      await sleep(staleMaxMs);
    }
    await askWhileWriting(parts, () => random.pick(again));
    for (let count = 0; count < QUESTIONS_A_ROUND; count++) await askAgain(reader, random.pick(again), random);
  }
}

/** Sends queries until some writes are done; only then are the expected responses known. */
async function askWhileWriting({ writer, reader, random }: Play, next: () => Query): Promise<void> {
  let isOver = false;
  const writing = async () => {
    for (let left = 1 + random.below(WRITES_MAX); left > 0; left--) await writer.change();
  };
  const [answered] = await Promise.all([
    reader.askUntil(() => isOver, next),
    writing().finally(() => {
      isOver = true;
    }),
  ]);
  reader.check(answered);
}

/** One query several times, in a form that was never used before, and its next page. */
async function askAgain(reader: Reader, query: Query, random: Random): Promise<void> {
  for (let times = 1 + random.below(TIMES_MAX); times > 0; times--) await reader.ask(query);
  await reader.compareWithNew(query);
  await reader.askForNextPage(query);
}

function tell(context: TestContext, { counts }: Reader, writer: Writer): void {
  const { requests, notModified, compressed, compared, followed } = counts;
  context.diagnostic(
    `${requests} requests (${notModified} were 304, ${compressed} compressed, ${compared} compared with a response made anew, ${followed} next pages), revision ${writer.revision}, 0 differences`,
  );
}
