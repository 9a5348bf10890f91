/**
 * What the examples need beside the content of the demo: a webhook with an attempt, a key, a locale, a file. Makes it,
 * and puts its ids and the secrets of the demo in place of those of the examples.
 */

import { readFileSync } from 'node:fs';
import { Actor } from '../../../../testing/src/client.ts';
import { formOf } from '../../../../testing/src/form.ts';
import { mailedToken } from '../../../../testing/src/people/mails.ts';
import type { TestDnsServer } from '../../../../testing/src/servers/dns-server.ts';
import { until } from '../../../../testing/src/until.ts';
import { CHALLENGE_PREFIX, RESET_PREFIX } from '../../../src/identity/actors/token-kinds.ts';
import type { RecordedExample } from '../../../src/platform/http/openapi/examples.ts';
import { archiveOf, importInto, untilEnded } from '../../branches/transfer/archives.ts';
import { Provider } from '../../identity/scim/provider.ts';
import { newCode } from '../../identity/sso-log-in.ts';
import { makeHiddenFields } from './hidden-fields.ts';
import { BRANCH, type DemoStage, joinDemo, makeBranch, provenDomain } from './running-demo.ts';

const FILE = new URL('../../../src/platform/http/openapi/examples.json', import.meta.url);

/**
 * The description with everything filled in.
 * @param demo with the passkey of somebody in it, and with the DNS that it looks domains up in
 */
export async function fillIds(
  demo: DemoStage & { readonly passkeyId: string; readonly dns: TestDnsServer },
  description: string,
): Promise<string> {
  const recorded: Readonly<Record<string, RecordedExample>> = JSON.parse(readFileSync(FILE, 'utf8'));
  const parameterOf = (operation: string, name: string) => String(recorded[operation]?.parameters[name]);
  const bodyOf = (operation: string) => recorded[operation]?.request as Readonly<Record<string, string>>;
  const { owner } = demo;
  const space = `/spaces/${demo.space}`;
  const made = async (path: string, body: unknown) => (await owner.post(path, body, 201)).string('id');
  const hook = await made(`${space}/webhooks`, { name: 'Index', url: `${demo.receiverUrl}/hooks` });
  const delivery = (await owner.post(`${space}/webhooks/${hook}/test`, {}, 200)).string('delivery_id');
  await delivered(owner, `${space}/webhooks/${hook}/deliveries`);
  await owner.post(`${space}/webhooks/${hook}/rotate-secret`, {}, 200);
  const file = await owner.send(
    'POST',
    `${space}/environments/master/media`,
    await formOf([
      ['file', { name: 'a.txt', bytes: 'A file.' }],
      // The key of the file in the examples.
      ['key', 'horizon'],
    ]),
  );
  const [, , , hash = ''] = new URL(file.string('url')).pathname.split('/');
  await owner.post(`${space}/environments`, { name: 'try-out' }, 201);
  await owner.put(`${space}/environment-aliases/live`, { environment: 'master' }, 201);
  await owner.put(`${space}/environments/master/content-types/notice`, { name: 'Notice', fields: [] }, 201);
  await makeHiddenFields(owner, `${space}/environments/master`);
  const nobody = new Actor(demo.url, null);
  const session = await nobody.post('/auth/login', { email: demo.email, password: demo.password }, 200);
  await nobody.post('/auth/forgot-password', { email: demo.email }, 202);
  await owner.post('/auth/resend-verification', undefined, 202);
  const account = (await owner.get('/auth/me', 200)).string('account.id');
  const join = (email: string, role: string) => joinDemo({ owner, url: demo.url, account, email, role });
  const member = await join('member@example.com', 'editor');
  // With another owner, the one of the demo can be deleted.
  await join('owner@example.com', 'owner');
  await provenDomain(owner, account, demo.dns);
  const scimToken = await owner.post(`/accounts/${account}/scim-tokens`, { name: 'Directory' }, 201);
  const scimGroup = await new Provider(demo.url, scimToken.string('token')).addGroup('Everybody');
  const exported = await made(`${space}/exports`, { environment: 'master' });
  await untilEnded(owner, `${space}/exports/${exported}`);
  const imported = await importInto({ owner, space }, archiveOf([['export.json', '{}']]));
  const changeSet = await made(`${space}/environments/master/change-sets`, { name: 'Winter sale' });
  const filled = {
    [parameterOf('getSpaceExport', 'export_id')]: exported,
    [parameterOf('getSpaceImport', 'import_id')]: imported.string('id'),
    [parameterOf('getSpaceWebhook', 'webhook_id')]: hook,
    [parameterOf('getSpaceView', 'view_id')]: await made(`${space}/views`, {
      name: 'Drafts',
      shared: true,
      query: '',
      columns: [],
    }),
    [parameterOf('getChangeSet', 'change_set_id')]: changeSet,
    [parameterOf('getSpacePreviewLink', 'preview_link_id')]: await made(`${space}/preview-links`, {
      change_set: changeSet,
    }),
    [parameterOf('getAccountAuditRecord', 'record_id')]: (await owner.get(`/accounts/${account}/audit`, 200)).string(
      'items.0.id',
    ),
    [parameterOf('getAuthPasskey', 'passkey_id')]: demo.passkeyId,
    [parameterOf('getSpaceWebhookDelivery', 'delivery_id')]: delivery,
    [parameterOf('getSpaceEnvironmentMerge', 'merge_id')]: await mergedBranch(owner, space),
    [parameterOf('deleteSpaceLocale', 'locale_id')]: await made(`${space}/locales`, { code: 'it' }),
    [parameterOf('deleteSpaceApiKey', 'key_id')]: await made(`${space}/api-keys`, { name: 'Spare', kind: 'delivery' }),
    [parameterOf('deleteSpace', 'space_id')]: await made('/spaces', { name: 'Spare' }),
    [parameterOf('getAsset', 'hash')]: hash,
    [parameterOf('getAsset', 'file_name')]: 'a.txt',
    [bodyOf('postAuthRefresh').refresh_token ?? '']: session.string('refresh_token'),
    [bodyOf('postAuthResetPassword').token ?? '']: await mailedToken(demo.folder, demo.email, RESET_PREFIX),
    [bodyOf('postAuthVerifyEmail').token ?? '']: await mailedToken(demo.folder, demo.email, CHALLENGE_PREFIX),
    [bodyOf('postAuthSsoExchange').code ?? '']: await newCode(demo.url),
    [bodyOf('postAuthLogin').email ?? '']: demo.email,
    [bodyOf('postAuthLogin').password ?? '']: demo.password,
    [parameterOf('getAccountMember', 'user_id')]: member.userId,
    [parameterOf('getAccountScimToken', 'token_id')]: scimToken.string('id'),
    [parameterOf('getAccountScimGroup', 'group_id')]: scimGroup,
    [parameterOf('getAccountInvitation', 'invitation_id')]: await made(`/accounts/${account}/invitations`, {
      email: 'open@example.com',
      role: 'editor',
    }),
    [bodyOf('postInvitationsAccept').token ?? '']: await invitationTo(demo),
    'https://search.example.com': demo.receiverUrl,
  };
  return Object.entries(filled).reduce((text, [example, value]) => text.replaceAll(example, value), description);
}

/** Makes the clone of the examples, and merges it. @returns the id of the merge */
async function mergedBranch(owner: Actor, space: string): Promise<string> {
  await makeBranch(owner, space);
  const body = { from: BRANCH, dry_run: false };
  return (await owner.post(`${space}/environments/master/merges`, body, 201)).string('id');
}

/** The token of an invitation of the demo's owner to somebody else's account. */
async function invitationTo({ url, email }: DemoStage): Promise<string> {
  const host = { email: 'host@example.com', password: 'wind harbour seven lanterns' };
  const session = await new Actor(url, null).post('/auth/signup', host, 201);
  const path = `/accounts/${session.string('account.id')}/invitations`;
  const by = new Actor(url, session.string('access_token'));
  return (await by.post(path, { email, role: 'editor' }, 201)).string('token');
}

async function delivered(owner: Actor, log: string): Promise<void> {
  await until(async () => (await owner.get(log, 200)).at('items.0.status') === 'success');
}
