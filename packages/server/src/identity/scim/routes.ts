/**
 * The routes of SCIM, under `/scim/v2`. They are described by `/scim/v2/Schemas`, not in `openapi.json`, because their names,
 * errors and lists follow RFC 7644 and not the conventions of the other planes.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../platform/errors/domain-error.ts';
import type { Api } from '../../platform/http/api.ts';
import { GroupSource } from './groups/group-source.ts';
import { isNamed } from './precondition.ts';
import type { Complex, ResourceType } from './protocol/attribute.ts';
import { resourceTypeResources, schemaResources, serviceProviderConfig } from './protocol/discovery.ts';
import { groupType } from './protocol/group-type.ts';
import { type ListQuery, listResponse, readListQuery, readSearch, readSelection } from './protocol/list-query.ts';
import { readOperations } from './protocol/patch.ts';
import { Projection } from './protocol/projection.ts';
import { readResource } from './protocol/resource-values.ts';
import { ScimError } from './protocol/scim-error.ts';
import { userType } from './protocol/user-type.ts';
import type { Scim } from './scim.ts';
import { findResources, type ResourceSource } from './search.ts';
import type { ScimUsers } from './users/scim-users.ts';
import { UserSource } from './users/user-source.ts';

/** The writes of one type of resource. */
type Writes = Pick<ScimUsers, 'create' | 'replace' | 'patch' | 'delete'>;

type Item = FastifyRequest<{ Params: { id: string } }>;

const hidden = { schema: { hide: true } as object };

export function scimRoutes(api: Api, scim: Scim): void {
  const sourcesOf = (request: FastifyRequest) => sources(scim, request);
  discoveryRoutes(api, scim);
  resourceRoutes(api, { type: userType, writes: scim.users, sourceOf: (request) => sourcesOf(request).users });
  resourceRoutes(api, { type: groupType, writes: scim.groups, sourceOf: (request) => sourcesOf(request).groups });
  api.post('/.search', hidden, async (request) => {
    const { users, groups } = sourcesOf(request);
    return list([users, groups], readSearch(request.body));
  });
  api.post('/Bulk', hidden, async () => {
    throw new ScimError(501, 'Bulk operations are not supported; send each one by itself.');
  });
}

function sources({ database, address }: Scim, { actor }: FastifyRequest) {
  const of = { db: database.reader, accountId: actor.accountId, serviceUrl: address.url };
  return { users: new UserSource(of), groups: new GroupSource(of) };
}

function discoveryRoutes(api: Api, { address }: Scim): void {
  api.get('/ServiceProviderConfig', hidden, async () => serviceProviderConfig(address.url));
  for (const [path, all] of [
    ['/ResourceTypes', resourceTypeResources],
    ['/Schemas', schemaResources],
  ] as const) {
    api.get(path, hidden, async ({ query }) => {
      if ((query as Complex).filter !== undefined) throw new ScimError(403, 'This list cannot be filtered.');
      const resources = all(address.url);
      return listResponse({ total: resources.length, resources }, { skip: 0 });
    });
    api.get(`${path}/:id`, hidden, async (request: Item) => {
      const found = all(address.url).find(({ id }) => String(id).toLowerCase() === request.params.id.toLowerCase());
      if (found === undefined) throw notFound('resource');
      return found;
    });
  }
}

interface ResourceRoutes {
  readonly writes: Writes;
  readonly sourceOf: (request: FastifyRequest) => ResourceSource;
  readonly type: ResourceType;
}

function resourceRoutes(api: Api, { type, writes, sourceOf }: ResourceRoutes): void {
  const one = `${type.endpoint}/:id`;
  api.get(type.endpoint, hidden, (request) => list([sourceOf(request)], readListQuery(request.query as Complex)));
  api.post(`${type.endpoint}/.search`, hidden, (request) => list([sourceOf(request)], readSearch(request.body)));
  api.post(type.endpoint, hidden, async (request, reply) => {
    const projection = projectionOf(type, request);
    const id = await writes.create(request.actor, readResource(type, request.body));
    const resource = await find(sourceOf(request), id, projection);
    return send(reply.code(201).header('location', metaOf(resource).location), resource, projection);
  });
  api.get(one, hidden, async (request: Item, reply) => {
    const projection = projectionOf(type, request);
    const resource = await find(sourceOf(request), request.params.id, projection);
    const { version } = metaOf(resource);
    const known = request.headers['if-none-match'];
    if (known !== undefined && isNamed(known, version)) return reply.code(304).header('etag', version).send();
    return send(reply, resource, projection);
  });
  api.put(one, hidden, async (request: Item, reply) => {
    const projection = projectionOf(type, request);
    await writes.replace(request.actor, addressOf(request), readResource(type, request.body));
    return send(reply, await find(sourceOf(request), request.params.id, projection), projection);
  });
  api.patch(one, hidden, async (request: Item, reply) => {
    const projection = projectionOf(type, request);
    await writes.patch(request.actor, addressOf(request), readOperations(request.body));
    if (isLarge(type) && !wantsAttributes(request)) return reply.code(204).send();
    return send(reply, await find(sourceOf(request), request.params.id, projection), projection);
  });
  api.delete(one, hidden, async (request: Item, reply) => {
    await writes.delete(request.actor, addressOf(request));
    return reply.code(204).send();
  });
}

function addressOf({ params, headers }: Item): { id: string; ifMatch: string | undefined } {
  return { id: params.id, ifMatch: headers['if-match'] };
}

async function list(sources: readonly ResourceSource[], query: ListQuery): Promise<object> {
  return listResponse(await findResources(sources, query), query);
}

/** @throws `not_found` */
async function find(source: ResourceSource, id: string, projection: Projection): Promise<Complex> {
  const [resource] = await source.load([id], (name) => projection.shows(name));
  if (resource === undefined) throw notFound(source.type.name.toLowerCase());
  return resource;
}

function send(reply: FastifyReply, resource: Complex, projection: Projection): FastifyReply {
  return reply.header('etag', metaOf(resource).version).send(projection.of(resource));
}

function projectionOf(type: ResourceType, { query }: FastifyRequest): Projection {
  return new Projection(type, readSelection(query as Complex));
}

/** Groups can have thousands of members: clients that change a few do not want all of them in the response. */
function isLarge(type: ResourceType): boolean {
  return type === groupType;
}

function wantsAttributes({ query }: FastifyRequest): boolean {
  const { attributes, excludedAttributes } = query as Complex;
  return attributes !== undefined || excludedAttributes !== undefined;
}

function metaOf({ meta }: Complex): { readonly version: string; readonly location: string } {
  return meta as { version: string; location: string };
}
