/**
 * The rows of every table, as Kysely types. Times are milliseconds since the epoch, flags are 0 or 1, JSON is text
 * that SQL never looks inside, row ids of entries and assets are `environment · 2^32 + number`.
 * The purpose of each table is described in `migrations/0001-baseline.ts`.
 */
import type { Generated } from 'kysely';

export interface Tables {
  accounts: AccountRow;
  users: UserRow;
  memberships: MembershipRow;
  invitations: InvitationRow;
  sessions: SessionRow;
  password_resets: PasswordResetRow;
  throttles: ThrottleRow;
  sign_in_origins: SignInOriginRow;
  challenges: ChallengeRow;
  authenticator_apps: AuthenticatorAppRow;
  recovery_codes: RecoveryCodeRow;
  passkeys: PasskeyRow;
  sso_connections: SsoConnectionRow;
  sso_identities: SsoIdentityRow;
  sso_domains: SsoDomainRow;
  mails: MailRow;
  scim_tokens: ScimTokenRow;
  scim_members: ScimMemberRow;
  scim_made_users: ScimMadeUserRow;
  scim_groups: ScimGroupRow;
  scim_group_members: ScimGroupMemberRow;
  api_keys: ApiKeyRow;
  idempotency_records: IdempotencyRecordRow;
  spaces: SpaceRow;
  locales: LocaleRow;
  environments: EnvironmentRow;
  environment_names: EnvironmentNameRow;
  environment_aliases: EnvironmentAliasRow;
  environment_heads: EnvironmentHeadRow;
  environment_clones: EnvironmentCloneRow;
  merge_bases: MergeBaseRow;
  merges: MergeRow;
  counters: CounterRow;
  background_jobs: BackgroundJobRow;
  content_types: ContentTypeRow;
  field_removals: FieldRemovalRow;
  entries: EntryRow;
  entry_states: EntryStateRow;
  entry_index: EntryIndexRow;
  entry_versions: EntryVersionRow;
  entry_links: EntryLinkRow;
  entry_tombstones: EntryTombstoneRow;
  slugs: SlugRow;
  unique_values: UniqueValueRow;
  assets: AssetRow;
  files: FileRow;
  replaced_files: ReplacedFileRow;
  search_texts: SearchTextRow;
  search_models: SearchModelRow;
  asset_searches: AssetSearchRow;
  journal: JournalRow;
  journal_heads: JournalHeadRow;
  journal_items: JournalItemRow;
  webhooks: WebhookRow;
  audit_seals: AuditSealRow;
  audit_chains: AuditChainRow;
  audit_sealing: AuditSealingRow;
  webhook_cursors: WebhookCursorRow;
  webhook_deliveries: WebhookDeliveryRow;
  webhook_attempts: WebhookAttemptRow;
  ai_usage: AiUsageRow;
  ai_places: AiPlaceRow;
  usage_counters: UsageCounterRow;
  subscriptions: SubscriptionRow;
  request_months: RequestMonthRow;
  stripe_customers: StripeCustomerRow;
  checkouts: CheckoutRow;
  exports: ExportRow;
  export_environments: ExportEnvironmentRow;
  export_parts: ExportPartRow;
  export_pieces: ExportPieceRow;
  imports: ImportRow;
  import_members: ImportMemberRow;
  import_results: ImportResultRow;
  installation_secrets: InstallationSecretRow;
  saved_views: SavedViewRow;
}

export interface AccountRow {
  id: string;
  name: string;
  version: number;
  suspended_at: number | null;
  /** Why it is suspended: `operator`, `billing`, or both with a space between; null for the operator too. */
  suspended_for: string | null;
  /** `optional`, or `required` of every member. */
  second_factor: string;
  /** When it will be deleted; null unless somebody asked for it. */
  deletion_at: number | null;
  /** Whether AI helpers may be used: `on` or `off`. */
  ai: string;
  created_at: number;
  updated_at: number;
}

export interface UserRow {
  id: string;
  email: string;
  /** The address in the form used for comparison: NFC, lower case. */
  email_folded: string;
  name: string;
  password_hash: string;
  email_verified_at: number | null;
  suspended_at: number | null;
  /** When the user will be deleted; null unless they asked for it. */
  deletion_at: number | null;
  version: number;
  created_at: number;
  updated_at: number;
}

export interface MembershipRow {
  account_id: string;
  user_id: string;
  role: string;
  /** Whether the member may use the account without SSO although it is required. */
  break_glass: number;
  version: number;
  /** About when the member last used the account. */
  last_seen_at: number | null;
  /** How they became a member: `sign_up`, which makes an account, `invitation`, `sso` or `scim`. */
  joined_by: Generated<string>;
  /** Since when the member may not use the account; null if they may. */
  suspended_at: Generated<number | null>;
  created_at: number;
}

export interface InvitationRow {
  id: string;
  account_id: string;
  email: string;
  /** The address in the form used for comparison. */
  email_folded: string;
  role: string;
  /** SHA-256 of the token that the inviter was shown. */
  token_hash: string;
  /** SHA-256 of the token in the mail, whose use proves that the address is theirs. */
  mailed_hash: string;
  /** Id of the user who invited, or last changed or resent it. */
  invited_by: string;
  expires_at: number;
  /** When it was accepted or withdrawn; null while neither was. */
  closed_at: number | null;
  /** Id of the user who accepted it. */
  accepted_by: string | null;
  /** How often it was sent again since `resends_since`. */
  resends: number;
  resends_since: number;
  version: number;
  created_at: number;
  updated_at: number;
}

export interface SessionRow {
  id: string;
  user_id: string;
  account_id: string;
  /** What all refresh tokens of the session have in common. */
  family: string;
  /** SHA-256 of the current refresh token. */
  refresh_hash: string;
  /** SHA-256 of the previous one, which yields the same successor for a few seconds. */
  spent_hash: string | null;
  spent_at: number | null;
  method: string;
  /** Whether it was started or confirmed with a second factor. */
  second_factor: number;
  /** The account whose single sign-on started it; null if none did. */
  sso_account_id: string | null;
  ip: string;
  user_agent: string;
  created_at: number;
  last_used_at: number;
  idle_expires_at: number;
  expires_at: number;
}

export interface PasswordResetRow {
  token_hash: string;
  user_id: string;
  expires_at: number;
}

export interface ThrottleRow {
  key: string;
  failures: number;
  window_started_at: number;
  blocked_until: number;
}

export interface SignInOriginRow {
  user_id: string;
  /** Keyed hash of a network or a device. */
  origin: string;
  last_at: number;
}

export interface AuthenticatorAppRow {
  user_id: string;
  /** Encrypted. */
  secret: Uint8Array;
  /** The step of the last code that was used: neither it nor an earlier one works again. */
  last_step: number;
  created_at: number;
}

export interface RecoveryCodeRow {
  user_id: string;
  /** An HMAC of the code under a key of the installation. */
  code_hash: string;
}

export interface PasskeyRow {
  id: string;
  user_id: string;
  /** As the authenticator names it, in base64url. */
  credential_id: string;
  /** A COSE key. */
  public_key: Uint8Array;
  /** The signature counter of the authenticator; 0 for one that does not count. */
  counter: number;
  /** JSON list of the ways to reach the authenticator, such as `usb` and `internal`. */
  transports: string;
  /** Whether it is kept in a cloud account and so on several devices. */
  backed_up: number;
  name: string;
  version: number;
  last_used_at: number | null;
  created_at: number;
  updated_at: number;
}

export interface ChallengeRow {
  token_hash: string;
  /** What the token is good for, such as `second_factor`. */
  purpose: string;
  /** Encrypted JSON. */
  sealed: Uint8Array;
  expires_at: number;
}

export interface SsoConnectionRow {
  account_id: string;
  protocol: string;
  required: number;
  default_role: string;
  /** JSON. */
  settings: string;
  /** Encrypted JSON; null if there is nothing secret. */
  secrets: Uint8Array | null;
  version: number;
  created_at: number;
  updated_at: number;
}

/** A user as an account's identity provider knows them. */
export interface SsoIdentityRow {
  account_id: string;
  protocol: string;
  /** The provider: the issuer of OpenID Connect, or the entity id of SAML. */
  issuer: string;
  /** The user's name at the provider, which never changes. */
  subject: string;
  user_id: string;
  created_at: number;
  last_used_at: number;
}

export interface SsoDomainRow {
  account_id: string;
  domain: string;
  /** What the account publishes in the DNS to prove that the domain is its own. */
  token: string;
  /** The domain, once it is verified; null before. Only one account can have it. */
  verified_domain: string | null;
  verified_at: number | null;
  version: number;
  created_at: number;
  updated_at: number;
}

/** Mail that has to be sent. */
export interface MailRow {
  id: string;
  /** What the mail is about, such as an invitation: withdrawn with it. */
  about: string | null;
  /** The mail as encrypted JSON. */
  sealed: Uint8Array;
  attempts: number;
  next_attempt_at: number;
  created_at: number;
}

export interface ApiKeyRow {
  id: string;
  space_id: string;
  name: string;
  kind: string;
  token_hash: string;
  last_four: string;
  /** JSON list of environment numbers; null if the key may use all. */
  environments: string | null;
  role: string | null;
  expires_at: number | null;
  last_used_at: number | null;
  version: number;
  created_at: number;
  created_by: string;
  updated_at: number;
}

export interface IdempotencyRecordRow {
  /** SHA-256 of principal, route and key. */
  scope: string;
  body_hash: string;
  /** Encrypted status, headers and body. */
  response: Uint8Array;
  created_at: number;
}

export interface SpaceRow {
  id: string;
  account_id: string;
  name: string;
  next_locale_number: number;
  /** Whether uploaded images are kept without their metadata. */
  strip_metadata: number;
  /** Whether AI helpers may be used on its content: `on` or `off`. */
  ai: string;
  version: number;
  created_at: number;
  updated_at: number;
}

export interface LocaleRow {
  space_id: string;
  number: number;
  id: string;
  code: string;
  name: string;
  fallback: number | null;
  is_default: number;
  optional: number;
  version: number;
  created_at: number;
  updated_at: number;
}

export interface EnvironmentRow {
  number: number;
  id: string;
  space_id: string;
  name: string;
  source: string | null;
  status: string;
  /** Raised by every write that changes the environment: by one, or further where it takes a name over. */
  revision: number;
  /** The revision of the last change that delivery can see. */
  published_revision: number;
  /** The revision of the last change of a content type or a locale. */
  model_revision: number;
  /** The revision of the last change of its names: of its own one, or of the aliases that stand for it. */
  names_revision: number;
  /** Random, new when the environment's rows come from elsewhere (a restore), so that no old ETag matches. */
  epoch: string;
  next_type_number: number;
  version: number;
  created_at: number;
  /** What it holds, as plans count it. */
  entries: number;
  assets: number;
  asset_bytes: number;
  content_types: number;
  /** Number of the environment that it is a clone of. */
  cloned_from: number | null;
  /** The revision of that environment that it began as; null until it is ready. */
  cloned_revision: number | null;
}

/** A clone that is being made: what is copied, and how far that has come. */
export interface EnvironmentCloneRow {
  environment: number;
  /** Number of the environment that is copied. */
  source: number;
  /** `content`, then `model` and `changes` in turn, then `last`. */
  stage: string;
  /** Which part of the stage is being copied. */
  part: number;
  /** How far the part has come, in its own words; null at its beginning. */
  place: string | null;
  /** Changes of the source up to this item of its journal are in the clone. */
  revision: number;
  ordinal: number;
  /** The revision up to which the current pass copies again what changed. */
  until: number;
  passes: number;
  /** Failed steps since the last one that succeeded. */
  failures: number;
  /** Who asked for it. */
  actor_type: string;
  actor_id: string;
  actor_name: string;
}

/** What the common ancestor of two environments held of a resource. */
export interface MergeBaseRow {
  /** The lower number of two environments that were merged, or a clone: then it is what the clone began with. */
  environment: number;
  /** The higher number; 0 for what a clone began with. */
  other: number;
  /** entry, asset or content_type. */
  kind: string;
  key: string;
  /** Row id and version of an entry; null if there was none. */
  resource: number | null;
  version: number | null;
  /** JSON of a content type or asset; null if there was none. */
  state: string | null;
}

/** A merge of one environment into another. */
export interface MergeRow {
  id: string;
  /** The environment that it changed. */
  environment: number;
  source: number;
  source_name: string;
  /** `none` or `as_source`. */
  publish: string;
  created_at: number;
  created_by: string;
  undone_at: number | null;
  undone_by: string | null;
  /** How many of each it changed. */
  content_types: number;
  entries: number;
  assets: number;
  /** zstd of JSON: what it changed. */
  result: Uint8Array;
  /** zstd of JSON: what it changed as it was before, and the common ancestor before. */
  before: Uint8Array;
}

export interface EnvironmentNameRow {
  code: string;
  space_id: string;
  name: string;
  /** Number of the environment that the name stands for; null if it stands for none. */
  environment: number | null;
  /** How far its environment was when the name was taken from it: where it stands for one again, it goes on behind that. */
  revision: Generated<number>;
}

/** A name that is an alias. */
export interface EnvironmentAliasRow {
  /** The code of the name. */
  code: string;
  /** What keys are bound to: no environment and no other alias ever has it. */
  number: number;
  id: string;
  version: number;
  created_at: number;
  updated_at: number;
}

export interface EnvironmentHeadRow {
  environment: number;
  /** `type:<number>` or `assets`. */
  head: string;
  revision: number;
}

export interface CounterRow {
  scope: string;
  next: number;
}

export interface BackgroundJobRow {
  name: string;
  done_at: number;
  /** Who holds the lease; null where nobody does. */
  node: string | null;
  boot: string | null;
  leased_until: number;
}

export interface ContentTypeRow {
  environment: number;
  number: number;
  api_id: string;
  name: string;
  description: string;
  /** JSON: display field, slug field, fields, hidden fields, next field number. */
  definition: string;
  version: number;
  created_at: number;
  updated_at: number;
}

/** A hidden field whose values are being removed. */
export interface FieldRemovalRow {
  environment: number;
  content_type: number;
  field: number;
  /** How far the removal has come, as the entries note it; null before the first step. */
  progress: string | null;
}

export interface EntryRow {
  id: number;
  environment: number;
  key: string;
  content_type: number;
  version: number;
  published_version: number | null;
  published_at: number | null;
  first_published_at: number | null;
  archived_at: number | null;
  /** When the draft's values were last saved. */
  saved_at: number;
  /** When the published state's values were last saved; null if there is none. */
  published_saved_at: number | null;
  created_at: number;
  created_by: string;
  updated_at: number;
  updated_by: string;
}

export interface EntryStateRow {
  id: number;
  version: number;
  document: string;
}

export interface EntryIndexRow {
  id: number;
  version: number;
  /** Which states the row represents: 1 draft, 2 published, 3 both. */
  states: number;
  content_type: number;
  key: string;
  /** Of the draft: draft, published, changed or archived. Of a state that is only published: published. */
  status: string;
  created_at: number;
  created_by: string;
  /** When the state's values were last saved. */
  saved_at: number;
  /** When the entry last changed; only on the draft. */
  updated_at: number;
  published_at: number | null;
  /** JSON: field number → locale number → index value or list of them. */
  index_values: string;
}

export interface EntryVersionRow {
  id: number;
  version: number;
  action: string;
  /** Revisions between which the version was the published one; the second is null while it still is. */
  published_from: number | null;
  published_until: number | null;
  status: string;
  created_at: number;
  created_by: string;
  /** zstd of the document. */
  document: Uint8Array;
  /** 1 if the entry began with it as a copy of another one: the common ancestor of both; 2 if a merge keeps it. */
  ancestor: number;
  /** When the sitting began that it is an autosave of; null for other versions. */
  sitting_since: number | null;
}

export interface EntryLinkRow {
  environment: number;
  target_kind: string;
  target_key: string;
  source: number;
  /** As in the index rows: 1 linked from the draft, 2 from the published state, 3 from both. */
  states: number;
}

export interface EntryTombstoneRow {
  environment: number;
  key: string;
  version: number;
}

export interface SlugRow {
  environment: number;
  content_type: number;
  locale: number;
  slug: string;
  entry: number;
}

export interface UniqueValueRow {
  environment: number;
  content_type: number;
  field: number;
  locale: number;
  value_hash: string;
  entry: number;
}

export interface AssetRow {
  id: number;
  environment: number;
  key: string;
  /** JSON: title, description, alt → locale number → text. */
  texts: string;
  file_name: string | null;
  mime_type: string | null;
  size: number | null;
  width: number | null;
  height: number | null;
  /** SHA-256 of the file's content, which its URL carries; null until there is a file. */
  file_hash: string | null;
  /** Row id of the file; null until there is one. */
  file: number | null;
  /** `#rrggbb` of an image. */
  dominant_color: string | null;
  /** A tiny image shown while the image loads, as a data URI. */
  placeholder: string | null;
  /** JSON: `{x, y}`, each from 0 to 1. */
  focal_point: string | null;
  /** JSON: a list of texts; null for none. */
  tags: string | null;
  version: number;
  created_at: number;
  created_by: string;
  updated_at: number;
  updated_by: string;
}

export interface FileRow {
  id: Generated<number>;
  space_id: string;
  /** SHA-256 of the content, in hexadecimal. */
  hash: string;
  /** Name in storage; never reused for other bytes. */
  name: string;
  size: number;
  /** When an upload last needed it. */
  claimed_at: number;
  /** When garbage collection first found it unused; null while it is used. */
  unused_since: number | null;
}

/** An earlier file of an asset. */
export interface ReplacedFileRow {
  /** Row id of the asset. */
  asset: number;
  hash: string;
  file: number;
  file_name: string;
  mime_type: string;
  size: number;
  width: number | null;
  height: number | null;
  replaced_at: number;
}

export interface SearchTextRow {
  id: Generated<number>;
  space_id: string;
  hash: string;
  /** When something began to use the text, to the hour. */
  used_at: number;
}

export interface SearchModelRow {
  environment: number;
  /** Version of the tokenizer. */
  analyser: number;
  model_revision: number;
  /** JSON: content type number → how its entries are indexed. */
  fingerprints: string;
}

export interface AssetSearchRow {
  /** Row id of the asset. */
  asset: number;
  /** Number of the locale whose text it is. */
  locale: number;
  search_text: number;
}

export interface JournalRow {
  id: Generated<number>;
  at: number;
  account_id: string | null;
  space_id: string | null;
  environment: string | null;
  actor_type: string;
  actor_id: string | null;
  actor_name: string | null;
  action: string;
  target_type: string;
  target_id: string;
  ip: string | null;
  user_agent: string | null;
  request_id: string | null;
  changes: string | null;
  /** The record's id in the audit; null in rows from before records were sealed. */
  record_id: string | null;
  /** HMAC that proves that the row is as it was written; null in rows from before records were sealed. */
  digest: Uint8Array | null;
  /** The part of `digest` that covered the details, if they were erased. */
  erased_digest: Uint8Array | null;
  /** zstd of `changes`, which is then null, if they are long. */
  packed_changes: Uint8Array | null;
}

export interface JournalHeadRow {
  environment: number;
  revision: number;
  journal_id: number;
}

export interface JournalItemRow {
  environment: number;
  revision: number;
  ordinal: number;
  /** Kind of event sent to webhooks; null if there is none. */
  event: string | null;
  /** entry, asset, content_type, locale or environment. */
  kind: string;
  key: string;
  /** Row id of the entry or asset, number of the content type or environment. */
  resource: number;
  content_type: number | null;
  /** The `api_id` of the entry's content type, since an event may be sent after the type was deleted. */
  content_type_key: string | null;
  /** 1 if the change is visible to delivery. */
  published: number;
  /** What changed of what lists are ordered by: bits of `MOVED` in `journal/change.ts`. */
  moved: number;
  slug: string | null;
  status: string | null;
}

export interface WebhookRow {
  id: string;
  space_id: string;
  name: string;
  url: string;
  /** Encrypted JSON: header name → value. */
  headers: Uint8Array;
  /** JSON list of event kinds; empty for all. */
  events: string;
  /** JSON: content_types and environments, each a list that is empty for all. */
  filters: string;
  active: number;
  debounce_seconds: number;
  /** Encrypted. */
  secret: Uint8Array;
  /** Encrypted; takes the place of `secret` when it is promoted. */
  next_secret: Uint8Array | null;
  next_secret_at: number | null;
  /** Why Lectern disabled it. */
  disabled_reason: string | null;
  disabled_at: number | null;
  /** Failed attempts since the last success. */
  failures: number;
  /** When the first of them was. */
  failing_since: number | null;
  /** Until then only attempts requested by a user are sent; 0 if sending is not paused. */
  paused_until: number;
  version: number;
  created_at: number;
  created_by: string;
  updated_at: number;
}

export interface WebhookCursorRow {
  environment: number;
  /** Place in the journal of the first item that was not processed yet. */
  revision: number;
  ordinal: number;
}

export interface WebhookDeliveryRow {
  webhook: string;
  id: string;
  event_id: string;
  event: string;
  /** `<environment>/<kind>/<key>`: first attempts are sent in order within it. */
  resource: string;
  /** Place of the event in the journal. */
  revision: number;
  ordinal: number;
  body: string;
  created_at: number;
}

export interface WebhookAttemptRow {
  webhook: string;
  id: string;
  delivery: string;
  event: string;
  attempt: number;
  /** Position in the retry schedule, from 1; 0 for an attempt requested by a user. */
  step: number;
  /** pending, success or failed. */
  status: string;
  /** When it is due, or `AT_ONCE`, or `ASKED_FOR`; null once it was made. */
  due_at: number | null;
  revision: number;
  ordinal: number;
  created_at: number;
  attempted_at: number | null;
  duration_ms: number | null;
  status_code: number | null;
  response: string | null;
  error: string | null;
  next_attempt_at: number | null;
  url: string | null;
  /** JSON: the headers as they were sent, with the values of custom ones masked. */
  headers: string | null;
  /** The resource of an autosave that waits for the end of the typing; null for all others. */
  held_for: string | null;
}

/** One link of an account's chain: records that were sealed together. */
export interface AuditSealRow {
  account_id: string;
  /** From 1, gapless. */
  number: number;
  sealed_at: number;
  records: number;
  /** Id (8 bytes) and digest (32 bytes) of each journal row, by id. */
  entries: Uint8Array;
  /** HMAC over the link and the previous one. */
  mac: Uint8Array;
}

/** Where the chain of an account ends, and where it starts since older links were pruned. */
export interface AuditChainRow {
  account_id: string;
  number: number;
  /** Records sealed in total, including pruned ones. */
  records: number;
  mac: Uint8Array;
  pruned_number: number;
  pruned_records: number;
  pruned_mac: Uint8Array;
  signature: Uint8Array;
}

/** How far the journal is sealed: one row. */
export interface AuditSealingRow {
  id: number;
  /** Id of the last journal row from before rows had digests. */
  began_after: number;
  sealed_through: number;
  /** How many accounts have a chain. */
  chains: number;
  signature: Uint8Array | null;
  /** The process that seals. */
  owner: string;
  leased_until: number;
}

export interface ScimTokenRow {
  id: string;
  account_id: string;
  name: string;
  /** SHA-256 of the token. */
  token_hash: string;
  last_four: string;
  last_used_at: number | null;
  version: number;
  created_at: number;
  created_by: string;
}

/** What an identity provider knows of a member. */
export interface ScimMemberRow {
  account_id: string;
  user_id: string;
  /** The provider's own name for them. */
  external_id: string | null;
  /** JSON. */
  attributes: string;
  updated_at: number;
}

export interface ScimMadeUserRow {
  user_id: string;
  /** The account whose identity provider made the user. */
  account_id: string;
}

export interface ScimGroupRow {
  id: string;
  account_id: string;
  display_name: string;
  external_id: string | null;
  /** The role of the group's members; null if it gives none. */
  role: string | null;
  version: number;
  created_at: number;
  updated_at: number;
}

export interface ScimGroupMemberRow {
  group_id: string;
  account_id: string;
  user_id: string;
}

/** Tokens that an account used in a month. */
export interface AiUsageRow {
  account_id: string;
  /** In UTC, such as `2026-11`. */
  month: string;
  input_tokens: number;
  output_tokens: number;
}

/** A place for a running AI operation of an account. */
export interface AiPlaceRow {
  account_id: string;
  /** From 0. */
  place: number;
  /** Random, of the operation. */
  holder: string;
  held_until: number;
}

/** How much of a metric an account has, kept by the writes that change it. */
export interface UsageCounterRow {
  account_id: string;
  metric: string;
  used: number;
}

/** The plan of an account; without a row it has the default one. */
export interface SubscriptionRow {
  account_id: string;
  plan: string;
  /** `active`, `past_due` while a payment is late, or `unpaid` once the account is suspended for it. */
  status: string;
  current_period_end: number | null;
  /** Until when a late payment may come; null if none is late. */
  grace_until: number | null;
  /** The subscription at Stripe that pays for the plan; null if nobody pays there. */
  stripe_subscription: string | null;
  version: number;
  created_at: number;
  updated_at: number;
}

/** Requests of an account in a month. */
export interface RequestMonthRow {
  account_id: string;
  /** When the month started, in UTC. */
  started_at: number;
  /** Those that were let in and written down. */
  requests: number;
  /** When the owners were told that so much of the limit is used, in percent; null if not yet. */
  noticed_80_at: number | null;
  noticed_100_at: number | null;
}

/** Who an account is at Stripe, from its first order on. */
export interface StripeCustomerRow {
  account_id: string;
  customer: string;
  created_at: number;
}

/** An order of a plan. */
export interface CheckoutRow {
  /** Random, as whoever knows it can see the order. */
  id: string;
  account_id: string;
  plan: string;
  /** In cents, as it was when the plan was ordered. */
  price: number;
  /** `open` or `confirmed`. */
  status: string;
  /** 1 if it is paid at Stripe. */
  at_stripe: number;
  success_url: string | null;
  cancel_url: string | null;
  created_at: number;
  created_by: string;
  expires_at: number;
  confirmed_at: number | null;
}

/** An export, while it is made and while its file can be fetched. */
export interface ExportRow {
  id: string;
  account_id: string;
  space_id: string;
  /** Name of the only environment; null for the whole space. */
  environment: string | null;
  /** 1 if it has the queries of preview addresses, in which secrets stand. */
  preview_secrets: number;
  /** `running`, then `ready` or `failed`. */
  status: string;
  /** `content`, then `last`, `layout` and `done`. */
  stage: string;
  /** How often the parts that changed were made again. */
  passes: number;
  /** Failed steps since the last one that succeeded. */
  failures: number;
  /** The number of its next part. */
  next_part: number;
  /** How far the layout is: the last piece that has its place, as JSON. */
  place: string | null;
  /** Bytes of the archive, as far as it is laid out. */
  size: number;
  /** Entries and assets when it began. */
  total: number;
  entries: number;
  assets: number;
  files: number;
  /** Why it failed. */
  problem: string | null;
  created_at: number;
  created_by: string;
  done_at: number | null;
  expires_at: number;
}

/** An environment of an export. */
export interface ExportEnvironmentRow {
  export: string;
  /** Number of the environment. */
  environment: number;
  name: string;
  /** What changed up to this revision is in the parts, or they are marked as pending. */
  revision: number;
}

/** A range of the keys of an environment, and the stored file with its records. */
export interface ExportPartRow {
  export: string;
  part: number;
  environment: number;
  /** `entry` or `asset`; `rest` for what is small and made at last. */
  kind: string;
  /** Keys behind this one. */
  above: string;
  /** Keys up to this one, itself included. */
  upto: string;
  /** Name of the file in the storage; null where there is none. */
  name: string | null;
  /** Whether it has to be made, for the first time or again. */
  is_pending: number;
  /** How many records it has. */
  items: number;
}

/** A stretch of a stored file that stands in the archive under a path. */
export interface ExportPieceRow {
  export: string;
  path: string;
  /** Pieces of a path stand in this order. */
  above: string;
  part: number;
  /** Name of the file in the storage. */
  name: string;
  /** Where in the stored file it begins. */
  skip: number;
  /** Bytes. */
  size: number;
  /** Where it begins in the archive, with the header of its file if it is the first; null until the layout. */
  begins: number | null;
  /** Bytes of all pieces of the path, on the first of them; null on others. */
  member_size: number | null;
}

/** An import, while it runs and while its results can be read. */
export interface ImportRow {
  id: string;
  account_id: string;
  space_id: string;
  /** Name of the environment that receives an export of one; null for the names in the file. */
  environment: string | null;
  /** Its number, if there was one of that name. */
  environment_number: number | null;
  dry_run: number;
  /** `running`, then `done`, `failed` or `cancelled`. */
  status: string;
  /** `scan`, then `settings`, `records`, `again`, `webhooks` and `done`. */
  stage: string;
  /** Name of the archive in the storage. */
  file: string;
  /** Bytes of the archive. */
  size: number;
  /** How far the stage has come, as JSON. */
  place: string | null;
  /** How many resources of each kind came to which result, as JSON. */
  counts: string;
  /** How many results are listed. */
  noted: number;
  /** Failed steps since the last one that succeeded. */
  failures: number;
  /** Why it failed. */
  problem: string | null;
  created_at: number;
  /** Who asked for it, and acts in it. */
  actor_type: string;
  actor_id: string;
  actor_name: string;
  actor_role: string;
  /** Numbers of the only environments of the key, as JSON; null for all. */
  actor_environments: string | null;
  /** Id of the session of a person; null for a key. */
  actor_session: string | null;
  done_at: number | null;
  expires_at: number;
}

/** A file in the archive of an import. */
export interface ImportMemberRow {
  import: string;
  path: string;
  /** Members with records are imported in this order; '' for others. */
  rank: string;
  /** Where its content begins in the archive. */
  begins: number;
  /** Bytes. */
  size: number;
}

/** What an import did with one resource, as JSON. */
export interface ImportResultRow {
  import: string;
  ordinal: number;
  result: string;
}

/** The root secret of the installation, encrypted under one of the secrets that are valid. */
export interface InstallationSecretRow {
  /** Random. */
  id: string;
  root: Uint8Array;
  created_at: number;
}

export interface SavedViewRow {
  id: string;
  space_id: string;
  /** That of the space. */
  account_id: string;
  /** Id of the user whose own it is; null for a shared one. */
  owner: string | null;
  name: string;
  /** api_id; null for all content types. */
  content_type: string | null;
  /** Query string of the list of entries. */
  query: string;
  /** JSON: a list of names. */
  columns: string;
  version: number;
  created_at: number;
  created_by: string;
  updated_at: number;
}
