/**
 * What the screens see of the store of open entries. Reading is synchronous and gives the same object until it changes,
 * as `useSyncExternalStore` wants it; nothing here ever makes typing wait.
 */
import type { BlockClash } from '../../../contract/src/rich-text-merge.ts';
import type { Violation } from '../api/problem.ts';
import type { Entry } from '../api/types.ts';
import type { InnerNews, Removal, Replacement } from './inner-news.ts';
import type { Shapes } from './shape.ts';
import type { Changes, FieldAndLocale } from './value-path.ts';

/** Where an entry stands. */
export interface EntryAddress {
  /** Id of the space. */
  readonly space: string;
  /** Name of the environment. */
  readonly environment: string;
  /** Key of the entry, which it has before it is on the server. */
  readonly key: string;
  /** Id of the release in which it is read and written; the draft itself without one. */
  readonly release?: string | undefined;
}

/** An entry of which tabs that are gone left something on this device that the server has not. */
export interface LeftoverEntry {
  readonly address: EntryAddress;
  /** `api_id` of the content type. */
  readonly contentType: string;
  /** When something of it was written last, in milliseconds since 1970. */
  readonly at: number;
  /** As the server has it; null if it has not, or does not answer. */
  readonly entry: Entry | null;
  /** What was left: the latest of each value. */
  readonly values: Changes;
}

/** The open entries of one logged-in person in one tab. They outlive the screens that opened them. */
export interface Drafts {
  /**
   * The entry, read from the server, with what an earlier tab kept of it on this device. While anything in it is not
   * acknowledged, or somebody subscribes to it, each call gives the same draft. Throws `ApiProblem` (404 if there is no
   * such entry, and nothing of it on this device), `Unreachable` or `SessionEnded`.
   */
  open(address: EntryAddress): Promise<Draft>;
  /** The draft of an entry that is open in this tab; undefined if none is. */
  opened(address: EntryAddress): Draft | undefined;
  /**
   * An entry that does not exist yet, under a new key. Its first change creates it.
   * @param place `contentType` is the `api_id`
   */
  create(place: Omit<EntryAddress, 'key'> & { readonly contentType: string }): Draft;
  /** What is kept of work on anything else. */
  readonly edits: Edits;
  /** The drafts of this tab that hold something not acknowledged. The same array until that changes. */
  unsaved(): readonly Draft[];
  /** Calls back when `unsaved` changes; gives the function that ends that. */
  subscribe(listener: () => void): () => void;
  /**
   * The entries of which earlier tabs left something on this device that the server has not, the latest first, 24 at most.
   * Opening one brings it back.
   */
  leftBehind(): Promise<readonly LeftoverEntry[]>;
  /** Sends everything, for instance before logging out. Resolves when each draft is at rest: look at `unsaved`. */
  flush(): Promise<void>;
  /**
   * What of this person is on this device and not on the server, in all accounts and tabs, the latest first. Other tabs are
   * told to save before that, and have a few seconds for it.
   */
  remaining(): Promise<readonly Remaining[]>;
  /** Gives up all that `remaining` tells of, in other tabs too. */
  forgetAll(): Promise<void>;
  /** Ends all timers and listeners. What is not acknowledged stays on the device. */
  close(): void;
}

/** Something that is not on the server. */
export interface Remaining {
  /** `edit`: the texts of a file, or a content type. */
  readonly kind: 'entry' | 'edit';
  readonly address: EntryAddress;
  /** `api_id` of the content type of an entry. */
  readonly contentType: string;
  /** As the server has it, if this tab knows. */
  readonly entry: Entry | null;
  /** When something of it was written last, in milliseconds since 1970. */
  readonly at: number;
  /** What was written: the latest of each value. */
  readonly values: Changes;
}

/** Work on what is no entry, kept on this device as a whole, by the place and id of what it is about. */
export interface Edits {
  /** Keeps an edit; null ends it. Throws if the device does not take it. */
  keep<Work>(address: EntryAddress, edit: Edit<Work> | null): Promise<void>;
  /** What this tab, or one that is gone, kept under an address; null if nothing is. Throws if the device does not tell. */
  takeOver<Work>(address: EntryAddress): Promise<KeptEdit<Work> | null>;
  /** Where something is kept that is in no other tab, and since when, in milliseconds since 1970. */
  kept(): Promise<readonly { readonly address: EntryAddress; readonly at: number }[]>;
}

export interface Edit<Work> {
  readonly mine: Work;
  /** What it was made of. */
  readonly base: Work;
}

export interface KeptEdit<Work> extends Edit<Work> {
  /** When it was written, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * One open entry. A value is what the person sees: their own change where there is one, else what the server holds. It
 * belongs to a field and a locale; one of a field that is not localized belongs to the default locale.
 */
export interface Draft {
  readonly address: EntryAddress;
  /** `api_id` of the content type. */
  readonly contentType: string;
  /** The entry as the server last told it: status, version, dates. Null while it is not on the server. */
  readonly entry: Entry | null;
  readonly state: DraftState;
  /** What the server said about values when it refused them, in its words. Paths as the API writes them. */
  readonly problems: readonly Violation[];
  /** What an earlier tab kept on this device, where the server has moved on since. Nothing of it is shown as a value. */
  readonly found: readonly Found[];
  /** Why what is not acknowledged is in memory alone (the device is full, or forbids storing); null if it is kept. */
  readonly deviceFailure: Error | null;
  /**
   * What others changed since the person opened the entry or was last shown such changes. The form shows the new values;
   * whoever acts on the whole entry is shown this first. The same array until it changes.
   */
  readonly news: readonly News[];
  /** Where both sides changed the same value and nobody has decided yet: mine is kept on the device alone. */
  readonly undecided: readonly FieldAndLocale[];
  /** Calls back when `entry`, `state`, `problems`, `found`, `news` or `deviceFailure` is another; gives the function that ends that. */
  subscribe(listener: () => void): () => void;

  /** The value; undefined if there is none. */
  value(field: string, locale: string): unknown;
  /** Calls back when the value, what is unfinished, the problems, the conflict or the news of this field and locale change, and never for others. */
  subscribeValue(field: string, locale: string, listener: () => void): () => void;
  /**
   * Changes the value; undefined or null removes it. It is saved by itself. The value must not be mutated afterwards. A text
   * that hides the value is over with it.
   */
  set(field: string, locale: string, value: unknown): void;
  /** What is typed there and is no value yet; undefined if nothing is. The same object until it changes. */
  unfinished(field: string, locale: string): Unfinished | undefined;
  /** Where something is not acknowledged, or no value yet. */
  unsavedValues(): readonly FieldAndLocale[];
  /** Gives up what is not acknowledged of one value. */
  discardValue(field: string, locale: string): void;
  /** Keeps what is typed and is no value yet, on the device too; undefined ends that. */
  setUnfinished(field: string, locale: string, unfinished: Unfinished | undefined): void;
  /** The problems of one field and locale. The same array until they change. */
  problemsOf(field: string, locale: string): readonly Violation[];
  /** Tells what the values of fields with components are made of, so that two sides of one are merged by place. */
  know(shapes: Shapes): void;
  /** What somebody else wrote while the person was changing the same value; undefined if nobody did. Mine is shown and not sent. */
  conflict(field: string, locale: string): Conflict | undefined;
  /** Ends a conflict with the other's value, or decides one block of a rich text so. */
  takeTheirs(field: string, locale: string, block?: BlockClash): void;
  /** Ends a conflict with what is shown, which is saved, or decides one block of a rich text so. */
  keepMine(field: string, locale: string, block?: BlockClash): void;
  /** What others put in the place of a value; undefined if nobody did, or the person has been shown it. */
  newsOf(field: string, locale: string): Replacement | undefined;
  /** The news of one place inside of a value with components, by its path as the server writes it; undefined if there are none. */
  newsInside(path: string): InnerNews | undefined;
  /** The person has been shown the news of that place. */
  seenInside(path: string): void;
  /**
   * The blocks of a list that this side removed and somebody else changed. `takeTheirs` and `keepMine` decide about each, as the
   * place in the list that it is. The same array until it changes. @param list its path, as the server writes it
   */
  removals(list: string): readonly Removal[];
  /** The person has been shown the news: all of it, or that of one value. */
  seen(field?: string, locale?: string): void;
  /** Writes again what this tab had saved at a value and others replaced: of a rich text, its blocks alone. */
  bringBack(field: string, locale: string): void;
  /** Makes a value that was found on the device the person's own change. */
  takeFound(found: Found): void;
  /** Removes a value that was found on the device. */
  discardFound(found: Found): void;

  /**
   * Sends what is not acknowledged now, and what is written meanwhile too. Resolves with the state in which that ends:
   * `saved`, or why it is not. Publish after `saved` alone.
   */
  flush(): Promise<DraftState>;
  /** Tries again at once: after `kept`, or when what `needs-you` names has been put right. */
  retry(): void;
  /**
   * Reads the entry again, if the server has it. What others changed shows where the person changed nothing. Throws as `Drafts.open`.
   * @param isAsked whether the person has just changed it by another request: then its values are no news to them
   */
  refresh(isAsked?: boolean): Promise<void>;
  /** Takes the entry that a request of the person answered with (archiving, restoring a version), if it is a newer one. */
  take(entry: Entry): void;
  /** Makes an entry that was deleted meanwhile again, under its key, with the values that are shown. */
  recreate(): void;
  /** Gives up all that is not acknowledged, here and on the device. What is being sent at the moment may arrive. */
  discard(): void;
}

/** The values of an entry, or of a component inside of one of them, by field and locale. */
export type Values = Pick<
  Draft,
  | 'value'
  | 'subscribeValue'
  | 'set'
  | 'unfinished'
  | 'setUnfinished'
  | 'problemsOf'
  | 'conflict'
  | 'takeTheirs'
  | 'keepMine'
  | 'newsOf'
  | 'seen'
  | 'bringBack'
>;

/** What is typed into an input and is no value, or not yet, such as half of a JSON. It is kept beside the value, and never sent. */
export interface Unfinished {
  /** One for each line of the input. */
  readonly texts: readonly string[];
  /** Whether it stands where the value would: then what somebody else writes there is asked about, as it does not show. */
  readonly hidesValue: boolean;
}

/** How safe what the person wrote is. */
export type DraftState =
  /** The server has acknowledged all of it. */
  | { readonly status: 'saved' }
  /** Something is waiting for its moment, or on its way. */
  | { readonly status: 'saving' }
  /** It is kept on this device, and is sent as soon as that is possible. */
  | {
      readonly status: 'kept';
      readonly reason: KeptReason;
      /** When it is tried again, in milliseconds since 1970; null if something else has to happen first. */
      readonly nextTryAt: number | null;
    }
  /** It is kept on this device, and something has to be decided or put right. */
  | { readonly status: 'needs-you'; readonly need: Need };

/** `offline`: this device has no network. `unreachable`: the server does not answer, or asks to wait. `session`: log in. */
export type KeptReason = 'offline' | 'unreachable' | 'session';

/** What keeps a draft from being saved. `message` is the server's. */
export type Need =
  /** Values were refused: see `problems`. All others are saved. */
  | { readonly kind: 'refused-values' }
  /** Somebody else wrote the same value: see `conflict`. The server has theirs; mine waits on this device. All others are saved. */
  | { readonly kind: 'conflict' }
  /** What is typed somewhere is no value yet: see `unfinished`. All that is one is saved. */
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'permission'; readonly message: string }
  /** The entry was archived. Unarchive it, `take` the answer, and it goes on. */
  | { readonly kind: 'archived'; readonly message: string }
  /** The entry was deleted: `recreate` or `discard`. */
  | { readonly kind: 'deleted'; readonly message: string }
  /** Anything else, such as a limit of the plan. The next change tries again, and so does `retry`. */
  | { readonly kind: 'refused'; readonly message: string };

/** What somebody else wrote. Of a rich text, the blocks that both changed are to be decided; the others are merged already. */
export interface Conflict {
  /** Undefined if they removed the value. */
  readonly theirs: unknown;
  /** What both started from; of a rich text, theirs but for the blocks that are to be decided. */
  readonly base: unknown;
}

/** A value that others changed. */
export interface News extends FieldAndLocale, Replacement {
  /** Where they did, inside of a value with components; empty for any other. Each place has an `isMine` of its own. */
  readonly inside: readonly InnerNews[];
}

/** A value that an earlier tab kept on this device and the server never acknowledged. */
export interface Found {
  readonly field: string;
  readonly locale: string;
  /** What was written; undefined if the value was removed. */
  readonly kept: unknown;
  /** What the server held when the entry was opened; undefined if nothing. */
  readonly theirs: unknown;
  /** When it was written, in milliseconds since 1970. */
  readonly at: number;
}
