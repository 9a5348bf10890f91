/** A group as a SCIM resource. */

import { isoTime } from '../../../platform/kit/clock.ts';
import type { Complex } from '../protocol/attribute.ts';
import { GROUP_URN, groupType } from '../protocol/group-type.ts';
import { urlOf } from '../protocol/resource-url.ts';
import { userType } from '../protocol/user-type.ts';
import type { ScimGroupRow } from '../tables.ts';
import type { GroupMember } from './store.ts';

/** @param serviceUrl where clients reach the service */
export function groupResource(row: ScimGroupRow, members: readonly GroupMember[], serviceUrl: string): Complex {
  return {
    schemas: [GROUP_URN],
    id: row.id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    displayName: row.display_name,
    members: members.map(({ user_id, name }) => ({
      value: user_id,
      $ref: urlOf(serviceUrl, userType, user_id),
      display: name,
      type: 'User',
    })),
    meta: {
      resourceType: groupType.name,
      created: isoTime(row.created_at),
      lastModified: isoTime(row.updated_at),
      location: urlOf(serviceUrl, groupType, row.id),
      version: groupTag(row),
    },
  };
}

/** The current values of what a provider may change of a group. */
export function writableOf(row: ScimGroupRow, userIds: readonly string[]): Complex {
  return {
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    displayName: row.display_name,
    members: userIds.map((value) => ({ value })),
  };
}

/** The ETag of a group. */
export function groupTag({ version }: Pick<ScimGroupRow, 'version'>): string {
  return `W/"${version}"`;
}
