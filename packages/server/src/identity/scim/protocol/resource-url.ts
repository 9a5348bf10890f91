/** The URLs of resources. */
import type { ResourceType } from './attribute.ts';

/** The path of the SCIM plane. */
export const SCIM_PATH = '/scim/v2';

/** @param serviceUrl where clients reach the service */
export function urlOf(serviceUrl: string, { endpoint }: Pick<ResourceType, 'endpoint'>, id: string): string {
  return `${serviceUrl}${SCIM_PATH}${endpoint}/${id}`;
}
