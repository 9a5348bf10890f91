/** Routes of single sign-on for the owners of an account: its connection and its domains; and the metadata of SAML. */
import { Type } from 'typebox';
import type { Api } from '../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../platform/http/conditional.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { noContent } from '../../platform/http/no-content.ts';
import { ListQuery, PageOf, pageOf } from '../../platform/http/paging.ts';
import { samlMetadata } from './saml.ts';
import {
  NewSsoConnection,
  NewSsoDomain,
  SsoConnection,
  SsoConnectionChange,
  SsoDomain,
  SsoSetup,
  SsoTest,
  StartedSsoTest,
} from './schema.ts';
import type { SingleSignOn } from './single-sign-on.ts';

const tags = ['Single sign-on'];
const PATH = '/accounts/:account_id/sso';
const TEST = `${PATH}/test/:test_id`;
const DOMAINS = `${PATH}/domains`;
const DOMAIN = `${DOMAINS}/:domain`;
const METADATA_TYPE = 'application/samlmetadata+xml';
const config = { permission: 'sso.manage' } as const;
const params = Type.Object({ account_id: Type.String() });
const testParams = Type.Object({ account_id: Type.String(), test_id: Type.String() });
const domainParams = Type.Object({ account_id: Type.String(), domain: Type.String() });
/** Ids of accounts, known or not. */
const accountParams = Type.Object({
  account_id: Type.String({ pattern: '^acc_[0-9a-z]{1,40}$', 'x-mismatch': 'Has to be the id of an account.' }),
});

export function ssoRoutes(api: Api, sso: SingleSignOn): void {
  connectionRoutes(api, sso);
  setupRoute(api, sso);
  testRoutes(api, sso);
  domainRoutes(api, sso);
  const open = { public: true, ownType: true };
  api.get(`${PATH}/metadata`, { schema: metadataSchema, config: open }, async (request, reply) => {
    const xml = await samlMetadata(sso.address.url, request.params.account_id);
    return reply.type(METADATA_TYPE).send(xml as never);
  });
}

function connectionRoutes(api: Api, { connections }: SingleSignOn): void {
  api.post(PATH, { schema: createSchema, config: { ...config, location: PATH } }, async (request, reply) => {
    const made = await connections.create(request.actor, request.params.account_id, request.body);
    return reply.code(201).send(sendVersioned(reply, made));
  });
  api.get(PATH, { schema: getSchema, config }, async (request, reply) => {
    return sendVersioned(reply, await connections.get(request.actor, request.params.account_id));
  });
  api.patch(PATH, { schema: changeSchema, config }, async (request, reply) => {
    const expected = expectedVersion(request);
    const { account_id } = request.params;
    return sendVersioned(reply, await connections.update(request.actor, account_id, request.body, expected));
  });
  api.delete(PATH, { schema: deleteSchema, config }, async (request, reply) => {
    await connections.delete(request.actor, request.params.account_id, expectedVersion(request));
    return reply.code(204).send(null);
  });
}

function setupRoute(api: Api, { connections }: SingleSignOn): void {
  api.get(`${PATH}/setup`, { schema: setupSchema, config }, (request) => {
    return connections.setup(request.actor, request.params.account_id);
  });
}

function testRoutes(api: Api, { tests }: SingleSignOn): void {
  const located = { ...config, location: `${PATH}/test/:id` };
  api.post(`${PATH}/test`, { schema: startTestSchema, config: located }, async (request, reply) => {
    return reply.code(201).send(await tests.start(request.actor, request.params.account_id));
  });
  api.get(TEST, { schema: testSchema, config }, (request) => {
    return tests.get(request.actor, request.params.account_id, request.params.test_id);
  });
}

function domainRoutes(api: Api, { domains }: SingleSignOn): void {
  api.post(DOMAINS, { schema: addSchema, config: { ...config, location: DOMAIN } }, async (request, reply) => {
    const made = await domains.create(request.actor, request.params.account_id, request.body.domain);
    return reply.code(201).send(sendVersioned(reply, made));
  });
  api.get(DOMAINS, { schema: listSchema, config }, async (request, reply) => {
    const items = await domains.list(request.actor, request.params.account_id);
    return pageOf(request, reply, items, { idOf: ({ domain }) => domain, order: domainOrder });
  });
  api.get(DOMAIN, { schema: getDomainSchema, config }, async (request, reply) => {
    return sendVersioned(reply, await domains.get(request.actor, addressOf(request.params)));
  });
  api.post(`${DOMAIN}/verify`, { schema: verifySchema, config }, async (request, reply) => {
    const expected = expectedVersion(request);
    return sendVersioned(reply, await domains.verify(request.actor, addressOf(request.params), expected));
  });
  api.delete(DOMAIN, { schema: removeSchema, config }, async (request, reply) => {
    await domains.delete(request.actor, addressOf(request.params), expectedVersion(request));
    return reply.code(204).send(null);
  });
}

function addressOf({ account_id, domain }: { readonly account_id: string; readonly domain: string }) {
  return { accountId: account_id, domain };
}

const domainOrder = {
  domain: ({ domain }: SsoDomain) => domain,
  created_at: ({ created_at }: SsoDomain) => created_at,
  updated_at: ({ updated_at }: SsoDomain) => updated_at,
};

const getSchema = {
  summary: 'Read the single sign-on connection',
  tags,
  params,
  response: { 200: SsoConnection, ...responses('not_found') },
};

const createSchema = {
  summary: 'Connect the account to an identity provider',
  description: 'Nothing is contacted. With `required`, members need single sign-on from the next request on.',
  tags,
  params,
  body: NewSsoConnection,
  response: { 201: SsoConnection, ...responses('not_found', 'conflict', 'idempotency_conflict', 'validation_failed') },
};

const changeSchema = {
  summary: 'Change the single sign-on connection',
  description: '`oidc` and `saml` may name only what changes. A new `issuer` needs `client_secret` again.',
  tags,
  params,
  body: SsoConnectionChange,
  response: { 200: SsoConnection, ...responses('not_found', 'version_conflict', 'validation_failed') },
};

const deleteSchema = {
  summary: 'Remove the single sign-on connection',
  description: 'Members log in with their passwords again; who never had one sets it by mail.',
  tags,
  params,
  response: { 204: noContent, ...responses('not_found', 'version_conflict') },
};

const setupSchema = {
  summary: 'Read what an identity provider has to be told',
  description: 'The addresses of this service, whether or not the account has a connection. They never change.',
  tags,
  params,
  response: { 200: SsoSetup, ...responses('not_found') },
};

const startTestSchema = {
  summary: 'Start a test log-in',
  description:
    'Open the `url` of the response in a browser, and log in at the provider as you would for real. Nobody is logged in, created or changed. The test shows who would have been logged in, or why nobody.',
  tags,
  params,
  response: { 201: StartedSsoTest, ...responses('not_found', 'idempotency_conflict') },
};

const testSchema = {
  summary: 'Read a test log-in',
  description:
    'For an hour, and only for the person who started it. Its result is valid as long as the connection has the version `connection_version`.',
  tags,
  params: testParams,
  response: { 200: SsoTest, ...responses('not_found') },
};

const metadataSchema = {
  summary: 'Read the SAML metadata of this service',
  description: 'For the identity provider of the account. The same whether or not there is such an account.',
  tags,
  params: accountParams,
  response: {
    200: {
      description: 'SAML 2.0 metadata.',
      content: {
        [METADATA_TYPE]: { schema: Type.Unsafe<never>({ type: 'string' }), example: '<EntityDescriptor …/>' },
      },
    },
    ...responses('not_found', 'validation_failed'),
  },
};

const listSchema = {
  summary: 'List the domains of the account',
  tags,
  params,
  querystring: ListQuery,
  response: { 200: PageOf(SsoDomain), ...responses('not_found') },
};

const addSchema = {
  summary: 'Add a domain',
  description: 'Publish the `record` of the response in the DNS, then verify the domain.',
  tags,
  params,
  body: NewSsoDomain,
  response: { 201: SsoDomain, ...responses('not_found', 'conflict', 'idempotency_conflict', 'validation_failed') },
};

const getDomainSchema = {
  summary: 'Read a domain',
  tags,
  params: domainParams,
  response: { 200: SsoDomain, ...responses('not_found') },
};

const verifySchema = {
  summary: 'Verify a domain',
  description:
    'Looks for the record in the DNS. Users with an address in a verified domain are sent to single sign-on, and may join by it.',
  tags,
  params: domainParams,
  response: { 200: SsoDomain, ...responses('not_found', 'conflict', 'version_conflict', 'validation_failed') },
};

const removeSchema = {
  summary: 'Remove a domain',
  tags,
  params: domainParams,
  response: { 204: noContent, ...responses('not_found', 'version_conflict') },
};
