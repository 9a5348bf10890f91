/**
 * The one table of who may do what: each permission with the lowest role that has it. A role has all permissions of the
 * roles below it.
 */

/** From lowest to highest. */
export const roles = ['viewer', 'author', 'editor', 'developer', 'admin', 'owner'] as const;

export type Role = (typeof roles)[number];

/** The roles that an API key may have. */
export const keyRoles = roles.filter((role) => role !== 'owner');

export const leastRoles = {
  'account.read': 'viewer',
  'account.update': 'admin',
  'account.delete': 'owner',
  'second_factor.require': 'owner',
  'member.read': 'viewer',
  'member.manage': 'admin',
  'invitation.manage': 'admin',
  'sso.manage': 'owner',
  'billing.read': 'admin',
  'billing.manage': 'owner',
  'audit.read': 'admin',
  'space.read': 'viewer',
  'space.create': 'admin',
  'space.update': 'admin',
  'space.delete': 'owner',
  'environment.read': 'viewer',
  'environment.create': 'developer',
  'environment.update': 'admin',
  'environment.delete': 'developer',
  'merge.create': 'developer',
  'locale.read': 'viewer',
  'locale.manage': 'developer',
  'content_type.read': 'viewer',
  'content_type.manage': 'developer',
  'model.push': 'developer',
  'entry.read': 'viewer',
  'entry.create': 'author',
  'entry.update_own': 'author',
  'entry.update': 'editor',
  'entry.publish': 'editor',
  'entry.archive': 'editor',
  'entry.delete': 'editor',
  'change_set.read': 'viewer',
  'change_set.create': 'author',
  'change_set.update': 'author',
  'change_set.manage': 'editor',
  'change_set.publish': 'editor',
  'change_set.schedule': 'editor',
  'preview_link.read': 'viewer',
  'preview_link.create': 'viewer',
  'preview_link.manage': 'editor',
  'asset.read': 'viewer',
  'asset.create': 'author',
  'asset.update_own': 'author',
  'asset.update': 'editor',
  'asset.delete': 'editor',
  'view.read': 'viewer',
  'view.manage_own': 'viewer',
  'view.manage': 'editor',
  'api_key.read': 'developer',
  'api_key.manage': 'developer',
  'webhook.read': 'developer',
  'webhook.manage': 'developer',
  'content.import': 'developer',
  'content.export': 'developer',
  'ai.use': 'author',
} as const satisfies Record<string, Role>;

/** `<resource>.<verb>`. */
export type Permission = keyof typeof leastRoles;
