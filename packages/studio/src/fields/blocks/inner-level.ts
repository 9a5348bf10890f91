/** The fields of a component inside of a value: what is written there becomes a change of the value around it. */
import { isObject } from '../../../../contract/src/is-object.ts';
import type { ContentType } from '../../api/types.ts';
import type { Draft, Values } from '../../drafts/types.ts';
import { blockList, fieldsOf, type InnerFields } from './blocks-in.ts';
import { innerKey, insidePath, isOwnProblem, type Level, type Place, valuePath } from './level.ts';

/** @param type the component */
export function innerLevel(draft: Draft, around: Level, place: Place, type: ContentType): Level {
  const { field, locale, block } = place;
  const within = around.within ?? (field.localized ? locale : null);
  const list = insidePath(around, field, locale);
  const level = {
    key: innerKey(around.key, place),
    root: block === null ? list : `${list}.${block}`,
    within,
    depth: around.depth + 1,
    type: within === null ? type : { ...type, fields: type.fields.map((one) => ({ ...one, localized: false })) },
  };
  return { ...level, values: new InnerValues(draft, around, place, level) };
}

const NO_PROBLEMS: readonly never[] = [];

class InnerValues implements Values {
  readonly #draft: Draft;
  readonly #around: Level;
  readonly #place: Place;
  readonly #level: Omit<Level, 'values'>;
  readonly #localized: ReadonlySet<string>;
  #problems: { all: Draft['problems']; of: Map<string, Draft['problems']> } | null = null;

  constructor(draft: Draft, around: Level, place: Place, level: Omit<Level, 'values'>) {
    this.#draft = draft;
    this.#around = around;
    this.#place = place;
    this.#level = level;
    this.#localized = new Set(level.type.fields.flatMap(({ id, localized }) => (localized ? [id] : [])));
  }

  value(field: string, locale: string): unknown {
    const value = this.#fields()[field];
    if (!this.#isByLocale(field)) return value;
    return isObject(value) ? value[locale] : undefined;
  }

  subscribeValue(field: string, locale: string, listener: () => void): () => void {
    const { values } = this.#around;
    const stop = values.subscribeValue(this.#place.field.id, this.#place.locale, listener);
    const stopOwn = this.#draft.subscribeValue(...this.#ownPlace(field, locale), listener);
    return () => {
      stop();
      stopOwn();
    };
  }

  set(field: string, locale: string, value: unknown): void {
    const own = this.#ownPlace(field, locale);
    if (this.#draft.unfinished(...own)?.hidesValue) this.#draft.setUnfinished(...own, undefined);
    const fields = this.#fields();
    const given = value ?? undefined;
    const before = fields[field];
    const byLocale = { ...(isObject(before) ? before : {}), [locale]: given };
    const next = this.#isByLocale(field) ? orNothing(without(byLocale)) : given;
    this.#write(without({ ...fields, [field]: next }));
  }

  unfinished(field: string, locale: string) {
    return this.#draft.unfinished(...this.#ownPlace(field, locale));
  }

  setUnfinished(field: string, locale: string, unfinished: Parameters<Values['setUnfinished']>[2]): void {
    this.#draft.setUnfinished(...this.#ownPlace(field, locale), unfinished);
  }

  problemsOf(field: string, locale: string): Draft['problems'] {
    const all = this.#draft.problems;
    if (this.#problems?.all !== all) this.#problems = { all, of: new Map() };
    const path = valuePath(this.#level, field, locale);
    const known = this.#problems.of.get(path);
    if (known !== undefined) return known;
    const inner = this.#level.type.fields.find(({ id }) => id === field);
    const own = all.filter((one) => inner !== undefined && isOwnProblem(one.path, this.#level, inner, locale));
    const problems = own.length === 0 ? NO_PROBLEMS : own;
    this.#problems.of.set(path, problems);
    return problems;
  }

  conflict(field: string, locale: string) {
    return this.#draft.conflict(...this.#ownPlace(field, locale));
  }

  takeTheirs(field: string, locale: string, block?: Parameters<Values['takeTheirs']>[2]): void {
    this.#draft.takeTheirs(...this.#ownPlace(field, locale), block);
  }

  keepMine(field: string, locale: string, block?: Parameters<Values['keepMine']>[2]): void {
    this.#draft.keepMine(...this.#ownPlace(field, locale), block);
  }

  newsOf(field: string, locale: string) {
    return this.#draft.newsInside(valuePath(this.#level, field, locale));
  }

  seen(field = '', locale = ''): void {
    const news = this.newsOf(field, locale);
    if (news !== undefined) this.#draft.seenInside(news.path);
  }

  bringBack(field: string, locale: string): void {
    const news = this.newsOf(field, locale);
    if (news === undefined) return;
    this.#draft.seenInside(news.path);
    this.set(field, locale, news.restored);
  }

  #isByLocale(field: string): boolean {
    return this.#localized.has(field);
  }

  #fields(): InnerFields {
    const { field, locale, block } = this.#place;
    const value = this.#around.values.value(field.id, locale);
    return fieldsOf(block === null ? value : blockList(value).find(({ id }) => id === block));
  }

  #write(fields: InnerFields): void {
    const { field, locale, block } = this.#place;
    const { values } = this.#around;
    if (block === null) {
      values.set(field.id, locale, { ...(values.value(field.id, locale) as object | undefined), fields });
      return;
    }
    const list = blockList(values.value(field.id, locale));
    // It has gone meanwhile: what is typed late goes nowhere.
    if (!list.some(({ id }) => id === block)) return;
    values.set(
      field.id,
      locale,
      list.map((one) => (one.id === block ? { ...one, fields } : one)),
    );
  }

  /** Where the draft keeps what it knows of the value by its path: what stands before and behind the last dot of that. */
  #ownPlace(field: string, locale: string): [string, string] {
    const path = valuePath(this.#level, field, locale).slice('fields.'.length);
    const last = path.lastIndexOf('.');
    return [path.slice(0, last), path.slice(last + 1)];
  }
}

function without(map: InnerFields): InnerFields {
  return Object.fromEntries(Object.entries(map).filter(([, value]) => value !== undefined));
}

function orNothing(map: InnerFields): InnerFields | undefined {
  return Object.keys(map).length === 0 ? undefined : map;
}
