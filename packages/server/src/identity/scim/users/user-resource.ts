/**
 * A member as a SCIM user. The address and the state of the membership come from our own rows. Everything else is what the
 * identity provider stored, or until it has, what the person entered.
 */

import { isoTime } from '../../../platform/kit/clock.ts';
import type { GroupOfUser } from '../groups/store.ts';
import type { Complex } from '../protocol/attribute.ts';
import { attributesOf } from '../protocol/attribute.ts';
import { groupType } from '../protocol/group-type.ts';
import { urlOf } from '../protocol/resource-url.ts';
import { ENTERPRISE_URN, USER_URN, userType } from '../protocol/user-type.ts';
import type { ScimUserRow } from './store.ts';

/** Attributes that have columns of their own. */
const OWN = new Set(['userName', 'active', 'externalId']);
const WRITABLE = attributesOf(userType)
  .filter(({ mutability, name }) => mutability === 'readWrite' && name !== 'schemas')
  .map(({ name }) => name);

/** The whole resource. @param serviceUrl where clients reach the service */
export function userResource(row: ScimUserRow, groups: readonly GroupOfUser[], serviceUrl: string): Complex {
  const writable = writableOf(row);
  return {
    schemas: ENTERPRISE_URN in writable ? [USER_URN, ENTERPRISE_URN] : [USER_URN],
    id: row.user_id,
    ...writable,
    groups: groups.map(({ group_id, display_name }) => ({
      value: group_id,
      $ref: urlOf(serviceUrl, groupType, group_id),
      display: display_name,
      type: 'direct',
    })),
    roles: [{ value: row.role, primary: true }],
    meta: {
      resourceType: userType.name,
      created: isoTime(row.created_at),
      lastModified: isoTime(Math.max(row.created_at, row.scim_updated_at ?? 0)),
      location: urlOf(serviceUrl, userType, row.user_id),
      version: userTag(row),
    },
  };
}

/** The current values of what a provider may change of a member. */
export function writableOf(row: ScimUserRow): Complex {
  const known = row.attributes === null ? ofPerson(row) : (JSON.parse(row.attributes) as Complex);
  return {
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    userName: row.email,
    ...known,
    active: row.suspended_at === null,
  };
}

/** The part of a resource that is stored as JSON. */
export function storedOf(resource: Complex): Complex {
  return Object.fromEntries(
    WRITABLE.filter((name) => !OWN.has(name) && resource[name] !== undefined).map((name) => [name, resource[name]]),
  );
}

/** The ETag of a member: it changes when the membership or the person changes. */
export function userTag({ version, user_version }: Pick<ScimUserRow, 'version' | 'user_version'>): string {
  return `W/"${version}.${user_version}"`;
}

function ofPerson({ name, email }: ScimUserRow): Complex {
  return {
    name: { formatted: name },
    displayName: name,
    emails: [{ value: email, type: 'work', primary: true }],
  };
}
