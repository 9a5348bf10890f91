/** The routes of migrations. */
import type { Api } from '../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../platform/http/conditional.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { PageOf, pageOf } from '../../platform/http/paging.ts';
import type { Migrations } from './migrations.ts';
import { ListedMigration, Migration, MigrationBody, MigrationPath, MigrationsPath, MigrationsQuery } from './schema.ts';

const tags = ['Migrations'];
const COLLECTION = '/spaces/:space_id/environments/:environment/migrations';
const ONE = `${COLLECTION}/:name`;
const reading = { permission: 'content_type.read' };

export function migrationRoutes(api: Api, migrations: Migrations): void {
  api.get(COLLECTION, { schema: listSchema, config: reading }, async (request, reply) => {
    const { space_id: spaceId, environment } = request.params;
    const all = await migrations.list(request.actor, { spaceId, environment });
    return pageOf(request, reply, all, { idOf: ({ name }) => name, order: orders });
  });
  api.get(ONE, { schema: getSchema, config: reading }, async (request, reply) => {
    const { space_id: spaceId, environment, name } = request.params;
    return sendVersioned(reply, await migrations.get(request.actor, { spaceId, environment, name }));
  });
  api.put(
    ONE,
    { schema: putSchema, config: { permission: 'content_type.manage', location: ONE } },
    async (request, reply) => {
      const { space_id: spaceId, environment, name } = request.params;
      const place = { spaceId, environment, name };
      const { migration, isNew } = await migrations.put(request.actor, place, request.body, expectedVersion(request));
      return sendVersioned(reply.code(isNew ? 201 : 200), migration);
    },
  );
}

const orders = {
  name: ({ name }: ListedMigration) => name,
  created_at: ({ created_at }: ListedMigration) => Date.parse(created_at),
  updated_at: ({ updated_at }: ListedMigration) => Date.parse(updated_at),
};

const listSchema = {
  summary: 'List the migrations that were run in an environment',
  description: 'Those that a clone or a merge brought along are among them. `progress` is read one by one.',
  tags,
  params: MigrationsPath,
  querystring: MigrationsQuery,
  response: { 200: PageOf(ListedMigration), ...responses('environment_not_ready') },
};

const getSchema = {
  summary: 'Read how far a migration has come',
  tags,
  params: MigrationPath,
  response: { 200: Migration, ...responses('environment_not_ready') },
};

const putSchema = {
  summary: 'Note how far a migration has come',
  description: 'The program `lectern` does so. Nothing else is changed by it.',
  tags,
  params: MigrationPath,
  body: MigrationBody,
  response: {
    200: Migration,
    201: Migration,
    ...responses('conflict', 'version_conflict', 'environment_not_ready'),
  },
};
