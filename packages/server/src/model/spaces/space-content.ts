/**
 * What changes to locales need from the models and the content of a space. Locales call this interface; content types
 * implement it (`content-types/space-content.ts`), and `composition/` passes the implementation in.
 * All of it runs inside the write that changes the locales.
 */
import type { Writer } from '../../platform/database/database.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { MetricSums } from '../../platform/journal/usage-changes.ts';
import type { Environment } from './environment.ts';
import type { Locale } from './locale.ts';

/** The open write that changes locales, for one of the space's environments. */
export interface LocaleChange {
  readonly writer: Writer;
  readonly change: Change;
  readonly environment: Environment;
}

export interface SpaceContent {
  /** Blocks other content writes in the environment until this write ends. */
  lock(writer: Writer, environment: Environment): Promise<void>;
  /** Keeps for the past what the locales were until this write. */
  keepLocales(change: Change, environment: Environment, before: readonly Locale[]): void;
  /** Number of entries and assets of the environment that have a value in the locale. */
  countWithLocale(writer: Writer, environment: Environment, locale: number): Promise<number>;
  /**
   * Updates what is derived from the locales: slugs, and links if a locale was deleted.
   * @throws `conflict` with `entries` if two entries would resolve to one slug
   */
  localesChanged(work: LocaleChange, isLocaleGone: boolean): Promise<void>;
}

/** Counts what is deleted with a space and counts towards its account, but is stored by rooms above. */
export type SpaceHoldings = (writer: Writer, spaceId: string) => Promise<MetricSums>;

/**
 * Removes a bounded part of what remains of a deleted environment.
 * @returns whether nothing is left
 */
export type RemovalStep = (writer: Writer, environment: number) => Promise<boolean>;
