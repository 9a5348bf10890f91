/**
 * The requests that are the examples of the API reference, one for each route, told against a fresh demo. What a
 * request changes is not read by a later one, unless it was made for that. A new route needs a request here.
 */

import { findDemoIds } from '../../src/commands/demo/demo-ids.ts';
import { ServiceClient } from '../../src/commands/service-client.ts';
import { CHALLENGE_PREFIX, RESET_PREFIX } from '../../src/identity/token-kinds.ts';
import type { RecordedExample } from '../../src/platform/http/openapi/examples.ts';
import { Actor } from '../client.ts';
import { mailedToken } from '../harness/mails.ts';
import { Provider } from '../identity/scim/provider.ts';
import { tellAi } from './ai-story.ts';
import { tellEntries, tellMedia, tellModel, tellReading } from './content-story.ts';
import { type DemoStage, signIn } from './demo-stage.ts';
import { tellMerges } from './merge-story.ts';
import { tellPeople } from './people-story.ts';
import { Recorder } from './recorder.ts';
import { tellSecondFactor } from './second-factor-story.ts';
import { tellSso } from './sso-story.ts';
import { StableValues } from './stable-values.ts';
import type { Teller } from './teller.ts';
import { tellTransfers } from './transfer-story.ts';
import { tellWebhooks } from './webhook-story.ts';

/** A list with one item: it shows what there is to see. */
const one = { limit: 1 };
const page = { limit: 1, skip: 0 };
const since = '2026-07-01T00:00:00.000Z';
const PASSWORD = 'correct horse battery staple';
const master = { environment: 'master' };

/** Records the examples of all routes, by the names of their operations. */
export async function recordExamples(demo: DemoStage): Promise<Readonly<Record<string, RecordedExample>>> {
  const ids = await findDemoIds(new ServiceClient({ url: demo.url, token: demo.owner.token }), demo.space);
  const stable = new StableValues(ids, {
    [demo.url]: 'https://cms.example.com',
    [demo.receiverUrl]: 'https://search.example.com',
    [demo.email]: 'ada@example.com',
    [demo.password]: PASSWORD,
  });
  const recorder = new Recorder(stable);
  const teller: Teller = { demo, recorder, ids, space: { space_id: demo.space }, idOf: idsWith(ids.environmentCode) };
  await tellReading(teller);
  await tellEntries(teller);
  await tellMedia(teller);
  await tellAi(teller);
  await tellModel(teller);
  await tellTransfers(teller);
  await tellSpaces(teller);
  await tellMerges(teller);
  await tellKeys(teller);
  await tellViews(teller);
  await tellWebhooks(teller);
  await tellPeople(teller);
  await tellScim(teller);
  await tellSso(teller);
  await tellBilling(teller);
  await tellIdentity(teller);
  await tellSecondFactor(teller);
  const operator = new Actor(demo.url, null);
  await recorder.tell('GET /healthz', { by: operator });
  await recorder.tell('GET /readyz', { by: operator, each: { writes: 'required' } });
  return recorder.examples;
}

const idsWith =
  (code: string): Teller['idOf'] =>
  (kind, key) =>
    `${kind}${code}${key}`;

async function tellSpaces({ demo: { owner: by }, recorder, ids, space }: Teller): Promise<void> {
  await recorder.tell('GET /spaces', { by, query: one, each: { ...page, order: '-name' } });
  await recorder.tell('GET /spaces/{space_id}', { by, path: space });
  await recorder.tell('PATCH /spaces/{space_id}', { by, path: space, body: { name: 'Saltmarsh Journal' } });
  const made = await recorder.tell('POST /spaces', { by, body: { name: 'Magazine', default_locale: 'en-US' } });
  await recorder.tell('DELETE /spaces/{space_id}', { by, path: { space_id: made.string('id') } });
  await recorder.tell('GET /spaces/{space_id}/environments', {
    by,
    path: space,
    query: one,
    each: { ...page, order: '-name' },
  });
  await recorder.tell('GET /spaces/{space_id}/environments/{environment}', { by, path: { ...space, ...master } });
  await recorder.tell('POST /spaces/{space_id}/environments', { by, path: space, body: { name: 'staging' } });
  const staging = { ...space, environment: 'staging' };
  await recorder.tell('DELETE /spaces/{space_id}/environments/{environment}', { by, path: staging });
  const name = 'redesign';
  await recorder.tell('POST /spaces/{space_id}/environments/{environment}/clone', {
    by,
    path: { ...space, ...master },
    body: { name },
  });
  await by.delete(`/spaces/${space.space_id}/environments/${name}`, 204);
  const aliases = '/spaces/{space_id}/environment-aliases';
  const live = { ...space, alias: 'live' };
  await recorder.tell(`PUT ${aliases}/{alias}`, { by, path: live, body: { environment: 'master' } });
  await recorder.tell(`PUT ${aliases}/{alias}`, { by, path: live, body: { environment: 'master' } });
  await recorder.tell(`GET ${aliases}`, { by, path: space, query: one, each: { ...page, order: '-name' } });
  await recorder.tell(`GET ${aliases}/{alias}`, { by, path: live });
  await recorder.tell(`DELETE ${aliases}/{alias}`, { by, path: live });
  const locales = '/spaces/{space_id}/locales';
  await recorder.tell(`GET ${locales}`, { by, path: space, query: one, each: { ...page, order: '-code' } });
  const german = { ...space, locale_id: ids.germanLocale };
  await recorder.tell(`GET ${locales}/{locale_id}`, { by, path: german });
  await recorder.tell(`PATCH ${locales}/{locale_id}`, { by, path: german, body: { name: 'German' } });
  const french = await recorder.tell(`POST ${locales}`, {
    by,
    path: space,
    body: { code: 'fr', name: 'French', fallback: 'en-US' },
  });
  await recorder.tell(`DELETE ${locales}/{locale_id}`, { by, path: { ...space, locale_id: french.string('id') } });
}

async function tellKeys({ demo: { owner: by }, recorder, ids, space }: Teller): Promise<void> {
  const keys = '/spaces/{space_id}/api-keys';
  await recorder.tell(`GET ${keys}`, { by, path: space, query: one, each: { ...page, order: '-name' } });
  const preview = { ...space, key_id: ids.previewKey };
  await recorder.tell(`GET ${keys}/{key_id}`, { by, path: preview });
  await recorder.tell(`PATCH ${keys}/{key_id}`, { by, path: preview, body: { name: 'Preview of the site' } });
  const made = await recorder.tell(`POST ${keys}`, { by, path: space, body: { name: 'Website', kind: 'delivery' } });
  const website = { ...space, key_id: made.string('id') };
  await recorder.tell(`POST ${keys}/{key_id}/rotate`, { by, path: website, body: {} });
  await recorder.tell(`DELETE ${keys}/{key_id}`, { by, path: website });
}

async function tellViews({ demo: { owner: by }, recorder, space }: Teller): Promise<void> {
  const views = '/spaces/{space_id}/views';
  const body = {
    name: 'Waiting for review',
    shared: true,
    content_type: 'article',
    query: 'status=draft,changed&order=-updated_at',
    columns: ['title', 'status', 'updated_at'],
  };
  const made = await recorder.tell(`POST ${views}`, { by, path: space, body });
  const view = { ...space, view_id: made.string('id') };
  await recorder.tell(`GET ${views}`, { by, path: space, query: one, each: { ...page, order: '-name' } });
  await recorder.tell(`GET ${views}/{view_id}`, { by, path: view });
  await recorder.tell(`PATCH ${views}/{view_id}`, { by, path: view, body: { name: 'To review' } });
  await recorder.tell(`DELETE ${views}/{view_id}`, { by, path: view });
}

async function tellScim({ demo, recorder, ids }: Teller): Promise<void> {
  const by = demo.owner;
  const account = { account_id: ids.account };
  const tokens = '/accounts/{account_id}/scim-tokens';
  const made = await recorder.tell(`POST ${tokens}`, { by, path: account, body: { name: 'Okta' } });
  const token = { ...account, token_id: made.string('id') };
  await recorder.tell(`GET ${tokens}`, { by, path: account, query: one, each: { ...page, order: '-created_at' } });
  await recorder.tell(`GET ${tokens}/{token_id}`, { by, path: token });
  const groups = '/accounts/{account_id}/scim-groups';
  const group = { ...account, group_id: await new Provider(demo.url, made.string('token')).addGroup('Editors') };
  await recorder.tell(`GET ${groups}`, { by, path: account, query: one, each: { ...page, order: 'name' } });
  await recorder.tell(`GET ${groups}/{group_id}`, { by, path: group });
  await recorder.tell(`PATCH ${groups}/{group_id}`, { by, path: group, body: { role: 'editor' } });
  await recorder.tell(`DELETE ${tokens}/{token_id}`, { by, path: token });
}

async function tellBilling({ demo: { owner: by }, recorder }: Teller): Promise<void> {
  await recorder.tell('GET /billing/plans', { by, query: one, each: { ...page, order: '-price' } });
  await recorder.tell('GET /billing/subscription', { by });
  const body = {
    plan: 'team',
    success_url: 'https://app.example.com/billing',
    cancel_url: 'https://app.example.com/plans',
  };
  await recorder.tell('POST /billing/checkout', { by, body });
}

async function tellIdentity({ demo, recorder, ids }: Teller): Promise<void> {
  const by = demo.owner;
  const nobody = new Actor(demo.url, null);
  const account = { account_id: ids.account };
  await recorder.tell('GET /auth/me', { by });
  await recorder.tell('PATCH /auth/me', { by, body: { name: 'Ada Lovelace' } });
  await recorder.tell('GET /accounts', { by, query: one, each: { ...page, order: '-name' } });
  await recorder.tell('GET /accounts/{account_id}', { by, path: account });
  await recorder.tell('PATCH /accounts/{account_id}', { by, path: account, body: { name: 'Harbour Press' } });
  await recorder.tell('GET /accounts/{account_id}/audit', {
    by,
    path: account,
    // How many records an import leaves depends on how fast it is.
    query: { ...one, action: 'space.create' },
    each: {
      action: 'entry.create',
      actor: ids.user,
      space_id: demo.space,
      since,
      until: '2100-01-01T00:00:00.000Z',
      order: '-at',
      ...page,
    },
  });
  await recorder.tell('GET /auth/sessions', { by, query: one, each: { ...page, order: '-created_at' } });
  await recorder.tell('GET /auth/sessions/{session_id}', { by, path: { session_id: ids.session } });
  await recorder.tell('POST /auth/switch-account', { by: await signIn(demo.url, demo), body: account });
  await recorder.tell('POST /auth/logout', { by: await signIn(demo.url, demo) });
  const access = { email: demo.email, password: demo.password };
  const session = await recorder.tell('POST /auth/login', { by: nobody, body: access });
  await recorder.tell('POST /auth/refresh', { by: nobody, body: { refresh_token: session.string('refresh_token') } });
  await recorder.tell('DELETE /auth/sessions/{session_id}', { by, path: { session_id: ids.session } });
  await recorder.tell('DELETE /auth/sessions', { by: await signIn(demo.url, demo), query: { except: 'current' } });
  await recorder.tell('POST /auth/resend-verification', { by: await signIn(demo.url, demo) });
  const verification = await mailedToken(demo.folder, demo.email, CHALLENGE_PREFIX);
  await recorder.tell('POST /auth/verify-email', { by: nobody, body: { token: verification } });
  await recorder.tell('POST /auth/forgot-password', { by: nobody, body: { email: demo.email } });
  const token = await mailedToken(demo.folder, demo.email, RESET_PREFIX);
  await recorder.tell('POST /auth/reset-password', {
    by: nobody,
    body: { token, password: 'wind harbour seven lanterns' },
  });
  const person = { email: 'grace@example.com', password: PASSWORD, name: 'Grace Hopper' };
  await recorder.tell('POST /auth/signup', { by: nobody, body: person });
}
