/**
 * What remains of an account and of a user after their grace period: nothing that names them, in any table, although the service
 * is killed meanwhile (`KILLS=20` before an issue is closed). The audit stays intact.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine, type TestEngine } from '../../../../testing/src/engines.ts';
import { serviceEnvironment } from '../../../../testing/src/environment.ts';
import {
  addTypes,
  createEntry,
  given,
  invite,
  joinAs,
  type Member,
  magazine,
  PASSWORD,
  type Scene,
} from '../../../../testing/src/given.ts';
import { runProgram, startProcess } from '../../../../testing/src/process.ts';
import { until } from '../../../../testing/src/until.ts';
import type { Tables } from '../../../src/platform/database/columns.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { readSources } from '../../tidy/source-file.ts';
import { tablesIn } from '../../tidy/tables.ts';

const KILLS = Number(process.env.KILLS ?? 1);
const LIFE_SPREAD_MS = 300;
const ENTRIES = 300;
const ACCOUNT_NAME = 'Saltmarsh Quarterly';

describeEachEngine('removal', (engine) => {
  it(`leaves nothing that names an account or a user, over ${KILLS} kills`, { timeout: 600_000 }, async () => {
    const { scene, leaver, kept } = await prepare(engine);
    const database = await openDatabase(engine.databaseConfig());
    try {
      const { accountId, email } = scene.member;
      await makeDue(database, { accountId, userIds: [leaver.userId, scene.member.userId] });
      for (let kill = 0; kill < KILLS; kill++) {
        const service = await startProcess({ engine });
        await sleep(Math.random() * LIFE_SPREAD_MS);
        await service.end('SIGKILL');
      }
      const service = await startProcess({ engine });
      try {
        await until(() => isGone(database, [ACCOUNT_NAME, email, leaver.email]));
        await nobodyGetsIn(service.url, { scene, leaver, kept });
        await until(
          () => environmentsOf(database, scene.spaceId),
          (count) => count === 0,
        );
        for (const table of ['entries', 'webhooks', 'api_keys', 'invitations'] as const)
          assert.equal(await countRows(database, table), table === 'api_keys' ? 3 : table === 'entries' ? 1 : 0, table);
        await verifyAudit(engine);
      } finally {
        closeConnections();
        await service.end('SIGINT');
      }
    } finally {
      await database.close();
    }
  });
});

interface Cast {
  /** Its account and its owner are deleted. */
  readonly scene: Scene;
  /** A member of both accounts, who is deleted. */
  readonly leaver: Member;
  /** An account that stays. */
  readonly kept: Scene;
}

/** Two accounts with content. A person who belongs to both has written in the one that stays. */
async function prepare(engine: TestEngine): Promise<Cast> {
  const service = await startProcess({ engine });
  try {
    const [scene, kept] = [await given(service.url), await given(service.url)];
    const { actor, accountId } = scene.member;
    for (const one of [scene, kept]) await addTypes(one, magazine);
    for (let n = 0; n < ENTRIES; n++)
      await createEntry(actor, scene.base, { content_type_id: 'author', fields: { name: 'Ada' } });
    await actor.post(`${scene.space}/webhooks`, { name: 'Index', url: 'https://receiver.invalid/' }, 201);
    await invite(scene.member);
    const leaver = await joinAs(kept.member, 'editor');
    await createEntry(leaver.actor, kept.base, { content_type_id: 'author', fields: { name: 'Kept' } });
    await join(scene.member, leaver, 'viewer');
    await join(scene.member, kept.member, 'admin');
    // A record of somebody who stays mentions the deleted account in the kept audit.
    const session = await kept.owner.post('/auth/switch-account', { account_id: accountId }, 200);
    const admin = new Actor(service.url, session.string('access_token'));
    await admin.patch(`/accounts/${accountId}`, { name: ACCOUNT_NAME }, 200);
    await actor.delete(`/accounts/${accountId}`, 200);
    for (const by of [actor, leaver.actor]) {
      const asked = await by.send('DELETE', '/auth/me', { body: { password: PASSWORD } });
      assert.equal(asked.status, 200, String(asked));
    }
    return { scene, leaver, kept };
  } finally {
    closeConnections();
    await service.end('SIGINT');
  }
}

/** Makes a person a member of an account. */
async function join({ actor, accountId }: Member, { actor: person, email }: Member, role: string): Promise<void> {
  const invitation = await actor.post(`/accounts/${accountId}/invitations`, { email, role }, 201);
  await person.post('/invitations/accept', { token: invitation.string('token') }, 200);
}

/** Moves both deletions to the past, as if two weeks had passed. */
async function makeDue(database: Database, ids: { accountId: string; userIds: string[] }): Promise<void> {
  const due = { deletion_at: Date.now() - 1 };
  await database.write(async (writer) => {
    await writer.updateTable('accounts').set(due).where('id', '=', ids.accountId).execute();
    await writer.updateTable('users').set(due).where('id', 'in', ids.userIds).execute();
    await writer.deleteFrom('mails').execute();
  });
}

/** Whether no row of any table contains one of the texts. */
async function isGone(database: Database, texts: readonly string[]): Promise<boolean> {
  for (const table of tablesIn(readSources()) as (keyof Tables)[]) {
    const rows = JSON.stringify(await database.reader.selectFrom(table).selectAll().execute());
    if (texts.some((text) => rows.includes(text))) return false;
  }
  return true;
}

async function nobodyGetsIn(url: string, { scene, leaver, kept }: Cast): Promise<void> {
  const nobody = new Actor(url, null);
  for (const { email } of [scene.member, leaver]) await nobody.post('/auth/login', { email, password: PASSWORD }, 401);
  for (const { token } of [scene.owner, leaver.actor, scene.delivery, scene.management])
    assert.equal((await new Actor(url, token).get('/delivery/token-info')).status, 401);
  const login = await nobody.post('/auth/login', { email: kept.member.email, password: PASSWORD }, 200);
  const owner = new Actor(url, login.string('access_token'));
  const entries = await owner.get(`${kept.base}/entries`, 200);
  assert.deepEqual(entries.each('items', 'created_by'), [leaver.userId], 'what they wrote stays');
  const members = await owner.get(`/accounts/${kept.member.accountId}/members`, 200);
  assert.deepEqual(members.each('items', 'user_id'), [kept.member.userId]);
  const audit = await owner.get(`/accounts/${kept.member.accountId}/audit?actor=${leaver.userId}`, 200);
  assert.ok(audit.number('total') > 0);
  assert.deepEqual(new Set(audit.each('items', 'actor.name')), new Set([null]));
  const ended = await owner.get(`/accounts/${kept.member.accountId}/audit?action=member.delete`, 200);
  assert.equal(ended.at('items.0.target.id'), leaver.userId);
}

async function environmentsOf(database: Database, spaceId: string): Promise<number> {
  const query = database.reader.selectFrom('environments').select('number').where('space_id', '=', spaceId);
  return (await query.execute()).length;
}

async function countRows(database: Database, table: keyof Tables): Promise<number> {
  return (await database.reader.selectFrom(table).selectAll().execute()).length;
}

async function verifyAudit(engine: TestEngine): Promise<void> {
  const { code, output } = await runProgram(['audit', 'verify', '--json'], serviceEnvironment({ engine }));
  assert.equal(code, 0, output);
}
