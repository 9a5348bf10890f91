/** The routes of whole models. */
import type { Api } from '../../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../../platform/http/conditional.ts';
import { responses } from '../../../platform/http/error-schemas.ts';
import type { Environments } from '../../spaces/environments.ts';
import { inOrderOfUse } from '../components.ts';
import type { ModelPush } from './model-push.ts';
import { typeDeclaration } from './push-plan.ts';
import { ModelPath, ModelSchema, PushBody, PushedSchema } from './schema.ts';

const tags = ['Content types'];
const PATH = '/spaces/:space_id/environments/:environment/model';

export interface ModelRouteParts {
  readonly push: ModelPush;
  readonly environments: Environments;
}

export function modelRoutes(api: Api, parts: ModelRouteParts): void {
  readRoute(api, parts);
  pushRoute(api, parts);
}

function readRoute(api: Api, { push, environments }: ModelRouteParts): void {
  api.get(
    PATH,
    {
      config: { permission: 'content_type.read' },
      schema: {
        summary: 'Read the whole model of an environment',
        description: 'All content types in the form in which they are kept in code. Sending them back changes nothing.',
        tags,
        params: ModelPath,
        response: { 200: ModelSchema, ...responses('environment_not_ready') },
      },
    },
    async (request, reply) => {
      const { space_id: spaceId, environment: name } = request.params;
      const { revision, types } = await push.model(await environments.open(request.actor, spaceId, name));
      return sendVersioned(reply, { version: revision, content_types: inOrderOfUse(types).map(typeDeclaration) });
    },
  );
}

function pushRoute(api: Api, { push, environments }: ModelRouteParts): void {
  api.post(
    PATH,
    {
      config: { permission: 'content_type.manage' },
      schema: {
        summary: 'Push a whole model to an environment',
        description:
          'Plans all content types together and writes them in one transaction, or nothing. Values that nobody would see any more have ' +
          'to be named in `confirm_data_loss`, field by field; they are hidden, and come back with `restore`.',
        tags,
        params: ModelPath,
        body: PushBody,
        response: {
          200: PushedSchema,
          ...responses(
            'plan_limit_reached',
            'conflict',
            'content_type_in_use',
            'field_has_data',
            'version_conflict',
            'environment_not_ready',
          ),
        },
      },
    },
    async (request, reply) => {
      const { space_id: spaceId, environment: name } = request.params;
      const environment = await environments.open(request.actor, spaceId, name);
      return sendVersioned(reply, await push.push(request.actor, environment, request.body, expectedVersion(request)));
    },
  );
}
