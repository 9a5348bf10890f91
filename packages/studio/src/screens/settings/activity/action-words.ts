/** What the actions of the audit are called: the one list of them is in the contract, the words are here. */
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type AuditAction, type AuditResource, auditActions } from '../../../../../contract/src/audit-actions.ts';

type Verb = (typeof auditActions)[AuditResource][number];

/** What each resource is called. */
export const resourceWords: Readonly<Record<AuditResource, MessageDescriptor>> = {
  account: msg`Account`,
  api_key: msg`API key`,
  asset: msg`File`,
  audit: msg`Activity`,
  calendar_feed: msg`Calendar address`,
  change_set: msg({ message: 'Release', comment: 'Changes of several entries that are published together' }),
  checkout: msg`Purchase`,
  content: msg`Content`,
  content_type: msg`Content type`,
  entry: msg`Entry`,
  environment: msg`Environment`,
  environment_alias: msg`Alias`,
  export: msg`Export`,
  import: msg`Import`,
  invitation: msg`Invitation`,
  locale: msg`Language`,
  member: msg`Member`,
  merge: msg`Merge`,
  migration: msg`Content migration`,
  passkey: msg`Passkey`,
  password_reset: msg`New password`,
  preview_link: msg`Preview link`,
  recovery_codes: msg`Recovery codes`,
  scim_group: msg`SCIM group`,
  scim_token: msg`SCIM token`,
  search: msg`Search`,
  second_factor: msg`Second factor`,
  session: msg`Log-in`,
  space: msg`Space`,
  sso_connection: msg`Single sign-on`,
  sso_domain: msg`Domain`,
  subscription: msg`Plan`,
  user: msg`Person`,
  verification: msg`Confirmation of an address`,
  view: msg`View`,
  webhook: msg`Webhook`,
};

const verbWords: Readonly<Record<Verb, MessageDescriptor>> = {
  accept: msg`accepted`,
  apply: msg({ message: 'applied', comment: 'What was done with a change set, in the list of activity' }),
  archive: msg`archived`,
  autosave: msg`saved while typing`,
  cancel: msg`stopped`,
  challenge: msg`asked for a second factor`,
  clone: msg`copied`,
  close: msg({ message: 'closed', comment: 'What was done with a change set, in the list of activity' }),
  confirm: msg`confirmed`,
  create: msg`created`,
  delete: msg`deleted`,
  disable: msg`switched off`,
  erase: msg`details erased`,
  fail: msg`failed`,
  import: msg`imported`,
  index: msg`indexed`,
  keep_role: msg`kept the role`,
  lose: msg`lost`,
  merge: msg`merged`,
  open: msg({ message: 'opened for the first time', comment: 'A preview link, in the list of activity' }),
  promote_secret: msg`new secret in use`,
  publish: msg`published`,
  redeliver: msg`delivered again`,
  refresh: msg`renewed`,
  refuse: msg`refused`,
  remove: msg`removed for good`,
  reopen: msg({ message: 'reopened', comment: 'What was done with a change set, in the list of activity' }),
  repair: msg`repaired`,
  resend: msg`sent again`,
  restore: msg`brought back`,
  resume: msg`reactivated`,
  rotate: msg`rotated`,
  rotate_secret: msg`new secret made`,
  schedule: msg({ message: 'scheduled', comment: 'What was done with a change set, in the list of activity' }),
  suspend: msg`suspended`,
  test: msg`tested`,
  unarchive: msg`taken out of the archive`,
  undo: msg`undone`,
  unpublish: msg`unpublished`,
  unschedule: msg({ message: 'schedule removed', comment: 'What was done with a change set, in the list of activity' }),
  update: msg`changed`,
  verify: msg`confirmed`,
};

type Say = (message: MessageDescriptor) => string;

/** An action in words, such as "Entry published"; one that a newer server records is shown as it is. */
export function actionWords(action: string, say: Say): string {
  const [resource = '', verb = ''] = action.split('.');
  const [what, how] = [resourceWords[resource as AuditResource], verbWords[verb as Verb]];
  return what === undefined || how === undefined ? action : `${say(what)}: ${say(how)}`;
}

/** All actions, by resource, as a choice shows them. */
export function actionChoices(say: Say) {
  return (Object.keys(auditActions) as AuditResource[])
    .map((resource) => ({
      group: say(resourceWords[resource]),
      items: auditActions[resource].map((verb) => {
        const action = `${resource}.${verb}` as AuditAction;
        return { value: action as string, label: actionWords(action, say) };
      }),
    }))
    .toSorted((one, other) => one.group.localeCompare(other.group));
}
