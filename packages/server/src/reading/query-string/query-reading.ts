/**
 * One query string while it is read against a model: its parameters by name, its filters, and all its problems, which are reported
 * together at the end. Names come from clients and are only ever used as keys of a Map.
 */

import type { Violation } from '../../../../contract/src/violations.ts';
import { type ParamsArgument, type RuleName, violation } from '../../../../contract/src/violations.ts';
import type { Model } from '../../model/content-types/model.ts';
import { invalid, validationFailed } from '../../platform/errors/domain-error.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import { type Parameter, readParameters } from './parameters.ts';

/** Characters of a name that are repeated in a path. */
const NAME_CHARACTERS_SHOWN = 100;
/** Most filters in one query. */
const CONDITIONS_MAX = 30;
/** Names that are compared with those of the model; each takes about a millisecond where there are thousands. */
const COMPARED_MAX = 10;
const REVISION_MAX = 999_999_999_999_999;
const NUL = '\0';
/** Not part of the canonical query: it only limits which states of the content are acceptable, not what is read. */
export const MIN_REVISION = 'min_revision';
/** Neither is this, which decides where and by which model all else is read. */
export const AS_OF = 'as_of';

/** Parameters that take several values. */
const LISTS: readonly string[] = ['order', 'select', 'follow', 'ids'];

/** Names that other products use for a parameter. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ...['sort', 'sort_by', 'orderby', 'order_by'].map((name) => [name, 'order'] as const),
  ...['page', 'offset', 'start'].map((name) => [name, 'skip'] as const),
  ...['per_page', 'page_size', 'pagesize', 'count', 'first', 'size'].map((name) => [name, 'limit'] as const),
  ...['query', 'search', 'filter', 'text'].map((name) => [name, 'q'] as const),
  ...['depth', 'populate', 'expand'].map((name) => [name, 'include'] as const),
  ...['lang', 'language'].map((name) => [name, 'locale'] as const),
  ...['type', 'model', 'contenttype'].map((name) => [name, 'content_type'] as const),
  ['links_to_entry', 'links_to'],
  ['links_to_asset', 'links_to'],
]);

export interface ReadingParts {
  /** The part of the URL after `?`. */
  readonly search: string;
  readonly model: Model;
  /** Names of the accepted parameters, each at most once. */
  readonly known: readonly string[];
  /** The name of a filter in its usual notation; undefined for other parameters. Filters may be repeated, and all of them apply. */
  readonly filterName?: (name: string) => string | undefined;
}

export class QueryReading {
  readonly model: Model;
  readonly filters: readonly Parameter[];
  /** Every parameter of the query in a canonical order: the same for all query strings with the same meaning. */
  readonly sorted: readonly Parameter[];
  readonly #values = new Map<string, string>();
  readonly #violations: Violation[] = [];

  /** @throws as `readParameters`, and `validation_failed` over `CONDITIONS_MAX` filters */
  constructor({ search, model, known, filterName = () => undefined }: ReadingParts) {
    const filters = new Set<Parameter>();
    const parameters = readParameters(search).map((parameter) => {
      const name = filterName(parameter.name);
      if (name === undefined) return parameter;
      const filter = { name, value: parameter.value };
      filters.add(filter);
      return filter;
    });
    this.model = model;
    this.filters = [...filters];
    if (this.filters.length > CONDITIONS_MAX)
      throw invalid(
        'query',
        'max_items',
        `Give at most ${CONDITIONS_MAX} conditions; there are ${this.filters.length}.`,
        { limit: CONDITIONS_MAX, given: this.filters.length },
      );
    this.sorted = parameters.filter(({ name }) => name !== MIN_REVISION && name !== AS_OF).toSorted(byNameAndValue);
    for (const parameter of parameters) {
      const { name, value } = parameter;
      if (value.includes(NUL)) this.refuse(name, 'type', 'Leave out the NUL character.');
      if (!filters.has(parameter)) this.#take(name, value, known);
    }
  }

  /** The value of a parameter that is accepted once; undefined if it is missing. */
  value(name: string): string | undefined {
    return this.#values.get(name);
  }

  /** Records that a parameter is invalid. Returns undefined, so that a reader can end with it. */
  refuse<Rule extends RuleName>(name: string, rule: Rule, message: string, ...params: ParamsArgument<Rule>): undefined {
    const shown = name.length > NAME_CHARACTERS_SHOWN ? `${name.slice(0, NAME_CHARACTERS_SHOWN)}…` : name;
    return this.note(violation(`query.${shown}`, rule, message, ...params));
  }

  /** What was probably meant by a name, ready to follow a sentence; '' where enough was wrong already, as comparing takes time. */
  similar(word: string, words: () => Iterable<string>): string {
    return this.#violations.length < COMPARED_MAX ? didYouMean(word, words()) : '';
  }

  /** Records a violation of a parameter. Returns undefined as well. */
  note(problem: Violation): undefined {
    this.#violations.push(problem);
    return undefined;
  }

  /** The integer of a parameter within bounds; `otherwise` if it is missing. */
  integer(name: string, bounds: { min: number; max: number; otherwise: number; beyond?: string }): number {
    const text = this.#values.get(name);
    if (text === undefined) return bounds.otherwise;
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= bounds.min && number <= bounds.max) return number;
    const advice = number > bounds.max && bounds.beyond !== undefined ? ` ${bounds.beyond}` : '';
    this.refuse(name, 'range', `Give a whole number from ${bounds.min} to ${bounds.max}.${advice}`, {
      min: bounds.min,
      max: bounds.max,
    });
    return bounds.otherwise;
  }

  /** Whether a parameter says `true`; false if it is missing. */
  flag(name: string): boolean {
    const text = this.#values.get(name);
    if (text !== undefined && text !== 'true' && text !== 'false')
      this.refuse(name, 'type', `Give ${name}=true, or leave it out.`);
    return text === 'true';
  }

  /** Checks `min_revision`, which took effect before the query string was read. */
  checkMinRevision(): void {
    this.integer(MIN_REVISION, { min: 0, max: REVISION_MAX, otherwise: 0 });
  }

  /** The parameters as one text that is the same for all query strings with the same meaning, optionally without some. */
  canonical(without: readonly string[] = []): string {
    const pairs: string[] = [];
    for (const { name, value } of this.sorted) if (!without.includes(name)) pairs.push(name, value);
    return JSON.stringify(pairs);
  }

  /** @throws `validation_failed` with all violations */
  finish(): void {
    if (this.#violations.length > 0) throw validationFailed(this.#violations);
  }

  #take(name: string, value: string, known: readonly string[]): void {
    if (!known.includes(name)) {
      this.refuse(name, 'unknown', `There is no parameter ${quoted(name)} here; ${adviceFor(name, known)}`);
    } else if (this.#values.has(name)) {
      this.refuse(
        name,
        'repeated',
        `Give ${name} once${LISTS.includes(name) ? ', with commas between its values' : ''}.`,
      );
    } else {
      this.#values.set(name, value);
    }
  }
}

/** What to do about an unknown parameter. */
function adviceFor(name: string, known: readonly string[]): string {
  const usual = OTHER_NAMES.get(name.toLowerCase());
  const ours = usual === undefined ? undefined : known.find((parameter) => parameter === usual);
  return ours === undefined ? `remove it.${didYouMean(name, known)}` : `use "${ours}" instead.`;
}

function byNameAndValue(a: Parameter, b: Parameter): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  if (a.value === b.value) return 0;
  return a.value < b.value ? -1 : 1;
}
