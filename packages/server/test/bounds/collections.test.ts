/** Collections of the management plane: a page only reads what it shows, and each collection has a ceiling. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Actor, type ApiResponse, closeConnections } from '../../../testing/src/client.ts';
import { describeEachEngine } from '../../../testing/src/engines.ts';
import {
  createEntry,
  freshEmail,
  given,
  joinAs,
  magazine,
  makeKey,
  PASSWORD,
  type Scene,
} from '../../../testing/src/given.ts';
import { holdJob } from '../../../testing/src/held-job.ts';
import { startService, type TestService } from '../../../testing/src/service.ts';
import { openDatabase } from '../../src/platform/database/connect.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { archiveOf, sendArchive } from '../branches/transfer/archives.ts';
import { providerOf } from '../identity/scim/provider.ts';

const CEILING = 1_000;
const MEMBERS_MAX = 10_000;
/** Views of one person in a space. */
const VIEWS_MAX = 100;
/** Requests beyond a ceiling. */
const AT_ONCE = 12;
/** Rows read at once for a long list. */
const PAGE_ROWS = 500;
const ROWS_AT_ONCE = 500;
const ITEMS = 5;
const FEW = 3;

describeEachEngine('collections', (engine) => {
  let service: TestService;
  let database: Database;
  const statements: string[] = [];
  before(async () => {
    service = await startService({ engine }, { onStatement: (sql) => statements.push(sql) });
    database = await openDatabase(engine.databaseConfig());
  });
  after(async () => {
    closeConnections();
    await database?.close();
    await service?.close();
  });

  /** The contents of a list, and the columns that only statements for whole rows have. */
  const collections: Record<string, [path: (scene: Scene) => string, whole: RegExp]> = {
    webhooks: [({ space }) => `${space}/webhooks`, /^select \* from "webhooks"/],
    'API keys': [({ space }) => `${space}/api-keys`, /^select \* from "api_keys"/],
    environments: [({ space }) => `${space}/environments`, /^select "environments".*"cloned_revision".* where/],
    spaces: [() => '/spaces', /^select "spaces".*"strip_metadata".*account_id/],
    views: [({ space }) => `${space}/views`, /^select \* from "saved_views"/],
    'SCIM groups': [({ member }) => `/accounts/${member.accountId}/scim-groups`, /^select .* from "scim_group/],
  };
  it('read the rows of a page whole, and of the others only what they are ordered by', async (context) => {
    const scene = await given(service.url);
    await holdJob(database, context, 'webhook-sending');
    const { owner, space, member } = scene;
    const provider = await providerOf(member);
    for (let at = 1; at < ITEMS; at++) {
      await owner.post(`${space}/webhooks`, { name: `w${at}`, url: 'https://hooks.example/' }, 201);
      await makeKey(owner, scene.spaceId, { kind: 'delivery' });
      await owner.post(`${space}/environments`, { name: `e${at}` }, 201);
      await owner.post('/spaces', { name: `s${at}` }, 201);
      await owner.post(`${space}/views`, { name: `v${at}`, query: '', shared: false, columns: [] }, 201);
      await provider.addGroup(`g${at}`);
    }
    for (const [name, [path, whole]] of Object.entries(collections)) {
      const all = (await owner.get(`${path(scene)}?order=-name&limit=1000`, 200)).each('items', 'id');
      assert.ok(all.length >= ITEMS - 1, name);
      const begun = statements.length;
      const page = await owner.get(`${path(scene)}?order=-name&limit=1&skip=1`, 200);
      assert.deepEqual(page.each('items', 'id'), all.slice(1, 2), name);
      assert.equal(page.at('total'), all.length, name);
      const reads = statements.slice(begun).filter((sql) => whole.test(sql) && !isNarrow(sql));
      assert.ok(reads.length > 0, `${name}: ${statements.slice(begun).join('\n')}`);
      for (const sql of reads) assert.match(sql, / in \((\?|\$\d+)\)/, `${name}: one row alone`);
    }
  });

  it('in the order of their ids read no more rows than a page shows, whatever it is limited to', async (context) => {
    const scene = await given(service.url, { types: magazine });
    await holdJob(database, context, 'webhook-sending');
    const { owner, space, base, member, spaceId } = scene;
    const account = `/accounts/${member.accountId}`;
    const author = await createEntry(owner, base, { content_type_id: 'author', fields: { name: 'Ada' } });
    for (let at = 0; at < FEW; at++) {
      await owner.post(`${space}/webhooks`, { name: `w${at}`, url: 'https://hooks.example/' }, 201);
      await makeKey(owner, spaceId, { kind: 'delivery' });
      await owner.post(`${account}/invitations`, { email: freshEmail(), role: 'viewer' }, 201);
      await joinAs(member, 'viewer');
      await createEntry(owner, base, { content_type_id: 'article', fields: { title: `${at}`, author } });
      await owner.patch(`/entries/${author}`, { fields: { name: `Ada ${at}` } }, 200);
    }
    const lists: Record<string, [path: string, table: string, id: string]> = {
      webhooks: [`${space}/webhooks`, 'webhooks', 'id'],
      'API keys': [`${space}/api-keys`, 'api_keys', 'id'],
      invitations: [`${account}/invitations`, 'invitations', 'id'],
      members: [`${account}/members`, 'memberships', 'user_id'],
      'members with a role': [`${account}/members?role=viewer`, 'memberships', 'user_id'],
      'references to an entry': [`/entries/${author}/references`, 'entry_links', 'id'],
      'versions of an entry': [`/entries/${author}/versions`, 'entry_versions', 'version'],
    };
    for (const [name, [path, table, id]] of Object.entries(lists)) {
      const whole = await owner.get(path, 200);
      const all = whole.each('items', id);
      assert.ok(all.length >= FEW, name);
      const begun = statements.length;
      const walked = await walk(owner, `${path}${path.includes('?') ? '&' : '?'}limit=2`, id);
      assert.deepEqual(walked, all, name);
      const skipped = await owner.get(`${path}${path.includes('?') ? '&' : '?'}limit=2&skip=1`, 200);
      assert.deepEqual([skipped.each('items', id), skipped.at('total')], [all.slice(1, 3), all.length], name);
      // Jobs of the service read too, of other tables first.
      const reads = statements.slice(begun).filter((sql) => / from "(\w+)"/.exec(sql)?.[1] === table);
      const lists = reads.filter((sql) => /order by/.test(sql));
      assert.ok(lists.length >= all.length / 2, name);
      for (const sql of lists) assert.match(sql, / limit /, `${name}: ${sql}`);
    }
  });

  it('of exports look only for the progress of those on the page', async (context) => {
    const { owner, space } = await given(service.url);
    await holdJob(database, context, 'export-making');
    for (let at = 0; at < 2; at++) await owner.post(`${space}/exports`, {}, 201);
    const begun = statements.length;
    await owner.get(`${space}/exports?limit=1`, 200);
    assert.equal(statements.slice(begun).filter((sql) => sql.includes('sum("items")')).length, 1);
  });

  it('have a ceiling, up to which they can be filled', async () => {
    const scene = await given(service.url);
    const { owner, space, spaceId } = scene;
    const { reader } = database;
    const key = await reader
      .selectFrom('api_keys')
      .selectAll()
      .where('space_id', '=', spaceId)
      .executeTakeFirstOrThrow();
    const keys = Number((await owner.get(`${space}/api-keys`, 200)).at('total'));
    await fill(CEILING - 1 - keys, (writer, at) =>
      writer
        .insertInto('api_keys')
        .values({ ...key, id: `${key.id}${at}`, token_hash: `${key.token_hash}${at}` })
        .execute(),
    );
    const master = await reader
      .selectFrom('environments')
      .selectAll()
      .where('space_id', '=', spaceId)
      .executeTakeFirstOrThrow();
    await fill(CEILING - 2, (writer, at) =>
      writer
        .insertInto('environments')
        .values({ ...master, id: `${master.id}${at}`, name: `filled${at}`, number: 1_000_000 + at })
        .execute(),
    );
    const one = await reader.selectFrom('spaces').selectAll().where('id', '=', spaceId).executeTakeFirstOrThrow();
    await fill(CEILING - 2, (writer, at) =>
      writer
        .insertInto('spaces')
        .values({ ...one, id: `${spaceId}${at}` })
        .execute(),
    );
    const filled: [string, object, RegExp][] = [
      [`${space}/api-keys`, { name: 'k', kind: 'delivery' }, /a space has at most 1000/],
      [`${space}/environments`, { name: 'last' }, /a space has at most 1000/],
      ['/spaces', { name: 'last' }, /an account has at most 1000/],
    ];
    for (const [path, body, reason] of filled) {
      await owner.post(path, body, 201);
      const refused = await owner.post(path, { ...body, name: 'more' }, 409);
      assert.equal(refused.at('detail.code'), 'conflict');
      assert.match(refused.string('detail.message'), reason);
    }
    await owner.delete(`${space}/environments/last`, 204);
    await owner.post(`${space}/environments/master/clone`, { name: 'again' }, 201);
    await owner.post(`${space}/environments/master/clone`, { name: 'more' }, 409);
  });

  it('have a ceiling for what is created at once, too', async (context) => {
    const { owner, space, spaceId } = await given(service.url);
    const keys = database.reader.selectFrom('api_keys').selectAll().where('space_id', '=', spaceId);
    const [key, ...others] = await keys.execute();
    assert.ok(key !== undefined);
    await fill(CEILING - 3 - others.length, (writer, at) =>
      writer
        .insertInto('api_keys')
        .values({ ...key, id: `${key.id}${at}`, token_hash: `${key.token_hash}${at}` })
        .execute(),
    );
    const view = { query: '', shared: false, columns: [] };
    const { id } = (await owner.post(`${space}/views`, { ...view, name: 'first' }, 201)).json as { id: string };
    const row = await database.reader
      .selectFrom('saved_views')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await fill(VIEWS_MAX - 3, (writer, at) =>
      writer
        .insertInto('saved_views')
        .values({ ...row, id: `${id}${at}` })
        .execute(),
    );
    await holdJob(database, context, 'import-running');
    const archive = archiveOf([['export.json', '{"format":"lectern-export","version":1,"environments":["master"]}']]);
    const created: Record<string, [allowed: number, create: (n: number) => Promise<ApiResponse>]> = {
      'API keys': [2, (n) => owner.post(`${space}/api-keys`, { name: `key ${n}`, kind: 'delivery' })],
      imports: [1, () => sendArchive({ owner, space }, archive)],
      views: [2, (n) => owner.post(`${space}/views`, { ...view, name: `view ${n}` })],
    };
    for (const [what, [allowed, create]] of Object.entries(created)) {
      const responses = await Promise.all(Array.from({ length: allowed + AT_ONCE }, (_, n) => create(n)));
      const statuses = responses.map(({ status }) => status).sort();
      const wanted = [...Array<number>(allowed).fill(201), ...Array<number>(AT_ONCE).fill(409)];
      assert.deepEqual(statuses, wanted, what);
    }
  });

  it('of members are read in pages, and have a ceiling', async () => {
    const { owner, member } = await given(service.url);
    const members = `/accounts/${member.accountId}/members`;
    const at = Date.now();
    const times = { created_at: at, updated_at: at, email_verified_at: at, suspended_at: null, deletion_at: null };
    await fill(MEMBERS_MAX - 2, async (writer, number) => {
      const id = `${member.userId}${String(number).padStart(6, '0')}`;
      const email = `${id}@example.com`;
      const user = {
        id,
        email,
        email_folded: email,
        name: '',
        password_hash: '',
        language: null,
        version: 1,
        ...times,
      };
      await writer.insertInto('users').values(user).execute();
      const is = { role: 'viewer', break_glass: 0, version: 1, last_seen_at: null, suspended_at: null, created_at: at };
      await writer
        .insertInto('memberships')
        .values({ account_id: member.accountId, user_id: id, ...is })
        .execute();
    });
    const begun = statements.length;
    const page = await owner.get(`${members}?limit=1&order=email`, 200);
    assert.equal(page.at('total'), MEMBERS_MAX - 1);
    const reads = statements.slice(begun).filter((sql) => /from "memberships".*order by .* limit /.test(sql));
    assert.equal(reads.length, MEMBERS_MAX / PAGE_ROWS, 'a statement for each page');
    await joinAs(member, 'viewer');
    const email = freshEmail();
    const invitation = await owner.post(`/accounts/${member.accountId}/invitations`, { email, role: 'viewer' }, 201);
    const body = { email, password: PASSWORD, invitation_token: invitation.string('token') };
    const refused = await new Actor(service.url, null).post('/auth/signup', body, 409);
    assert.match(refused.string('detail.message'), /An account has at most 10000 members/);
  });

  type Writer = Parameters<Parameters<Database['write']>[0]>[0];
  const fill = async (count: number, insert: (writer: Writer, at: number) => Promise<unknown>) => {
    for (let from = 0; from < count; from += ROWS_AT_ONCE)
      await database.write(async (writer) => {
        for (let at = from; at < Math.min(count, from + ROWS_AT_ONCE); at++) await insert(writer, at);
      });
  };
});

/** The ids of all pages of a list, one after the other. */
async function walk(actor: Actor, path: string, id: string): Promise<unknown[]> {
  const ids: unknown[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const page: ApiResponse = await actor.get(next, 200);
    ids.push(...page.each('items', id));
    next = /^<([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1];
  }
  return ids;
}

/** Whether a statement reads only sort keys of items, or their number. */
function isNarrow(sql: string): boolean {
  return (
    /^select "id", "display_name", "created_at", "updated_at" from/.test(sql) || /count\(\*\) as "count" from/.test(sql)
  );
}
