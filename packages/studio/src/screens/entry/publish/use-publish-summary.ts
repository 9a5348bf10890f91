/** What publishing the open entry changes, made anew whenever it is saved. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ContentType, Entry, Locale } from '../../../api/types.ts';
import type { PublishProblem } from '../../../fields/kept-problems.ts';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import type { Values } from '../history/differences.ts';
import { versionQuery } from '../history/versions.ts';
import { type LanguageSummary, publishSummary } from './summary.ts';

export const NO_PROBLEMS: readonly PublishProblem[] = [];

export interface LanguageToPublish extends LanguageSummary {
  /** What has to be put right first. */
  readonly problems: readonly PublishProblem[];
}

type Inputs = readonly [
  type: ContentType,
  types: readonly ContentType[],
  locales: readonly Locale[],
  before: Values | null,
];

/** Of each state of an entry. */
const known = new WeakMap<Entry, { readonly of: Inputs; readonly summary: readonly LanguageSummary[] }>();

/** What an entry changes, made once for all that show it. @param of the last one is what it is compared with */
export function summaryOf(entry: Entry, of: Inputs): readonly LanguageSummary[] {
  const last = known.get(entry);
  if (last?.of.every((input, index) => input === of[index])) return last.summary;
  const summary = publishSummary(...of, entry.fields);
  known.set(entry, { of, summary });
  return summary;
}

/**
 * Null as long as it is not known: before the first save, and while what readers have is read.
 * @param problems those that each language is shown with
 */
export function usePublishSummary(problems: readonly PublishProblem[]): readonly LanguageToPublish[] | null {
  const { draft, type } = useOpenEntry();
  const { place, locales, types } = useSurroundings();
  const entry = useDraft(draft, (now) => now.entry);
  const isChanged = entry?.status === 'changed';
  const query = versionQuery(place, entry?.id ?? '', entry?.published_version ?? 0);
  const version = useQuery({ ...query, enabled: isChanged }).data?.fields;
  return useMemo(() => {
    if (entry === null || (isChanged && version === undefined)) return null;
    const published = isChanged ? version : entry.status === 'published' ? entry.fields : undefined;
    return summaryOf(entry, [type, types, locales, published ?? null]).map((language) => ({
      ...language,
      problems: problems.filter((problem) => problem.language === language.locale.code),
    }));
  }, [entry, isChanged, version, type, types, locales, problems]);
}
