/** Routes of accounts. */
import { Type } from 'typebox';
import type { Api } from '../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../platform/http/conditional.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { ListQuery, PageOf, pageOf } from '../../platform/http/paging.ts';
import type { AccountDeletion } from './account-deletion.ts';
import type { Accounts } from './accounts.ts';
import { Account, AccountChange } from './schema.ts';

const tags = ['Accounts'];
const params = Type.Object({ account_id: Type.String() });

export interface AccountRouteParts {
  readonly accounts: Accounts;
  readonly accountDeletion: AccountDeletion;
}

export function accountRoutes(api: Api, { accounts, accountDeletion }: AccountRouteParts): void {
  const reading = { permission: 'account.read', session: 'billing' } as const;
  api.get('/accounts', { schema: listSchema, config: reading }, async (request, reply) => {
    return pageOf(request, reply, await accounts.list(request.actor), { idOf: ({ id }) => id, order: accountOrder });
  });
  api.get('/accounts/:account_id', { schema: getSchema, config: reading }, async (request, reply) => {
    return sendVersioned(reply, await accounts.get(request.actor, request.params.account_id));
  });
  api.patch(
    '/accounts/:account_id',
    { schema: changeSchema, config: { permission: 'account.update' } },
    async (request, reply) => {
      const expected = expectedVersion(request);
      return sendVersioned(
        reply,
        await accounts.update(request.actor, request.params.account_id, request.body, expected),
      );
    },
  );
  api.delete(
    '/accounts/:account_id',
    { schema: deleteSchema, config: { permission: 'account.delete' } },
    async (request, reply) => {
      const expected = expectedVersion(request);
      return sendVersioned(reply, await accountDeletion.request(request.actor, request.params.account_id, expected));
    },
  );
  api.post(
    '/accounts/:account_id/restore',
    { schema: restoreSchema, config: { permission: 'account.delete' } },
    async (request, reply) => {
      const expected = expectedVersion(request);
      return sendVersioned(reply, await accountDeletion.restore(request.actor, request.params.account_id, expected));
    },
  );
}

const accountOrder = {
  name: (account: Account) => account.name,
  created_at: (account: Account) => account.created_at,
  updated_at: (account: Account) => account.updated_at,
};

const listSchema = {
  summary: 'List your accounts',
  description: 'All accounts that you belong to, including those that the session does not act in.',
  tags,
  querystring: ListQuery,
  response: { 200: PageOf(Account) },
};

const getSchema = { summary: 'Read the account', tags, params, response: { 200: Account, ...responses('not_found') } };

const changeSchema = {
  summary: 'Change the account',
  tags,
  params,
  body: AccountChange,
  response: { 200: Account, ...responses('not_found', 'version_conflict', 'validation_failed') },
};

const deleteSchema = {
  summary: 'Delete the account',
  description:
    'It takes place 14 days later, at `deletion_at`: with all spaces, content, files, keys, webhooks, members and invitations. Until then everything works as before, and an owner can cancel it. All owners are mailed.',
  tags,
  params,
  response: { 200: Account, ...responses('not_found', 'version_conflict') },
};

const restoreSchema = {
  summary: 'Take back the deletion of the account',
  tags,
  params,
  response: { 200: Account, ...responses('not_found', 'version_conflict', 'idempotency_conflict') },
};
