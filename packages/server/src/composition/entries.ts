/** Writing entries (single, in bulk and by import), and the management list of entries. */

import { Comparison } from '../branches/merging/comparison.ts';
import { Merges } from '../branches/merging/merges.ts';
import { PART_SIZES } from '../branches/merging/parts.ts';
import type { MergeRouteParts } from '../branches/merging/routes.ts';
import { Calendar } from '../content/change-sets/calendar/calendar.ts';
import { CalendarFeeds } from '../content/change-sets/calendar/feeds.ts';
import { scheduledIn } from '../content/change-sets/calendar/scheduled.ts';
import { ChangeSets } from '../content/change-sets/change-sets.ts';
import { DueSets } from '../content/change-sets/due-sets.ts';
import { releasePageIn } from '../content/change-sets/failure-mail.ts';
import { listedInSet } from '../content/change-sets/listed-in-set.ts';
import { SetPlans } from '../content/change-sets/plan.ts';
import { Publication, type PublicationParts } from '../content/change-sets/publication.ts';
import type { ChangeSetRouteParts } from '../content/change-sets/routes.ts';
import { Schedules } from '../content/change-sets/schedules.ts';
import { SetChanges } from '../content/change-sets/set-changes.ts';
import { SetChecks } from '../content/change-sets/set-checks.ts';
import { SetCleaning } from '../content/change-sets/set-cleaning.ts';
import { SetEntries } from '../content/change-sets/set-entries.ts';
import { SetUndo } from '../content/change-sets/undo.ts';
import { EntryBulk } from '../content/entries/bulk.ts';
import { DeletedEntries } from '../content/entries/deleted/deleted-entries.ts';
import { Entries, type EntryParts } from '../content/entries/entries.ts';
import { EntryList } from '../content/entries/entry-list.ts';
import { EntryNumbers } from '../content/entries/entry-numbers.ts';
import { PreviewFrames } from '../content/entries/preview-frames.ts';
import { EntryPreviews } from '../content/entries/previews.ts';
import { PublishPlans } from '../content/entries/publish-plan.ts';
import type { EntryRouteParts } from '../content/entries/routes.ts';
import { storedEntries } from '../content/entries/stored-content.ts';
import { EntryVersions } from '../content/entries/versions/versions.ts';
import { ContentImport, type ImportParts as ContentImportParts } from '../content/import/import.ts';
import { Migrations } from '../content/migrations/migrations.ts';
import { SharedPreviews } from '../content/preview-links/shared-previews.ts';
import { Views } from '../content/views/views.ts';
import { AbsentActors } from '../identity/auth/absent-actor.ts';
import type { Authentication } from '../identity/auth/authentication.ts';
import type { PreviewLinks } from '../identity/auth/preview-links/preview-links.ts';
import type { PreviewTokens } from '../identity/auth/preview-tokens.ts';
import type { LargeResponses } from '../platform/http/large-responses.ts';
import { steadyClock } from '../platform/kit/clock.ts';
import type { Delivery } from '../reading/delivery/read.ts';
import type { QueryEngine } from '../reading/query/engine.ts';
import type { Overlays } from '../reading/query/overlays.ts';
import type { Foundation } from './foundation.ts';
import type { JournalParts } from './journal.ts';
import type { SpaceParts } from './spaces.ts';

export interface WritingParts {
  readonly entries: EntryRouteParts;
  readonly entryList: EntryList;
  readonly deleted: DeletedEntries;
  readonly large: LargeResponses;
  readonly contentImport: ContentImport;
  readonly merging: MergeRouteParts;
  readonly views: Views;
  readonly migrations: Migrations;
  readonly changeSets: ChangeSetRouteParts;
  readonly sharedPreviews: SharedPreviews;
  readonly dueSets: DueSets;
  readonly setChecks: SetChecks;
  readonly setCleaning: SetCleaning;
}

/** How entries are found and read, and by whom. */
interface SeeingParts {
  readonly engine: QueryEngine;
  readonly overlays: Overlays;
  readonly delivery: Delivery;
  readonly previewTokens: PreviewTokens;
  readonly previewLinks: PreviewLinks;
  readonly actorLookup: Authentication;
}

export function composeEntries(
  foundation: Foundation,
  { journal, heads, usage }: JournalParts,
  { spaces, environments, models, contentTypes, large }: SpaceParts & { readonly large: LargeResponses },
  seeing: SeeingParts,
): WritingParts {
  const { config, database, clock, mergeSizes = PART_SIZES } = foundation;
  const { engine, overlays, actorLookup } = seeing;
  const { versionsKept } = config;
  const numbers = new EntryNumbers(database);
  const parts: EntryParts = { database, journal, environments, models, numbers, versionsKept };
  const entries = new Entries(parts);
  const sets = new ChangeSets({ database, journal, environments, models });
  const inSets = { entryParts: parts, entries, sets };
  const previews = composePreviews(foundation, { ...parts, entries, heads }, seeing);
  const changeSets = composeChangeSets(foundation, inSets, { actorLookup, large });
  return {
    entries: {
      parts,
      entries,
      inChangeSet: (id) => new SetEntries(inSets, id),
      scheduledIn,
      bulk: new EntryBulk(parts, entries),
      plans: new PublishPlans({ ...parts, large }),
      versions: new EntryVersions(parts, entries),
      previews,
    },
    entryList: new EntryList({
      ...parts,
      engine,
      heads,
      overlays,
      scheduledIn,
      inChangeSet: (actor, environment, id) => listedInSet(sets, database.reader, { actor, environment, id }),
    }),
    deleted: new DeletedEntries({ database, clock }),
    large,
    contentImport: new ContentImport({
      database,
      actorLookup,
      journal,
      environments,
      models,
      contentTypes,
      numbers,
      usage,
      versionsKept,
      clock: steadyClock,
    }),
    merging: {
      merges: new Merges({ ...parts, usage, contentTypes, stored: storedEntries, clock, large, sizes: mergeSizes }),
      comparison: new Comparison({ ...parts, large }),
    },
    ...changeSets,
    sharedPreviews: new SharedPreviews({
      ...parts,
      entries,
      previews,
      sets,
      setChanges: changeSets.changeSets.changes,
      tokens: seeing.previewTokens,
      links: seeing.previewLinks,
    }),
    views: new Views({ database, journal, spaces, environments, models }),
    migrations: new Migrations({ database, journal, environments }),
  };
}

/** Where entries are shown on their sites. */
function composePreviews(
  { config, secret }: Foundation,
  { database, models, entries, heads }: EntryParts & { readonly entries: Entries } & Pick<JournalParts, 'heads'>,
  { delivery, previewTokens: tokens, actorLookup: authentication }: SeeingParts,
): EntryPreviews {
  const frames = config.studio ? new PreviewFrames(secret) : null;
  return new EntryPreviews({ database, models, entries, heads, frames, tokens, authentication, delivery });
}

/** Change sets, and the job that publishes and undoes them at their times. */
function composeChangeSets(
  { config, database, outbox, address, clock }: Foundation,
  inSets: PublicationParts,
  { actorLookup, large }: Pick<ContentImportParts, 'actorLookup'> & { readonly large: LargeResponses },
): Pick<WritingParts, 'changeSets' | 'dueSets' | 'setChecks' | 'setCleaning'> {
  const { entries, entryParts, sets } = inSets;
  const calendar = new Calendar(entryParts);
  const absent = new AbsentActors(actorLookup);
  const [publication, undo] = [new Publication(inSets), new SetUndo(inSets)];
  return {
    changeSets: {
      sets,
      changes: new SetChanges(inSets),
      plans: new SetPlans({ ...inSets, large }),
      publication,
      undo,
      schedules: new Schedules({ database, ...inSets, publication }),
      entries,
      calendar,
      feeds: new CalendarFeeds({ ...entryParts, absent, calendar, address, clock }),
    },
    setChecks: new SetChecks({
      database,
      entryParts,
      publication,
      absent,
      outbox,
      releasePage: releasePageIn(address, config.studio),
    }),
    setCleaning: new SetCleaning({ database, journal: entryParts.journal, clock }),
    dueSets: new DueSets({
      database,
      sets,
      publication,
      undo,
      absent,
      outbox,
      releasePage: releasePageIn(address, config.studio),
      graceMs: config.scheduleGraceMs,
    }),
  };
}
