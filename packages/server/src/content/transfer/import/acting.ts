/** Who acts in an import: whoever asked for it, with the role that they had then. */
import { roleOf } from '../../../identity/actors.ts';
import { permissionsOfKey, permissionsOfPerson } from '../../../identity/permissions.ts';
import type { ImportRow } from '../../../platform/database/tables.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import type { Actor } from '../../../platform/journal/actor.ts';

/** How the row of an import names its actor. */
export function actorColumns(actor: Actor) {
  return {
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    actor_role: actor.role,
    actor_environments: actor.environments === null ? null : JSON.stringify(actor.environments),
  };
}

/** The actor that a row names. */
export function actorOf(row: ImportRow): Actor {
  const environments = row.actor_environments === null ? null : (JSON.parse(row.actor_environments) as number[]);
  const role = roleOf(row.actor_role);
  const isKey = row.actor_type === 'key';
  const held: ReadonlySet<string> = isKey ? permissionsOfKey(role, environments !== null) : permissionsOfPerson(role);
  return {
    type: row.actor_type as Actor['type'],
    id: row.actor_id,
    name: row.actor_name,
    accountId: row.account_id,
    spaceId: isKey ? row.space_id : null,
    environments,
    role,
    expiresAt: null,
    permits: (permission) => held.has(permission),
    origin: null,
  };
}

/** @throws `insufficient_permission` */
export function requirePermission(actor: Actor, permission: string): void {
  if (actor.permits(permission)) return;
  const message = `This needs ${permission}, which the role of the import lacks; change it by hand, or import with a higher role.`;
  throw new DomainError('insufficient_permission', message, { permission });
}
