/**
 * A database that another process has locked: writes wait for it, and rejected writes were certainly not written, even if the lock
 * is released at the moment when they give up.
 */

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type ApiResponse, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { given, magazine, type Scene } from '../../../../testing/src/given.ts';
import { patience } from '../../../../testing/src/patience.ts';
import { startService } from '../../../../testing/src/service.ts';
import type { DatabaseConfig } from '../../../src/platform/database/database.ts';
import { isRefusal, verifyRefused, verifyStored, verifyWritten } from '../crash/stored-state.ts';

/** After so many refusals the database comes free, while younger writes wait. */
const REFUSED = 20;
const YOUNGER = 5;
/** What is waited for in vain, is so for a shorter time. */
const SHORTER = 0.1;
const PAUSE_MS = 5;

interface Write {
  readonly text: string;
  readonly response: ApiResponse;
}

describeEachEngine('a database that somebody else holds', (engine) => {
  it('has nothing of a write that was refused, and all of one that was not', async () => {
    let isHeld = false;
    const deadline = (usualMs: number) => (isHeld ? usualMs * SHORTER : patience(usualMs));
    const service = await startService({ engine }, { deadline });
    const scene = await given(service.url, { types: magazine });
    isHeld = true;
    const writes = await writeWhileHeld(scene, engine.databaseConfig(), () => {
      isHeld = false;
    });
    closeConnections();
    await service.close();
    const [refused, done] = [writes.filter(({ response }) => response.status !== 201), writes.filter(isDone)];
    assert.ok(refused.length >= REFUSED && done.length > 0, `${refused.length} were refused, ${done.length} were not`);
    for (const { response } of refused) assert.ok(isRefusal(response), String(response));
    await verifyStored(engine.databaseConfig());
    await verifyRefused(engine.databaseConfig(), textsOf(refused));
    await verifyWritten(engine.databaseConfig(), textsOf(done));
  });
});

/** Writes while the database is held, until some are refused; then it comes free. */
async function writeWhileHeld({ owner, base }: Scene, config: DatabaseConfig, onEnough: () => void): Promise<Write[]> {
  const release = await hold(config);
  let refused = 0;
  const write = async (text: string): Promise<Write> => {
    const response = await owner.post(`${base}/entries`, { content_type_id: 'author', fields: { name: text } });
    refused += response.status === 201 ? 0 : 1;
    return { text, response };
  };
  const writing: Promise<Write>[] = [];
  for (; refused < REFUSED; await sleep(PAUSE_MS)) writing.push(write(`held ${writing.length}`));
  onEnough();
  for (let younger = 0; younger < YOUNGER; younger++) writing.push(write(`younger ${younger}`));
  await release();
  return Promise.all(writing);
}

/** Holds what every write into an environment needs. @returns what lets it go */
async function hold(config: DatabaseConfig): Promise<() => Promise<void>> {
  if (config.kind === 'sqlite') {
    const database = new DatabaseSync(join(config.folder, 'lectern.db'));
    database.exec('BEGIN IMMEDIATE');
    return async () => database.close();
  }
  const client = new pg.Client({ connectionString: config.url });
  await client.connect();
  await client.query('BEGIN');
  await client.query('SELECT 1 FROM environments FOR UPDATE');
  return () => client.end();
}

function isDone({ response }: Write): boolean {
  return response.status === 201;
}

function textsOf(writes: readonly Write[]): string[] {
  return writes.map(({ text }) => text);
}
