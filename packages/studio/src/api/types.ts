/** The API's resources under the names that Studio uses. */
import type { FieldTypeName } from '../../../contract/src/fields.ts';
import type { components } from './schema.gen.ts';

type Schemas = components['schemas'];

export type Person = Schemas['User'];
export type AccountOfPerson = Schemas['AccountOfPerson'];
export type SessionTokens = Schemas['SessionTokens'];
export type Me = Schemas['Me'];
export type Space = Schemas['Space'];
export type Environment = Schemas['Environment'];
export type EnvironmentAlias = Schemas['EnvironmentAlias'];
export type ComparedResource = Schemas['ComparedResource'];
export type Difference = Schemas['Difference'];
export type MergeRequest = Schemas['MergeRequest'];
export type MergeResolution = NonNullable<MergeRequest['resolutions']>[number];
export type MergeConflict = Schemas['MergeConflict'];
export type MergeResult = Schemas['MergeResult'];
export type MergeSummary = Schemas['MergeSummary'];
export type Merge = Schemas['Merge'];
export type Locale = Schemas['Locale'];
export type Field = Schemas['Field'];
export type FieldType = FieldTypeName;
export type ContentType = Schemas['ContentType'];
export type Entry = Schemas['ManagedEntry'];
export type EntryStatus = Entry['status'];
export type EntryVersion = Schemas['EntryVersion'];
export type Asset = Schemas['ManagedAsset'];
export type PublishPlan = Schemas['PublishPlan'];
/** What the API calls a change set. */
export type Release = Schemas['ChangeSet'];
/** An entry of a release, with what the release changes of it. */
export type ReleasedEntry = Schemas['ChangedEntry'];
export type ReleasePlan = Schemas['ChangeSetPlan'];
export type ReleaseConflict = Schemas['ChangeSetConflict'];
export type ApiKey = Schemas['ApiKey'];
export type PreviewLink = Schemas['PreviewLink'];
export type Member = Schemas['Member'];
export type Invitation = Schemas['Invitation'];
export type RecentRequest = Schemas['RecentRequest'];
export type Webhook = Schemas['WebhookWithHealth'];
export type WebhookAttempt = Schemas['WebhookAttempt'];
export type AuditRecord = Schemas['AuditRecord'];
export type SavedView = Schemas['View'];
export type Export = Schemas['Export'];
export type ContentImport = Schemas['ContentImport'];
export type ContentImportResults = Schemas['ContentImportResults'];
