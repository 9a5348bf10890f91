/** Where in Studio the things stand that records of the audit name. */
import { MAIN_ENVIRONMENT } from '../../../api/main-environment.ts';
import type { Place } from '../../../api/queries.ts';
import type { AuditRecord } from '../../../api/types.ts';
import { OPENED } from '../list/opened.ts';

/** An address, and what its query says. */
export interface TargetPlace {
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
}

/** Pages below the environment by kind, and whether their query names the thing: as what is open, or by another parameter. */
const PAGES: Readonly<Record<string, readonly [page: string, parameter?: string]>> = {
  account: ['settings/account'],
  api_key: ['settings/keys', OPENED],
  asset: ['media', 'asset'],
  checkout: ['settings/plan'],
  environment: ['settings/environments', OPENED],
  environment_alias: ['settings/environments', OPENED],
  export: ['settings/transfer'],
  import: ['settings/transfer', OPENED],
  invitation: ['settings/members', OPENED],
  locale: ['settings/locales', OPENED],
  member: ['settings/members', OPENED],
  merge: ['settings/environments/merges', OPENED],
  preview_link: ['settings/preview-links', OPENED],
  scim_group: ['settings/provisioning'],
  scim_token: ['settings/provisioning'],
  space: ['settings/general'],
  sso_connection: ['settings/single-sign-on'],
  sso_domain: ['settings/single-sign-on'],
  subscription: ['settings/plan'],
  user: ['settings/members', OPENED],
  view: ['content', OPENED],
  webhook: ['settings/webhooks', OPENED],
};
/** Actions after which their target is gone. */
const ENDS = /\.(delete|remove)$/;

/**
 * The place of a record's target; null where Studio has none, and where the record itself says that it is gone. What was deleted
 * later has one: there it is said.
 * @param here where the person is, for what belongs to the account
 */
export function targetPlace(record: Pick<AuditRecord, 'action' | 'target' | 'space_id' | 'environment'>, here: Place) {
  const { type, id } = record.target;
  const [page, parameter] = pageOf(type, id) ?? [];
  if (page === undefined || ENDS.test(record.action)) return null;
  const space = record.space_id ?? here.space;
  const environment = record.environment ?? (space === here.space ? here.environment : MAIN_ENVIRONMENT);
  const search = {
    ...(type === 'merge' ? { into: environment } : {}),
    ...(parameter === undefined ? {} : { [parameter]: id }),
  };
  return { to: `/spaces/${space}/${environment}/${page}`, search } satisfies TargetPlace;
}

function pageOf(type: string, id: string): (typeof PAGES)[string] | undefined {
  if (type === 'entry') return [`content/${encodeURIComponent(keyIn(id))}`];
  if (type === 'change_set') return [`releases/${encodeURIComponent(id)}`];
  if (type === 'content_type') return [`model/${encodeURIComponent(keyIn(id))}`];
  return PAGES[type];
}

/** The key of an entry or the `api_id` of a content type, which addresses have, out of its id. */
export function keyIn(id: string): string {
  return id.replace(/^[a-z]+_[^_]*_/, '');
}
