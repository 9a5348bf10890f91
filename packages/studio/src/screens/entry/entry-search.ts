/** What the address of the entry screen says beside the entry: it can be sent to a colleague, and Back works. */

export const PANELS = ['publish', 'problems', 'links', 'history', 'preview', 'details'] as const;
export type PanelName = (typeof PANELS)[number];

export interface EntrySearch {
  /** Content type of an entry that is still to be written, at the key `new`. */
  readonly type?: string;
  /** Codes of the locales that are shown side by side, with commas; the default one without it. */
  readonly locales?: string;
  readonly panel?: PanelName;
  /** Id of the tab of the form; the first one without it. */
  readonly tab?: string;
  /** Versions that are compared; `b` is what is shown now unless given. */
  readonly a?: number;
  readonly b?: number;
  /** Key of the entry in the drawer over this one; `new:<content type>` for one still to be written. */
  readonly drawer?: string;
  /** Id of the input that fills the window. */
  readonly full?: string;
}

/** The key in the address of an entry that is still to be written. */
export const NEW_KEY = 'new';

/** The most locales side by side. */
export const LOCALES_MOST = 3;

/** Reads what stands in the address; what it does not know is left out. */
export function readEntrySearch(given: Readonly<Record<string, unknown>>): EntrySearch {
  const panel = PANELS.find((name) => name === given.panel);
  const [a, b] = [versionOf(given.a), versionOf(given.b)];
  return {
    ...textAt('type', given),
    ...textAt('locales', given),
    ...(panel === undefined ? {} : { panel }),
    ...textAt('tab', given),
    ...(a === null ? {} : { a }),
    ...(b === null ? {} : { b }),
    ...textAt('drawer', given),
    ...textAt('full', given),
  };
}

function textAt<Name extends string>(name: Name, given: Readonly<Record<string, unknown>>) {
  const value = given[name];
  return typeof value === 'string' && value !== '' ? ({ [name]: value } as Record<Name, string>) : {};
}

function versionOf(value: unknown): number | null {
  const version = Number(value);
  return value !== undefined && Number.isInteger(version) && version > 0 ? version : null;
}
