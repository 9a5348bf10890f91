/**
 * Permissions by role, from the table of the contract. A key has fewer permissions than a person with the same role: none on the
 * account, and if it is bound to environments, none that changes the space.
 */
import { leastRoles, type Permission, type Role, roles } from '../../../../contract/src/permissions.ts';

/** All permissions, in the order of the table. */
export const permissions = Object.keys(leastRoles) as Permission[];

/** Permissions that no person has, whatever their role, as what they are for is done by programs. */
const NEVER_OF_PEOPLE = new Set<Permission>(['model.push']);

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
  'environment.update',
  'environment.delete',
  'locale.manage',
  'api_key.read',
  'api_key.manage',
  'webhook.read',
  'webhook.manage',
  'view.manage_own',
  'view.manage',
]);

/**
 * How a management key writes: at once; at once, and also the model of environments where it is locked; or only content into change sets
 * onto drafts, which somebody else applies.
 */
export const keyWrites = ['direct', 'model', 'proposal'] as const;
export type KeyWrites = (typeof keyWrites)[number];

/** What may be proposed: writing entries, which such a key only does inside of a change set. */
const WRITTEN_IN_SETS = new Set<Permission>([
  'entry.create',
  'entry.update_own',
  'entry.update',
  'entry.archive',
  'entry.delete',
]);
const OF_PROPOSALS = new Set<Permission>([...WRITTEN_IN_SETS, 'change_set.create', 'change_set.update']);
/** What others write with, and everybody reads with. */
const READ_WITH = new Set<Permission>(['ai.use', 'content.export', 'content.import']);

/**
 * Whether a key that only proposes may use a permission for a request.
 * @param request.isReading whether it changes nothing, whatever it names; @param request.isInSet whether it names a change set
 */
export function mayPropose(
  permission: string | undefined,
  { isReading, isInSet }: { readonly isReading: boolean; readonly isInSet: boolean },
): boolean {
  if (isReading || permission?.endsWith('.read') === true) return true;
  if ((WRITTEN_IN_SETS as ReadonlySet<string | undefined>).has(permission)) return isInSet;
  return (OF_PROPOSALS as ReadonlySet<string | undefined>).has(permission);
}

/** Whether a text is the name of a role. */
export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text);
}

/** Whether one role has more permissions than the other. */
export function exceeds(role: Role, other: Role): boolean {
  return roles.indexOf(role) > roles.indexOf(other);
}

const ofRoles = perRole((role) => permissions.filter((permission) => !exceeds(leastRoles[permission], role)));
const ofPeople = perRole((role) => [...ofRoles[role]].filter((permission) => !NEVER_OF_PEOPLE.has(permission)));
const ofKeys = perRole((role) => [...ofPeople[role]].filter((permission) => !NEVER_OF_KEYS.has(permission)));
const ofPushing = perRole((role) => [...ofKeys[role], ...[...NEVER_OF_PEOPLE].filter((one) => ofRoles[role].has(one))]);
const ofBoundPushing = perRole((role) =>
  [...ofPushing[role]].filter((permission) => !NEVER_OF_BOUND_KEYS.has(permission)),
);
const ofBoundKeys = perRole((role) => [...ofKeys[role]].filter((permission) => !NEVER_OF_BOUND_KEYS.has(permission)));
const ofProposals = perRole((role) => [...ofKeys[role]].filter(isForProposals));
const ofBoundProposals = perRole((role) => [...ofBoundKeys[role]].filter(isForProposals));

/** The permissions of a role in an account. */
export function permissionsOfPerson(role: Role): ReadonlySet<Permission> {
  return ofPeople[role];
}

/**
 * The permissions of a management key. One that only proposes reads what its role reads, and writes nothing but proposals; one that pushes
 * models may also do what no person may.
 * @param extent.isBound whether it may only use some environments
 */
export function permissionsOfKey(
  role: Role,
  { isBound, writes }: { readonly isBound: boolean; readonly writes: KeyWrites },
): ReadonlySet<Permission> {
  if (writes === 'proposal') return (isBound ? ofBoundProposals : ofProposals)[role];
  if (writes === 'model') return (isBound ? ofBoundPushing : ofPushing)[role];
  return (isBound ? ofBoundKeys : ofKeys)[role];
}

function isForProposals(permission: Permission): boolean {
  return permission.endsWith('.read') || OF_PROPOSALS.has(permission) || READ_WITH.has(permission);
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
