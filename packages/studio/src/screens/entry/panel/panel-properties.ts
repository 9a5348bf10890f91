/** What each part of the panel is given. */
import type { Locale } from '../../../api/types.ts';
import type { PublishProblem } from '../../../fields/kept-problems.ts';
import type { EntrySearch } from '../entry-search.ts';
import type { FoundProblems } from '../publish/use-found-problems.ts';
import type { EntryNavigation } from '../use-entry-navigation.ts';

export interface PanelProperties {
  readonly search: EntrySearch;
  readonly go: EntryNavigation;
  readonly shownLocales: readonly Locale[];
  /** What keeps the saved entry from being published. */
  readonly found: FoundProblems;
  /** Marks the fields that they are about. */
  onProblems(problems: readonly PublishProblem[]): void;
  /** @param path of the server, where it leads inside of the value */
  jump(field: string, locale: string, path?: string): void;
  /** Has this part shown where the address names none. */
  remember(): void;
  /** Opens the dialog that publishes. */
  onPublish(): void;
}
