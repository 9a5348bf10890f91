/**
 * What keeps the open entry from being published, as the last check of the server said. A problem is shown until the value
 * that it is about is another one.
 */
import { createContext, use } from 'react';
import { sameJson } from '../../../contract/src/same-json.ts';
import { inWords, type Violation } from '../api/problem.ts';
import type { ContentType } from '../api/types.ts';
import type { Draft } from '../drafts/types.ts';
import { valueInside } from '../drafts/value-inside.ts';
import { pathOf } from '../drafts/value-path.ts';
import { isStructured } from './blocks/blocks-in.ts';
import { useOpenEntry } from './open-entry.tsx';

/** A problem with the value that it was found in. */
export interface PublishProblem extends Violation {
  readonly field: string;
  /** That of the value of the field, whatever the path of the problem inside of it names. */
  readonly locale: string;
  /** Names on the way to what it is about inside of the value; none where it is about the value. */
  readonly inside: readonly string[];
  readonly value: unknown;
}

export const PublishProblems = createContext<readonly PublishProblem[]>([]);

/** The problems of the server's answer as they are kept. What concerns the slug concerns its field; what names none is left out. */
export function publishProblems(
  violations: readonly Violation[],
  draft: Draft,
  type: Pick<ContentType, 'slug_field' | 'fields'>,
  defaultLocale: string,
): PublishProblem[] {
  return violations.flatMap((violation) => {
    const [top, named, ...rest] = violation.path.split('.');
    const field = top === 'slug' ? type.slug_field : top === 'fields' ? named : null;
    if (field == null) return [];
    const model = type.fields.find(({ id }) => id === field);
    const isInside = model !== undefined && isStructured(model) && rest.length > 1;
    const locale = isInside && !model.localized ? defaultLocale : (rest.shift() ?? defaultLocale);
    const inside = isInside ? rest : [];
    const path = rest.length + inside.length === 0 ? pathOf(field, locale) : violation.path;
    return [
      { ...inWords(violation), path, field, locale, inside, value: valueInside(draft.value(field, locale), inside) },
    ];
  });
}

/** Those that still hold, of the values that are meant. */
export function usePublishProblems(isMeant: (problem: PublishProblem) => boolean): readonly PublishProblem[] {
  const { draft } = useOpenEntry();
  return use(PublishProblems).filter((problem) => isMeant(problem) && isStillSo(problem, draft));
}

/** Whether the value is the one in which the problem was found. */
export function isStillSo({ field, locale, inside, value }: PublishProblem, draft: Draft): boolean {
  return sameJson(valueInside(draft.value(field, locale), inside), value);
}
