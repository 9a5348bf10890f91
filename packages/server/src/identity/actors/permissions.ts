/**
 * Permissions by role, from the table of the contract. A key has fewer permissions than a person with the same role: none on the
 * account, and if it is bound to environments, none that changes the space.
 */
import { leastRoles, type Permission, type Role, roles } from '../../../../contract/src/permissions.ts';

/** All permissions, in the order of the table. */
export const permissions = Object.keys(leastRoles) as Permission[];

/** Permissions that no key has, whatever its role: a key only acts in its space. */
const NEVER_OF_KEYS = new Set<Permission>([
  'account.read',
  'account.update',
  'account.delete',
  'second_factor.require',
  'member.read',
  'member.manage',
  'invitation.manage',
  'sso.manage',
  'billing.read',
  'billing.manage',
  'audit.read',
  'space.create',
]);

/** Permissions that a key bound to environments lacks too: it may only read what belongs to the space. */
const NEVER_OF_BOUND_KEYS = new Set<Permission>([
  'space.update',
  'space.delete',
  'environment.create',
  'environment.delete',
  'locale.manage',
  'api_key.read',
  'api_key.manage',
  'webhook.read',
  'webhook.manage',
  'view.manage_own',
  'view.manage',
]);

/** Whether a text is the name of a role. */
export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}

/** Whether one role has more permissions than the other. */
export function exceeds(role: Role, other: Role): boolean {
  return roles.indexOf(role) > roles.indexOf(other);
}

const ofPeople = perRole((role) => permissions.filter((permission) => !exceeds(leastRoles[permission], role)));
const ofKeys = perRole((role) => [...ofPeople[role]].filter((permission) => !NEVER_OF_KEYS.has(permission)));
const ofBoundKeys = perRole((role) => [...ofKeys[role]].filter((permission) => !NEVER_OF_BOUND_KEYS.has(permission)));

/** The permissions of a role in an account. */
export function permissionsOfPerson(role: Role): ReadonlySet<Permission> {
  return ofPeople[role];
}

/** The permissions of a management key. @param isBound whether it may only use some environments */
export function permissionsOfKey(role: Role, isBound: boolean): ReadonlySet<Permission> {
  return (isBound ? ofBoundKeys : ofKeys)[role];
}

function perRole(list: (role: Role) => readonly Permission[]): Readonly<Record<Role, ReadonlySet<Permission>>> {
  const of = (role: Role) => new Set(list(role));
  return {
    viewer: of('viewer'),
    author: of('author'),
    editor: of('editor'),
    developer: of('developer'),
    admin: of('admin'),
    owner: of('owner'),
  };
}
