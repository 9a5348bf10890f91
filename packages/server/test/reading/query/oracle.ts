/** The query engine's answers, as the oracle has them. */

import type {
  Content,
  Entry as OracleEntry,
  Field as OracleField,
  Values,
} from '../../../../testing/src/oracle/content.ts';
import { type By, type Condition, Finding, type Place } from '../../../../testing/src/oracle/finding.ts';
import type { ContentType } from '../../../src/model/content-types/content-type.ts';
import type { Model } from '../../../src/model/content-types/model.ts';
import type { Field } from '../../../src/model/fields/field.ts';
import type { Attribute, EntryQuery, Predicate } from '../../../src/reading/query/query.ts';
import { type Entry, type Moment, type State, statusOf } from './world.ts';

/** Under which values of fields stand that are not localized, as the rows have them. */
const NO_LOCALE = 0;

export interface Expected {
  readonly entries: readonly {
    id: number;
    version: number;
    key: string;
    contentType: number;
    publishedAt: number | null;
    status: string;
  }[];
  /** What its last entry is ordered by, and its key, where more come behind it. */
  readonly next: { readonly values: Place['values']; readonly id: string } | null;
  readonly total: number;
}

/** What the oracle has of a moment, and its entries by key. */
const known = new WeakMap<Moment, { readonly content: Content; readonly entries: ReadonlyMap<string, Entry> }>();

/** What the engine must answer. */
export function expected(query: EntryQuery, moment: Moment): Expected {
  const finding = findingOf(query, moment);
  const found = finding.found();
  const { after, skip, limit } = query;
  const end = after && { rank: 0, values: after.values, key: after.id };
  const left =
    end === undefined ? found.slice(skip) : found.filter((row) => finding.compare(finding.placeOf(row), end) > 0);
  const page = left.slice(0, limit);
  const last = left.length > page.length ? page.at(-1) : undefined;
  const { values, key } = last === undefined ? {} : finding.placeOf(last);
  const entries = page.map(({ entry }) => shownEntry(query, knownOf(moment).entries.get(entry.key)));
  return { entries, next: key === undefined ? null : { values: values ?? [], id: key }, total: found.length };
}

/** What each entry that matches is ordered by, as text, by the id of its row. */
export function orderedBy(query: EntryQuery, moment: Moment): Map<number, string> {
  const finding = findingOf(query, moment);
  const ids = new Map(moment.entries.map(({ id, key }) => [key, id]));
  const found = finding.found().map((row) => [ids.get(row.entry.key), finding.placeOf(row).values] as const);
  return new Map(found.map(([id, values]) => [id as number, JSON.stringify(values)]));
}

function shownEntry(query: EntryQuery, entry: Entry | undefined): Expected['entries'][number] {
  const state = query.state === 'draft' ? entry?.draft : entry?.published;
  if (entry === undefined || state == null) throw new Error('The oracle found an entry that is not there.');
  const { id, key, contentType, publishedAt } = entry;
  const status = query.state === 'draft' ? statusOf(entry) : 'published';
  return { id, version: state.version, key, contentType, publishedAt, status };
}

function knownOf(moment: Moment) {
  const before = known.get(moment);
  if (before !== undefined) return before;
  const of = { content: contentOf(moment), entries: new Map(moment.entries.map((entry) => [entry.key, entry])) };
  known.set(moment, of);
  return of;
}

function findingOf(query: EntryQuery, moment: Moment): Finding {
  const { contentType } = query;
  return new Finding(knownOf(moment).content, {
    plane: query.state === 'published' ? 'delivery' : query.withArchived ? 'management' : 'preview',
    type: contentType === null ? null : (moment.model.typeByNumber(contentType)?.apiId ?? 'none'),
    locale: query.locale,
    conditions: query.predicates.map(conditionOf),
    order: query.order.map(({ by, descending }) => ({
      by: by.kind === 'system' ? by.name : { field: [...by.byType.values()][0]?.field ?? 'none' },
      descending,
    })),
  });
}

function conditionOf(predicate: Predicate): Condition {
  switch (predicate.kind) {
    case 'keys':
      return { keys: predicate.keys };
    case 'links_to':
      return { linksTo: `${predicate.target}:${predicate.key}` };
    case 'sees':
      return { sees: [...predicate.links.values()][0]?.field ?? 'none', wanted: predicate.wanted };
    case 'through':
      return {
        through: [...predicate.links.values()][0]?.field ?? 'none',
        condition: conditionOf(predicate.target),
      };
    case 'system':
    case 'field': {
      const [asked] = predicate.kind === 'system' ? [predicate.condition] : predicate.byType.values();
      if (asked === undefined) throw new Error('A condition on no type.');
      return { by: byOf(asked.attribute), operator: asked.operator, operands: asked.operands };
    }
  }
}

function byOf(attribute: Attribute): By {
  if (attribute.kind === 'system') return attribute.name;
  const { field, inside } = attribute;
  return inside === undefined ? { field } : { field, inside };
}

function contentOf({ entries, model, assets }: Moment): Content {
  const asset = (key: string) => ({ key, title: {}, mimeType: 'image/png', createdAt: 0 });
  return {
    assets: Object.fromEntries(assets.map((key) => [key, asset(key)])),
    locales: model.locales.all,
    types: model.entryTypes.map((type) => ({
      apiId: type.apiId,
      slug: null,
      display: null,
      fields: type.fields.map((field) => fieldOf(field, model)),
    })),
    entries: Object.fromEntries(
      entries.flatMap((entry) => {
        const type = model.typeByNumber(entry.contentType);
        return type === undefined ? [] : [[entry.key, entryOf(entry, type)]];
      }),
    ),
  };
}

function entryOf(entry: Entry, type: ContentType): OracleEntry {
  const { draft, published } = entry;
  return {
    ...entry,
    type: type.apiId,
    status: statusOf(entry),
    draft: valuesOf(draft, type),
    published: published && valuesOf(published, type),
    ...(published === null ? {} : { publishedSavedAt: published.savedAt }),
  };
}

/** A value of no locale is that of the home, where the field has one. */
function valuesOf({ values }: State, { fields }: ContentType): Values {
  const shown = fields.flatMap(({ number, home }) => {
    const own: Readonly<Record<string, unknown>> = values[number] ?? {};
    const atHome = home === null ? undefined : (own[NO_LOCALE] ?? own[home]);
    return [[number, atHome === undefined ? own : { ...own, [home as number]: atHome }] as const];
  });
  return Object.fromEntries(shown);
}

function fieldOf({ number, id, type, items, localized, home, component }: Field, model: Model): OracleField {
  const kind = items?.type ?? type;
  const isLink = kind === 'entry' || kind === 'asset';
  const inside = model.types.find(({ apiId }) => apiId === component)?.fields.map((inner) => fieldOf(inner, model));
  const parts = inside === undefined ? {} : { inside };
  return { number, id, kind: isLink ? 'link' : 'other', localized, home: home ?? NO_LOCALE, ...parts };
}
