/** A group of thousands: the roles of all its members change in one write, and others have their turn meanwhile. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeFirstEngine } from '../../../../testing/src/engines.ts';
import { type Member, signUp } from '../../../../testing/src/given.ts';
import { startService, type TestService } from '../../../../testing/src/service.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { providerOf } from './provider.ts';

const MEMBERS = 1_000;
const ROWS_AT_ONCE = 100;
/** Of the event loop, in which roles are written; without rests it is one. */
const TURNS_MIN = 10;

describeFirstEngine('a large SCIM group', (engine) => {
  let service: TestService;
  let database: Database;
  let owner: Member;
  /** Counts the turns of the event loop. */
  let turn = 0;
  const turnsOfRoles = new Set<number>();
  before(async () => {
    const onStatement = (sql: string) => {
      if (sql.startsWith('update "memberships"')) turnsOfRoles.add(turn);
    };
    service = await startService({ engine }, { onStatement });
    database = await openDatabase(engine.databaseConfig());
    owner = await signUp(service.url);
  });
  after(async () => {
    closeConnections();
    await database?.close();
    await service?.close();
  });

  it('gets its role without holding up others', async () => {
    const ids = Array.from({ length: MEMBERS }, (_, at) => `usr_large_${String(at).padStart(6, '0')}`);
    for (let from = 0; from < MEMBERS; from += ROWS_AT_ONCE) await addMembers(ids.slice(from, from + ROWS_AT_ONCE));
    const provider = await providerOf(owner);
    const group = await provider.addGroup('All', ids);
    turnsOfRoles.clear();
    let counting = setImmediate(function count() {
      turn += 1;
      counting = setImmediate(count);
    });
    try {
      await owner.actor.patch(`/accounts/${owner.accountId}/scim-groups/${group}`, { role: 'editor' }, 200);
    } finally {
      clearImmediate(counting);
    }
    const roles = database.reader.selectFrom('memberships').select('role').where('account_id', '=', owner.accountId);
    assert.equal((await roles.where('role', '=', 'editor').execute()).length, MEMBERS);
    assert.ok(turnsOfRoles.size >= TURNS_MIN, `the roles are written in ${turnsOfRoles.size} turns`);
  });

  const addMembers = (ids: readonly string[]) =>
    database.write(async (writer) => {
      const at = Date.now();
      const users = ids.map((id) => {
        const email = `${id}@example.com`;
        const times = { created_at: at, updated_at: at, email_verified_at: at, suspended_at: null, deletion_at: null };
        return { id, email, email_folded: email, name: '', password_hash: '', language: null, version: 1, ...times };
      });
      await writer.insertInto('users').values(users).execute();
      const members = ids.map((user_id) => {
        const is = {
          role: 'viewer',
          break_glass: 0,
          version: 1,
          last_seen_at: null,
          suspended_at: null,
          created_at: at,
        };
        return { account_id: owner.accountId, user_id, ...is };
      });
      await writer.insertInto('memberships').values(members).execute();
    });
});
