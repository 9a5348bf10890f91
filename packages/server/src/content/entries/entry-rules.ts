/** What the routes of entries need: of the drafts themselves, or of entries inside of a change set. */
import type { Violation } from '../../../../contract/src/violations.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { OverlaidRow, OverlaySource } from '../../reading/query/overlay-source.ts';
import type { DraftInput } from './draft.ts';
import type { DraftSave, EntryPlace, NewEntry } from './entries.ts';
import type { EntryView, Shown } from './representation.ts';
import type { EntryAction } from './transitions.ts';

/** What a change set does with an entry. */
export const itemActions = ['change', 'create', 'publish', 'unpublish', 'archive', 'delete'] as const;
export type ItemAction = (typeof itemActions)[number];

/** What is to happen with an entry by itself: what a scheduled change set does with it, or the end of one. */
export const scheduledWith = [...itemActions, 'end'] as const;

export interface ScheduledAction {
  /** Id of the set. */
  readonly change_set: string;
  readonly action: (typeof scheduledWith)[number];
  readonly at: string;
}

/** What is scheduled with entries of an environment, by their keys, the soonest first. */
export type ScheduledIn = (
  db: Reader,
  environment: Environment,
  keys: readonly string[],
) => Promise<ReadonlyMap<string, readonly ScheduledAction[]>>;

/** An entry as a request sees it; inside of a change set with what the set does with it, null for nothing. */
export type SeenEntry = EntryView & { readonly change?: ItemAction | null };

/** Entries inside of a change set, as a list shows them. */
export interface ListedInSet {
  /** What the set shows of entries, for the engine that finds them. */
  readonly source: OverlaySource;
  /** Some of the entries that the set has, by key; undefined if one of them has changed since it was found. */
  views(
    reader: Reader,
    found: readonly OverlaidRow[],
    shown: Shown,
  ): Promise<ReadonlyMap<string, SeenEntry> | undefined>;
  /** An entry that the set does not have. */
  other(entry: EntryView): SeenEntry;
}

/** Writes and reads single entries. */
export interface EntryRules {
  create(actor: Actor, environment: Environment, input: NewEntry): Promise<SeenEntry>;
  put(
    actor: Actor,
    place: EntryPlace,
    input: NewEntry,
    save?: DraftSave,
  ): Promise<{ entry: SeenEntry; created: boolean }>;
  update(actor: Actor, place: EntryPlace, input: DraftInput, save?: DraftSave): Promise<SeenEntry>;
  publish(
    actor: Actor,
    place: EntryPlace,
    expected?: number,
  ): Promise<SeenEntry & { readonly warnings: readonly Violation[] }>;
  act(actor: Actor, place: EntryPlace, action: Exclude<EntryAction, 'publish'>, expected?: number): Promise<SeenEntry>;
  delete(actor: Actor, place: EntryPlace, expected?: number): Promise<void>;
  get(place: EntryPlace): Promise<SeenEntry>;
}
