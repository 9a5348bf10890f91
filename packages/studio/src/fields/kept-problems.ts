/**
 * What keeps an entry from being published, each kept with the value that the server found it in: it holds until that is another one.
 * Pure.
 */
import { sameJson } from '../../../contract/src/same-json.ts';
import { inWords, type Violation } from '../api/problem.ts';
import type { ContentType, Locale } from '../api/types.ts';
import type { Draft } from '../drafts/types.ts';
import { valueInside } from '../drafts/value-inside.ts';
import { pathOf } from '../drafts/value-path.ts';
import { isStructured } from './blocks/blocks-in.ts';
import { fallbacksOf } from './place-of-value.ts';

/** A problem with the value that it was found in. */
export interface PublishProblem extends Violation {
  readonly field: string;
  /** That of the value of the field, whatever the path of the problem inside of it names. */
  readonly locale: string;
  /** Code of the locale whose readers it concerns: inside of a value that all locales share, that of the text inside. */
  readonly language: string;
  /** Names on the way to what it is about inside of the value; none where it is about the value. */
  readonly inside: readonly string[];
  readonly value: unknown;
  /** Where a value of another locale would do, the codes of those. */
  readonly substitutes: readonly string[];
}

/** The problems of the server's answer as they are kept. What concerns the slug concerns its field; what names none is left out. */
export function publishProblems(
  violations: readonly Violation[],
  draft: Pick<Draft, 'value'>,
  type: Pick<ContentType, 'slug_field' | 'fields'>,
  locales: readonly Locale[],
): PublishProblem[] {
  const defaultLocale = locales[0]?.code ?? '';
  return violations.flatMap((violation) => {
    const [top, named, ...rest] = violation.path.split('.');
    const field = top === 'slug' ? type.slug_field : top === 'fields' ? named : null;
    if (field == null) return [];
    const model = type.fields.find(({ id }) => id === field);
    const isInside = model !== undefined && isStructured(model) && rest.length > 1;
    const locale = isInside && !model.localized ? defaultLocale : (rest.shift() ?? defaultLocale);
    const inside = isInside ? rest : [];
    const path = rest.length + inside.length === 0 ? pathOf(field, locale) : violation.path;
    const value = valueInside(draft.value(field, locale), inside);
    const language = inside.findLast((name) => locales.some(({ code }) => code === name)) ?? locale;
    // In a value of one locale none falls back on another.
    const mayFallBack = violation.rule === 'required' && !(isInside && model.localized);
    const substitutes = mayFallBack ? substitutesOf(language, locales) : [];
    return [{ ...inWords(violation), path, field, locale, language, inside, value, substitutes }];
  });
}

function substitutesOf(language: string, locales: readonly Locale[]): readonly string[] {
  const own = locales.find(({ code }) => code === language);
  return own === undefined ? [] : fallbacksOf(own, locales).map(({ code }) => code);
}

/** Whether the value is the one in which the problem was found, and nothing stands in for it meanwhile. */
export function isStillSo(
  { field, locale, inside, value, substitutes }: PublishProblem,
  draft: Pick<Draft, 'value'>,
): boolean {
  const whole = draft.value(field, locale);
  const substitute = (code: string) =>
    inside.length === 0 ? draft.value(field, code) : valueInside(whole, inside.with(-1, code));
  return sameJson(valueInside(whole, inside), value) && substitutes.every((code) => substitute(code) === undefined);
}
