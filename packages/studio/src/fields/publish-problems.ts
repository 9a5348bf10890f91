/**
 * What keeps the open entry from being published, as the last check of the server said. A problem is shown until the value
 * that it is about is another one.
 */
import { createContext, use } from 'react';
import { inWords, type Violation } from '../api/problem.ts';
import type { ContentType } from '../api/types.ts';
import type { Draft } from '../drafts/types.ts';
import { useOpenEntry } from './open-entry.tsx';

/** A problem with the value that it was found in. */
export interface PublishProblem extends Violation {
  readonly field: string;
  readonly locale: string;
  readonly value: unknown;
}

export const PublishProblems = createContext<readonly PublishProblem[]>([]);

/** The problems of the server's answer as they are kept. What concerns the slug concerns its field; what names none is left out. */
export function publishProblems(
  violations: readonly Violation[],
  draft: Draft,
  type: Pick<ContentType, 'slug_field'>,
  defaultLocale: string,
): PublishProblem[] {
  return violations.flatMap((violation) => {
    const [top, named, locale = defaultLocale] = violation.path.split('.');
    const field = top === 'slug' ? type.slug_field : top === 'fields' ? named : null;
    if (field == null) return [];
    return [{ ...inWords(violation), field, locale, value: draft.value(field, locale) }];
  });
}

/** Those of one value that still hold. */
export function usePublishProblems(field: string, locale: string): readonly PublishProblem[] {
  const { draft } = useOpenEntry();
  const mine = use(PublishProblems).filter((problem) => problem.field === field && problem.locale === locale);
  return mine.filter((problem) => problem.value === draft.value(field, locale));
}
