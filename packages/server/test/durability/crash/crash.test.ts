/**
 * `kill -9` of the service under eight concurrent writers, again and again on one database: no acknowledged write is
 * lost, nothing is half published, journal and content agree. `CYCLES=500` before an issue is closed, fewer otherwise.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine, type TestEngine } from '../../../../testing/src/engines.ts';
import { field, given, type Scene } from '../../../../testing/src/given.ts';
import { startProcess } from '../../../../testing/src/process.ts';
import { until } from '../../../../testing/src/until.ts';
import { FIELDS, Ledger, LOCALES } from './ledger.ts';
import { verifyStored } from './stored-state.ts';
import { writeUntilGone } from './writers.ts';

const CYCLES = Number(process.env.CYCLES ?? 3);
/** A database is given up after so many, since looking through all of it takes longer each time. */
const CYCLES_A_DATABASE = 50;
const CYCLE_MAX_MS = 60_000;
const LIFE_SPREAD_MS = 500;
/** Fewer acknowledgements a cycle than this would prove nothing. */
const ACKNOWLEDGEMENTS_MIN = 6;
const ACKNOWLEDGED_WITHIN_MS = 60_000;

describeEachEngine('a service that is killed', (engine) => {
  it(`keeps what it acknowledged, whole, over ${CYCLES} kills`, { timeout: CYCLES * CYCLE_MAX_MS }, async (context) => {
    let acknowledgements = 0;
    for (let done = 0; done < CYCLES; done += CYCLES_A_DATABASE) {
      const config = await engine.freshDatabaseConfig();
      acknowledgements += await manyLives({ databaseConfig: () => config }, Math.min(CYCLES - done, CYCLES_A_DATABASE));
    }
    context.diagnostic(`${acknowledgements} acknowledged writes, ${CYCLES} kills, none lost`);
    assert.ok(acknowledgements >= CYCLES * ACKNOWLEDGEMENTS_MIN, `${acknowledgements} acknowledgements`);
  });
});

type Place = Pick<TestEngine, 'databaseConfig'>;

/** Kills a service on one database so many times. @returns how many writes were acknowledged, and are there */
async function manyLives(place: Place, cycles: number): Promise<number> {
  const ledger = new Ledger();
  const scene = await prepare(place);
  for (let cycle = 0; cycle < cycles; cycle++) await oneLife(place, scene, ledger);
  await verifyAfterRestart(place, scene, ledger);
  return ledger.acknowledgements;
}

async function prepare(place: Place): Promise<Scene> {
  const service = await startProcess({ engine: place });
  const scene = await given(service.url);
  for (const code of LOCALES.slice(1)) await scene.owner.post(`${scene.space}/locales`, { code }, 201);
  const fields = FIELDS.map((id) => field(id, 'string', { localized: true }));
  await scene.owner.post(`${scene.base}/content-types`, { api_id: 'stamped', name: 'Stamped', fields }, 201);
  const end = await service.end('SIGINT');
  assert.equal(end.code, 0, 'SIGINT drains and ends well');
  return scene;
}

/** Starts the service, checks what was promised before, lets it be written to, and kills it. */
async function oneLife(place: Place, scene: Scene, ledger: Ledger): Promise<void> {
  const service = await startProcess({ engine: place });
  const management = new Actor(service.url, scene.management.token);
  await ledger.verify(management, new Actor(service.url, scene.delivery.token), scene.read);
  const writing = writeUntilGone(management, scene.base, ledger);
  await untilAcknowledged(ledger, ledger.acknowledgements + ACKNOWLEDGEMENTS_MIN);
  await sleep(Math.random() * LIFE_SPREAD_MS);
  const end = await service.end('SIGKILL');
  assert.equal(end.signal, 'SIGKILL', `it ended by itself: ${service.output()}`);
  await writing;
  closeConnections();
  await verifyStored(place.databaseConfig());
}

/** However slow the machine is, a service is killed under writes and not before them. */
async function untilAcknowledged(ledger: Ledger, count: number): Promise<void> {
  await until(
    () => ledger.acknowledgements,
    (acknowledged) => acknowledged >= count,
    ACKNOWLEDGED_WITHIN_MS,
  );
}

async function verifyAfterRestart(place: Place, scene: Scene, ledger: Ledger): Promise<void> {
  const service = await startProcess({ engine: place });
  try {
    await ledger.verify(
      new Actor(service.url, scene.management.token),
      new Actor(service.url, scene.delivery.token),
      scene.read,
    );
  } finally {
    closeConnections();
    await service.end('SIGINT');
  }
}
