/** What clients can discover (RFC 7644, section 4): supported features, types of resources, schemas. */
import type { Attribute, Complex, ResourceType, Schema } from './attribute.ts';
import { groupType } from './group-type.ts';
import { COUNT_MAX } from './list-query.ts';
import { SCIM_PATH } from './resource-url.ts';
import { userType } from './user-type.ts';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';

/** The types of resources, in the order in which a search over all of them returns them. */
export const resourceTypes: readonly ResourceType[] = [userType, groupType];

/** @param serviceUrl where clients reach the service */
export function serviceProviderConfig(serviceUrl: string): Complex {
  return {
    schemas: [`${CORE}:ServiceProviderConfig`],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: COUNT_MAX },
    changePassword: { supported: false },
    sort: { supported: true },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A SCIM token of the account, in the header Authorization.',
        specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
        primary: true,
      },
    ],
    meta: metaOf(serviceUrl, 'ServiceProviderConfig', 'ServiceProviderConfig'),
  };
}

export function resourceTypeResources(serviceUrl: string): Complex[] {
  return resourceTypes.map(({ name, endpoint, description, schema, extensions }) => ({
    schemas: [`${CORE}:ResourceType`],
    id: name,
    name,
    endpoint,
    description,
    schema: schema.id,
    ...(extensions.length === 0
      ? {}
      : { schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })) }),
    meta: metaOf(serviceUrl, 'ResourceType', `ResourceTypes/${name}`),
  }));
}

export function schemaResources(serviceUrl: string): Complex[] {
  const schemas = resourceTypes.flatMap(({ schema, extensions }) => [schema, ...extensions]);
  return schemas.map(({ id, name, description, attributes }: Schema) => ({
    schemas: [`${CORE}:Schema`],
    id,
    name,
    description,
    attributes: attributes.map(shown),
    meta: metaOf(serviceUrl, 'Schema', `Schemas/${id}`),
  }));
}

/** Orders the properties as the RFC does: the name first, sub-attributes last. */
function shown({ subAttributes, ...attribute }: Attribute): object {
  return { ...attribute, ...(subAttributes === undefined ? {} : { subAttributes: subAttributes.map(shown) }) };
}

function metaOf(serviceUrl: string, resourceType: string, path: string): object {
  return { resourceType, location: `${serviceUrl}${SCIM_PATH}/${path}` };
}
