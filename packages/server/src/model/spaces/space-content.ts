/**
 * What changes of locales have to know and do about the models and the content of a space. Locales ask through this
 * interface; content types fulfil it (`content-types/space-content.ts`), handed over by `composition/`.
 * All of it runs inside the write that changes the locales.
 */
import type { Writer } from '../../platform/database/database.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Environment } from './environment.ts';

/** The open write in which locales change, for one of the space's environments. */
export interface LocaleChange {
  readonly writer: Writer;
  readonly change: Change;
  readonly environment: Environment;
}

export interface SpaceContent {
  /** Keeps everybody else from writing content of the environment until the write ends. */
  lock(writer: Writer, environment: Environment): Promise<void>;
  /** How many entries and assets of the environment hold a value in the locale. */
  countWithLocale(writer: Writer, environment: Environment, locale: number): Promise<number>;
  /**
   * Brings what is derived from the locales (slugs, and links where a locale is gone) to their new state.
   * @throws `conflict` with `entries` where two entries would resolve to one slug
   */
  localesChanged(work: LocaleChange, isLocaleGone: boolean): Promise<void>;
}

/**
 * Removes a bounded part of what an environment that is deleted has left behind.
 * @returns whether nothing is left
 */
export type RemovalStep = (writer: Writer, environment: number) => Promise<boolean>;
