/** What a query finds, and in which order: the evaluator of the client over the content of the oracle, and full-text search. */
import {
  type Attribute,
  type By,
  type Condition,
  Finding as Evaluation,
  type OrderStep,
  type Place,
  type Source,
} from '../../../client/src/evaluator/finding.ts';
import {
  type Content,
  defaultLocale,
  linksOf,
  type Name,
  type Plane,
  type Row,
  rowsOf,
  shownIn,
  shownInside,
  typeOf,
} from './content.ts';

export type { By, Condition, Place };

/** Searches texts word by word. The test decides how words are made and compared, because the oracle knows no languages. */
export interface Search<Word = string> {
  readonly wordsOf: (text: string) => readonly Word[];
  readonly asked: readonly Word[];
  /** Whether a word of a text matches a requested one; the last requested one may be a prefix. */
  readonly fits: (word: Word, asked: Word, isLast: boolean) => boolean;
  /** Whether better matches come first, whatever the order is. */
  readonly byRelevance: boolean;
}

export interface Query<Word = string> {
  readonly plane: Plane;
  readonly type: string | null;
  /** The locale in which fields are read; null for the default one. */
  readonly locale: Name | null;
  readonly conditions: readonly Condition[];
  readonly order: readonly OrderStep[];
  readonly search?: Search<Word> | undefined;
}

/** Answers one query about one state of the content. */
export class Finding<Word = string> {
  readonly #content: Content;
  readonly #query: Query<Word>;
  readonly #locale: Name;
  readonly #evaluation: Evaluation<Row>;
  /** The entries that the plane shows. */
  readonly rows: readonly Row[];

  constructor(content: Content, query: Query<Word>) {
    this.#content = content;
    this.#query = query;
    this.#locale = query.locale ?? defaultLocale(content).number;
    this.rows = rowsOf(content, query.plane);
    const { search } = query;
    // In another order, a rank says no more than that all words occur.
    const most = search?.byRelevance === false ? 1 : Number.POSITIVE_INFINITY;
    const rankOf = search && ((row: Row) => Math.min(most, this.rankOf(row, search)));
    this.#evaluation = new Evaluation(this.#source(), { ...query, rankOf });
  }

  /** The entries that match, in order. */
  found(): Row[] {
    return this.#evaluation.found();
  }

  row(key: string): Row | undefined {
    return this.rows.find(({ entry }) => entry.key === key);
  }

  placeOf(row: Row): Place {
    return this.#evaluation.placeOf(row);
  }

  compare(a: Place, b: Place): number {
    return this.#evaluation.compare(a, b);
  }

  /**
   * The entries after the page that ended with an entry, at its place of that time.
   * @param key of the last entry of the first page
   * @param before the content that the first page showed
   */
  behind(key: string, before: Content): Row[] {
    const first = new Finding(before, this.#query);
    const last = first.row(key);
    if (last === undefined) throw new Error(`There was no entry ${key}.`);
    // An entry that was deleted and created again is another entry.
    const thenOf = ({ entry }: Row) => {
      const then = first.row(entry.key);
      return then?.entry.createdAt === entry.createdAt ? then : undefined;
    };
    const { stayed, moved } = this.#evaluation.behind(first.placeOf(last), {
      wasThere: (row) => thenOf(row) !== undefined,
      hasMoved: (row, by) => {
        const then = thenOf(row);
        return then === undefined || first.#attribute(then, by) !== this.#attribute(row, by);
      },
    });
    return [...stayed, ...moved];
  }

  /** 3 if all words are in the display field, 2 if some are, 1 if none is; 0 if not all words occur. */
  rankOf({ entry, values }: Row, { wordsOf, asked, fits }: Search<Word>): number {
    const type = typeOf(this.#content, entry.type);
    const words = (field: Name | null) =>
      field === null
        ? []
        : wordsOf(String(shownIn(this.#content, { entry, values }, { field, locale: this.#locale }) ?? ''));
    const display = words(type.display);
    const all = type.fields.filter(({ kind }) => kind === 'text').flatMap(({ number }) => words(number));
    const occursIn = (held: readonly Word[]) => (word: Word, at: number) =>
      held.some((other) => fits(other, word, at === asked.length - 1));
    if (!asked.every(occursIn(all))) return 0;
    return asked.every(occursIn(display)) ? 3 : asked.some(occursIn(display)) ? 2 : 1;
  }

  #source(): Source<Row> {
    const content = this.#content;
    return {
      rowsOf: (type) => this.rows.filter(({ entry }) => type === null || entry.type === type),
      row: (key) => this.row(key),
      hasAsset: (key) => Object.hasOwn(content.assets ?? {}, key),
      keyOf: ({ entry }) => entry.key,
      typeOf: ({ entry }) => entry.type,
      valueOf: (row, by) => (typeof by === 'object' ? this.#value(row, by) : this.#attribute(row, by)),
      linksOf: ({ entry, values }) => linksOf(typeOf(content, entry.type).fields, values),
    };
  }

  #value(row: Row, { field, inside }: Exclude<By, Attribute>): unknown {
    const locale = this.#locale;
    return inside === undefined
      ? shownIn(this.#content, row, { field, locale })
      : shownInside(this.#content, row, { field, inside, locale });
  }

  /** Delivery does not show who edits, and an entry's update there is when its published state was saved. */
  #attribute({ entry }: Row, by: Attribute): unknown {
    const isDelivery = this.#query.plane === 'delivery';
    switch (by) {
      case 'id':
      case 'key':
        return entry.key;
      case 'status':
        return isDelivery ? 'published' : entry.status;
      case 'created_by':
        return entry.createdBy;
      case 'created_at':
        return entry.createdAt;
      case 'updated_by':
        return isDelivery ? '' : entry.updatedBy;
      case 'updated_at':
        return isDelivery ? entry.publishedSavedAt : entry.updatedAt;
      case 'published_at':
        return entry.publishedAt ?? undefined;
    }
  }
}
