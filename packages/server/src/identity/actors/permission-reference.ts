/** The documentation page of permissions, generated from the table so that the two cannot drift apart. */

import { type Permission, type Role, roles } from '../../../../contract/src/permissions.ts';
import { permissions, permissionsOfKey, permissionsOfPerson } from './permissions.ts';

/** The strongest role a key can have. */
const STRONGEST_KEY: Role = 'admin';

/** The text of `docs/reference/permissions.md`. */
export function permissionReference(): string {
  const rule = ' --- |';
  return `# Permissions

A person has one role in each account, a management key one of its own. \`403 insufficient_permission\` names the
\`permission\` that was missing. The last two columns show what keys can have: those for the whole space, and those
bound to some of its environments; a key holds what its role holds, and never more than these.
This page is written by \`node scripts/write-reference.ts\`.

| Permission | ${roles.join(' | ')} | keys | bound keys |
| --- |${rule.repeat(roles.length + 2)}
${permissions.map(rowOf).join('\n')}
`;
}

function rowOf(permission: Permission): string {
  const cells = [
    ...roles.map((role) => permissionsOfPerson(role)),
    permissionsOfKey(STRONGEST_KEY, { isBound: false, writes: 'direct' }),
    permissionsOfKey(STRONGEST_KEY, { isBound: true, writes: 'direct' }),
  ].map((held) => (held.has(permission) ? 'yes' : ''));
  return `| \`${permission}\` | ${cells.join(' | ')} |`;
}
