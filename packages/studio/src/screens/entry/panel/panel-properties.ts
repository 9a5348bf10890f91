/** What each part of the panel is given. */
import type { Locale } from '../../../api/types.ts';
import type { PublishProblem } from '../../../fields/publish-problems.ts';
import type { EntrySearch } from '../entry-search.ts';
import type { EntryNavigation } from '../use-entry-navigation.ts';

export interface PanelProperties {
  readonly search: EntrySearch;
  readonly go: EntryNavigation;
  readonly shownLocales: readonly Locale[];
  readonly problems: readonly PublishProblem[];
  onProblems(problems: readonly PublishProblem[]): void;
  jump(field: string, locale: string): void;
}
