/** Faults that are not in entries: where they are planted, and the expected report of the doctor. */
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Actor } from '../../../../testing/src/client.ts';
import type { TestEngine } from '../../../../testing/src/engines.ts';
import type { Scene } from '../../../../testing/src/given.ts';
import { untilCloned } from '../../branches/clone/clones.ts';
import { makeExport } from '../../branches/transfer/archives.ts';
import { upload } from '../../branches/transfer/full-space.ts';
import { makeWebhook } from '../../webhooks/webhook.ts';
import { type Expected, plant } from './plant.ts';

/** A time in milliseconds that no test lives to see. */
const FAR_OFF = 4_000_000_000_000;
const YEAR_MS = 31_536_000_000;
/** Bytes that are no compressed text. */
const NO_BYTES = { sqlite: "x'00'", postgres: "'\\x00'::bytea" } as const;
const NO_SERVER = 'postgres://lectern@127.0.0.1:1/content';
const STRAY = 2 ** 32 + 999_999;

/** What the faults are planted into, beside the scene's own space. */
export interface Others {
  readonly accountId: string;
  readonly userId: string;
  /** A second space: with a content type, and nothing else. */
  readonly space: string;
  /** A third one, which is empty. */
  readonly empty: string;
  /** A webhook that is switched off. */
  readonly webhook: string;
  /** A merge into the second space. */
  readonly merge: string;
  /** The keys of three change sets of the second space. */
  readonly sets: readonly string[];
  /** An export of the scene's own space. */
  readonly made: string;
  /** Four keys of the second space, the last of them for management. */
  readonly keys: readonly string[];
}

export async function fillOthers(scene: Scene): Promise<Others> {
  const { owner, base, member } = scene;
  await upload(scene, base, { key: 'note', name: 'note.txt', bytes: 'A note.' });
  await upload(scene, base, { key: 'other', name: 'other.txt', bytes: 'Another.' });
  const asset = (await owner.get(`${base}/media`, 200)).each('items', 'id')[0];
  await owner.patch(`/media/${asset}`, { title: 'A note about nothing' }, 200);
  const space = (await owner.post('/spaces', { name: 'Second' }, 201)).string('id');
  const empty = (await owner.post('/spaces', { name: 'Third' }, 201)).string('id');
  await owner.put(`/spaces/${space}/environments/master/content-types/thing`, { name: 'Thing', fields: [] }, 201);
  const webhook = (await makeWebhook(scene, 'https://example.com/', { active: false })).string('id');
  const merge = await mergeBranch(owner, `/spaces/${space}`);
  const made = (await makeExport(scene)).string('id');
  const sets: string[] = [];
  for (const name of ['One', 'Two', 'Three']) {
    const set = await owner.post(`/spaces/${space}/environments/master/change-sets`, { name }, 201);
    sets.push(set.string('id').split('_').at(-1) ?? '');
  }
  const keys: string[] = [];
  for (const kind of ['delivery', 'delivery', 'preview', 'management'])
    keys.push((await owner.post(`/spaces/${space}/api-keys`, { name: kind, kind }, 201)).string('id'));
  return { accountId: member.accountId, userId: member.userId, space, empty, webhook, merge, made, sets, keys };
}

/** Clones the environment of a space, changes the clone, and merges it. @returns the id of the merge */
async function mergeBranch(owner: Actor, space: string): Promise<string> {
  const master = `${space}/environments/master`;
  await owner.post(`${master}/clone`, { name: 'branch' }, 201);
  await untilCloned(owner, space, 'branch');
  await owner.put(`${space}/environments/branch/content-types/more`, { name: 'More', fields: [] }, 201);
  return (await owner.post(`${master}/merges`, { from: 'branch', dry_run: false }, 201)).string('id');
}

/** A server that there is not, and one that is no replica: on SQLite there are none. */
export function wrongReplicas(engine: TestEngine): Record<string, string> {
  const config = engine.databaseConfig();
  if (config.kind === 'sqlite') return {};
  return { LECTERN_DATABASE_READ_URL: `${NO_SERVER},${config.url}` };
}

/** Plants the faults, one of each kind. */
export async function plantOthers(
  engine: TestEngine,
  env: Record<string, string>,
  others: Others,
): Promise<Expected[]> {
  const { accountId, userId, space, empty, webhook, merge, made, sets, keys } = others;
  await plant(engine.databaseConfig(), [
    "update environments set assets = assets + 1, asset_bytes = asset_bytes + 7, content_types = content_types + 2 where name = 'master'",
    "delete from journal_heads where revision = 2 and environment in (select number from environments where name = 'master')",
    "delete from journal_items where revision = 3 and environment in (select number from environments where name = 'master')",
    `update usage_counters set used = used + 5 where metric in ('environments', 'spaces', 'locales', 'members', 'api_keys', 'webhooks')`,
    `insert into entry_states (id, version, document) values (${STRAY}, 1, '{}')`,
    "update journal set action = 'entry.forged' where id = 2",
    'drop index webhook_attempts_by_event',
    'alter table ai_usage drop column output_tokens',
    "insert into recovery_codes (user_id, code_hash) values ('usr_gone', 'none')",
    `update spaces set next_locale_number = 0 where id = '${space}'`,
    `update locales set is_default = 0, fallback = 99 where space_id = '${space}'`,
    `update environment_names set environment = null where space_id = '${empty}'`,
    `insert into environment_names (code, space_id, name, environment, revision) values ('ghost1', '${space}', 'ghost', null, 0)`,
    `insert into environment_aliases (code, number, id, version, created_at, updated_at) values ('ghost1', 999, 'als_ghost', 1, 1, 1)`,
    `update content_types set definition = '{' where api_id = 'thing'`,
    'update environments set next_type_number = 0',
    'delete from asset_searches',
    `insert into asset_searches (asset, locale, search_text) values (${STRAY}, 1, 1)`,
    "update counters set next = 1 where scope like 'entries:%' or scope like 'assets:%'",
    `insert into webhook_attempts (webhook, id, delivery, event, attempt, step, status, due_at, revision, ordinal, created_at)
      values ('${webhook}', 'atm_1', 'dlv_gone', 'entry.create', 1, 1, 'pending', 0, 1, 0, 1)`,
    'update webhook_cursors set revision = 999999',
    `update memberships set role = 'ghost' where account_id = '${accountId}'`,
    `update users set email_folded = 'nobody' where id = '${userId}'`,
    `insert into subscriptions (account_id, plan, status, version, created_at, updated_at) values ('${accountId}', 'forgotten', 'active', 1, 1, 1)`,
    `update sessions set expires_at = created_at + ${YEAR_MS} where user_id = '${userId}'`,
    `insert into sessions (id, user_id, account_id, family, refresh_hash, method, ip, user_agent, created_at, last_used_at, idle_expires_at, expires_at)
      values ('ses_astray', '${userId}', 'acc_gone', 'astray', 'none', 'password', '::1', '', 1, 1, 2, 2)`,
    `update api_keys set kind = 'ghost' where id = '${keys[0]}'`,
    `update api_keys set token_hash = 'none' where id = '${keys[1]}'`,
    `update api_keys set environments = '[' where id = '${keys[2]}'`,
    `update api_keys set role = 'ghost' where id = '${keys[3]}'`,
    copyOfMerge(merge, { id: 'mrg_miscounted', entries: 'entries + 5' }),
    copyOfMerge(merge, { id: 'mrg_gone', environment: '999' }),
    `update merges set result = ${NO_BYTES[engine.kind]}, before = ${NO_BYTES[engine.kind]} where id = '${merge}'`,
    "update merge_bases set state = '{' where kind = 'content_type'",
    "insert into merge_bases (environment, other, kind, key) values (997, 0, 'entry', 'a'), (1, 998, 'entry', 'a')",
    `update change_sets set due_at = 5 where key = '${sets[0]}'`,
    itemOf(sets[1], { changes: '{' }),
    itemOf(sets[1], { set: 'gone' }),
    `update change_sets set environment = 996 where key = '${sets[2]}'`,
    `update export_pieces set begins = null where export = '${made}'`,
    `insert into exports (id, account_id, space_id, status, stage, passes, failures, next_part, size, total, entries, assets, files, created_at, created_by, expires_at)
      values ('exp_stuck', '${accountId}', '${space}', 'running', 'ghost', 0, 0, 1, 0, 0, 0, 0, 0, 1, 'nobody', ${FAR_OFF})`,
    runningImport('imp_stuck', 'ghost', others),
    runningImport('imp_lost', 'scan', others),
  ]);
  rmSync(join(env.LECTERN_DATA_DIR ?? '', 'storage', 'exports'), { recursive: true });
  spoilFiles(join(env.LECTERN_DATA_DIR ?? '', 'storage', 'files'));
  const derived = { name: '', isDerived: true };
  const lost = { name: '', isDerived: false };
  const account = `account ${accountId}`;
  const counted = ['environments', 'spaces', 'locales', 'members', 'api_keys', 'webhooks'];
  const expected = [
    { ...derived, about: 'environment master', problem: /counts 3 assets, but has 2/ },
    { ...derived, about: 'environment master', problem: /asset_bytes/ },
    { ...derived, about: 'environment master', problem: /content_types/ },
    { ...lost, about: 'environment master', problem: /changes of revision 2 without their row/ },
    { ...lost, about: 'environment master', problem: /lacks changes of revision 3 in the journal/ },
    ...counted.map((metric) => ({ ...derived, about: account, problem: new RegExp(`counts \\d+ ${metric}, but has`) })),
    { ...derived, about: `row ${STRAY} of`, problem: /is no entry, but has a state/ },
    { ...lost, about: 'audit of', problem: /not as it was written/ },
    { ...lost, about: 'file files/', problem: /is not stored/ },
    { ...lost, about: 'file files/', problem: /has other content than was uploaded/ },
    { ...derived, about: 'index webhook_attempts_by_event', problem: /is missing/ },
    { ...lost, about: 'column ai_usage.output_tokens', problem: /is missing/ },
    { ...lost, about: 'of recovery_codes', problem: /users that (does|do) not exist/ },
    { ...derived, about: `space ${space}`, problem: /continues with locale number 0/ },
    { ...lost, about: `space ${space}`, problem: /has 0 default locales/ },
    { ...lost, about: `space ${space}`, problem: /falls back to one that does not exist/ },
    { ...derived, about: `name master of space ${empty}`, problem: /points to environment none/ },
    { ...lost, about: 'alias ghost', problem: /points to no environment/ },
    { ...lost, about: 'content types thing', problem: /cannot be read/ },
    { ...derived, about: 'content types of environment', problem: /continue with number 0/ },
    { ...derived, about: 'asset ', problem: /other texts in the search index/ },
    { ...derived, about: `row ${STRAY} of`, problem: /is not an asset, but is in the search index/ },
    { ...derived, about: 'entries of environment', problem: /continue with 1/ },
    { ...derived, about: 'assets of environment', problem: /continue with 1/ },
    { ...lost, about: `webhook ${webhook}`, problem: /deliveries that do not exist/ },
    { ...derived, about: 'events of environment', problem: /are sent from revision 999999/ },
    { ...lost, about: account, problem: /has no owner/ },
    { ...lost, about: `member ${userId}`, problem: /the unknown role "ghost"/ },
    { ...derived, about: `user ${userId}`, problem: /not found by their e-mail address/ },
    { ...lost, about: 'plan forgotten', problem: /not in LECTERN_PLANS_FILE/ },
    { ...derived, about: `of user ${userId}`, problem: /lasts longer than a session may/ },
    { ...derived, about: 'session ses_astray', problem: /belongs to an account that does not exist/ },
    { ...lost, about: `API key ${keys[0]}`, problem: /the unknown kind "ghost"/ },
    { ...lost, about: `API key ${keys[1]}`, problem: /cannot be found by its token/ },
    { ...lost, about: `API key ${keys[2]}`, problem: /environments that cannot be read/ },
    { ...lost, about: `API key ${keys[3]}`, problem: /the role "ghost"/ },
    { ...derived, about: 'merge mrg_miscounted', problem: /content types, entries and assets, but changed/ },
    { ...lost, about: `merge ${merge}`, problem: /cannot be read and shown/ },
    { ...lost, about: `merge ${merge}`, problem: /cannot be undone/ },
    { ...lost, about: 'of the common ancestor', problem: /cannot be read/ },
    ...[997, 998, 999].map((gone) => ({
      ...derived,
      about: `merges of environment ${gone}`,
      problem: /the environment does not/,
    })),
    { ...derived, about: `change set ${sets[0]} of`, problem: /attended to at other times/ },
    { ...lost, about: `entry torn of change set ${sets[1]} of`, problem: /cannot be read/ },
    { ...derived, about: 'entries of change set gone of', problem: /the change set does not/ },
    { ...derived, about: 'change sets of environment 996', problem: /the environment does not/ },
    { ...lost, about: `export ${made}`, problem: /has lost its file/ },
    { ...lost, about: `export ${made}`, problem: /pieces without a place/ },
    { ...derived, about: 'export exp_stuck', problem: /no process continues/ },
    { ...derived, about: 'import imp_stuck', problem: /no process continues/ },
    { ...lost, about: 'import imp_lost', problem: /has lost its archive/ },
  ];
  if (engine.kind === 'sqlite') return expected;
  expected.push(
    { ...lost, about: 'replica 127.0.0.1:1', problem: /does not respond/ },
    { ...lost, about: 'replica ', problem: /not a replica of this database/ },
  );
  await plant(engine.databaseConfig(), ["select setval(pg_get_serial_sequence('journal', 'id'), 1)"]);
  return [...expected, { ...derived, about: 'rows of journal', problem: /continue after 1/ }];
}

/** Puts an entry into a change set, or into one that there is not. @param of key of a set of the same environment */
function itemOf(
  of: string | undefined,
  { set = of, changes = '{}' }: { set?: string | undefined; changes?: string },
): string {
  return `insert into change_set_items (environment, change_set, key, entry, content_type, action, changes, problems, conflicts,
      version, created_at, created_by, updated_at, updated_by)
    select environment, '${set}', 'torn', 1, 1, 'change', '${changes}', 0, 0, 2, 1, 'nobody', 1, 'nobody'
    from change_sets where key = '${of}'`;
}

/** Copies a merge: into another environment, or with other counts. */
function copyOfMerge(
  of: string,
  { id, environment = 'environment', entries = 'entries' }: { id: string; environment?: string; entries?: string },
): string {
  const same =
    'source, source_name, publish, created_at, created_by, series, part, is_complete, content_types, assets, result, before';
  return `insert into merges (id, environment, entries, ${same}) select '${id}', ${environment}, ${entries}, ${same}
    from merges where id = '${of}'`;
}

/** An import whose archive is not stored. */
function runningImport(id: string, stage: string, { accountId, space }: Others): string {
  return `insert into imports (id, account_id, space_id, dry_run, status, stage, file, size, counts, noted, failures, created_at, actor_type, actor_id, actor_name, actor_role, expires_at)
    values ('${id}', '${accountId}', '${space}', 0, 'running', '${stage}', 'imports/none', 5, '{}', 0, 0, 1, 'user', 'nobody', 'Nobody', 'owner', ${FAR_OFF})`;
}

/** Removes one file, and writes another content over the other. */
function spoilFiles(folder: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const [first = '', second = ''] = files;
  rmSync(first);
  writeFileSync(second, 'X'.repeat(statSync(second).size));
}
