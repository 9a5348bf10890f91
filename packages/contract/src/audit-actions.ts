/** Every action that a record of the audit can have, as `<resource>.<verb>`. The journal accepts no other. */
export const auditActions = {
  account: ['create', 'update', 'delete', 'restore', 'remove', 'suspend', 'resume'],
  api_key: ['create', 'update', 'rotate', 'delete'],
  asset: ['create', 'update', 'delete', 'repair'],
  audit: ['erase'],
  change_set: ['create', 'update', 'close', 'reopen', 'publish', 'apply', 'undo', 'delete'],
  checkout: ['create', 'confirm'],
  content: ['import'],
  content_type: ['create', 'update', 'delete'],
  entry: [
    'create',
    'update',
    'autosave',
    'publish',
    'unpublish',
    'archive',
    'unarchive',
    'restore',
    'merge',
    'delete',
    'repair',
  ],
  environment: ['create', 'clone', 'delete', 'fail'],
  environment_alias: ['create', 'update', 'delete'],
  export: ['create', 'cancel'],
  import: ['create', 'cancel'],
  invitation: ['create', 'update', 'resend', 'accept', 'delete'],
  locale: ['create', 'update', 'delete'],
  member: ['create', 'update', 'keep_role', 'delete'],
  merge: ['create', 'undo'],
  passkey: ['create', 'update', 'delete'],
  password_reset: ['create'],
  recovery_codes: ['create'],
  scim_group: ['create', 'update', 'delete'],
  scim_token: ['create', 'delete'],
  search: ['index'],
  second_factor: ['create', 'delete'],
  session: ['create', 'challenge', 'refuse', 'refresh', 'delete'],
  space: ['create', 'update', 'delete', 'restore'],
  sso_connection: ['create', 'update', 'test', 'delete'],
  sso_domain: ['create', 'verify', 'lose', 'delete'],
  subscription: ['update'],
  user: ['create', 'update', 'verify', 'delete', 'restore', 'remove', 'suspend', 'resume'],
  verification: ['create'],
  view: ['create', 'update', 'delete'],
  webhook: ['create', 'update', 'delete', 'disable', 'test', 'redeliver', 'rotate_secret', 'promote_secret'],
} as const;

export type AuditResource = keyof typeof auditActions;

export type AuditAction = {
  readonly [Resource in AuditResource]: `${Resource}.${(typeof auditActions)[Resource][number]}`;
}[AuditResource];
