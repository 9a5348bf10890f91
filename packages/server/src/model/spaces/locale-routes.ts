/** The routes of a space's locales. */
import { Type } from 'typebox';
import type { Api } from '../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../platform/http/conditional.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { ListQuery, PageOf, pageOf } from '../../platform/http/paging.ts';
import type { LocaleRules } from './locale-rules.ts';
import {
  LocaleChange,
  LocaleCreation,
  LocalePath,
  LocaleSchema,
  LossQuery,
  localeRepresentation,
  SpacePath,
} from './schema.ts';

const tags = ['Locales'];

export function localeRoutes(api: Api, locales: LocaleRules): void {
  listRoute(api, locales);
  createRoute(api, locales);
  readRoute(api, locales);
  changeRoute(api, locales);
  deleteRoute(api, locales);
}

function listRoute(api: Api, locales: LocaleRules): void {
  api.get(
    '/spaces/:space_id/locales',
    {
      config: { permission: 'locale.read' },
      schema: {
        summary: 'List the locales of a space',
        tags,
        params: SpacePath,
        querystring: ListQuery,
        response: { 200: PageOf(LocaleSchema) },
      },
    },
    async (request, reply) => {
      const all = (await locales.list(request.actor, request.params.space_id)).map(localeRepresentation);
      const order = { code: ({ code }: { code: string }) => code, name: ({ name }: { name: string }) => name };
      return pageOf(request, reply, all, { idOf: ({ id }) => id, order });
    },
  );
}

function createRoute(api: Api, locales: LocaleRules): void {
  api.post(
    '/spaces/:space_id/locales',
    {
      config: { permission: 'locale.manage', location: '/spaces/:space_id/locales/:id' },
      schema: {
        summary: 'Add a locale',
        tags,
        params: SpacePath,
        body: LocaleCreation,
        response: { 201: LocaleSchema, ...responses('plan_limit_reached', 'conflict') },
      },
    },
    async (request, reply) => {
      const locale = await locales.create(request.actor, request.params.space_id, request.body);
      return sendVersioned(reply.code(201), localeRepresentation(locale));
    },
  );
}

function readRoute(api: Api, locales: LocaleRules): void {
  api.get(
    '/spaces/:space_id/locales/:locale_id',
    {
      config: { permission: 'locale.read' },
      schema: { summary: 'Read a locale', tags, params: LocalePath, response: { 200: LocaleSchema } },
    },
    async (request, reply) => {
      const { space_id: spaceId, locale_id: localeId } = request.params;
      return sendVersioned(reply, localeRepresentation(await locales.get(request.actor, spaceId, localeId)));
    },
  );
}

function changeRoute(api: Api, locales: LocaleRules): void {
  api.patch(
    '/spaces/:space_id/locales/:locale_id',
    {
      config: { permission: 'locale.manage' },
      schema: {
        summary: 'Change a locale',
        description: 'Values belong to the locale, not to its code. Making another locale the default moves no value.',
        tags,
        params: LocalePath,
        body: LocaleChange,
        response: { 200: LocaleSchema, ...responses('conflict', 'version_conflict') },
      },
    },
    async (request, reply) => {
      const { space_id: spaceId, locale_id: localeId } = request.params;
      const { version, ...input } = request.body;
      const expected = expectedVersion(request);
      const locale = await locales.update(request.actor, { spaceId, localeId }, { input, expected });
      return sendVersioned(reply, localeRepresentation(locale));
    },
  );
}

function deleteRoute(api: Api, locales: LocaleRules): void {
  api.delete(
    '/spaces/:space_id/locales/:locale_id',
    {
      config: { permission: 'locale.manage' },
      schema: {
        summary: 'Delete a locale',
        description:
          'A locale that holds values or is a fallback needs `confirm_data_loss`. The default locale cannot be deleted.',
        tags,
        params: LocalePath,
        querystring: LossQuery,
        response: { 204: Type.Null(), ...responses('conflict', 'version_conflict') },
      },
    },
    async (request, reply) => {
      const { space_id: spaceId, locale_id: localeId } = request.params;
      const expected = expectedVersion(request);
      const confirmDataLoss = request.query.confirm_data_loss === true;
      await locales.delete(request.actor, { spaceId, localeId }, { confirmDataLoss, expected });
      return reply.code(204).send(null);
    },
  );
}
