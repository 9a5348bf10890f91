/** Finds slugs and unique values that an entry would take in a merge while another entry has them. */

import { slugClaims } from '../../content/entries/claims/slugs.ts';
import { uniqueValueClaims } from '../../content/entries/claims/unique-values.ts';
import { selectSlugHolders, selectValueHolders } from '../../content/entries/merged-entry.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import type { Model } from '../../model/content-types/model.ts';
import { type Document, NO_LOCALE } from '../../model/fields/field.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { CheckedEntry, MergePlan } from './plan.ts';
import type { ConflictRule, Decisions } from './planning/decisions.ts';
import { placesOfEntry } from './value-planning.ts';

/** A slug or unique value, which only one entry of a type may have. */
interface Claim {
  /** Identifies it within the environment. */
  readonly name: string;
  /** The text to look it up by. */
  readonly text: string;
  /** Number of the field and of the locale. */
  readonly field: number;
  readonly locale: number;
}

/** An entry's slugs or unique values after the merge, and before it. */
interface EntryClaims {
  readonly entry: CheckedEntry;
  readonly has: readonly Claim[];
  readonly had: ReadonlySet<string>;
}

interface After {
  readonly model: Model;
  readonly entries: readonly CheckedEntry[];
  readonly decisions: Decisions;
}

type Plan = Pick<MergePlan, 'relation' | 'types' | 'entries' | 'shapes'>;

/**
 * Adds conflicts of the rules `slug` and `unique`.
 * @returns pairs of keys: an entry, and another one of the plan that gives up what it takes
 */
export async function addClaimConflicts(reader: Reader, plan: Plan, after: After): Promise<[string, string][]> {
  const exchanges: [string, string][] = [];
  const { number } = plan.relation.target.environment;
  const slugs = after.entries.map((entry) => entryClaimsOf(entry, plan, after, slugsOf));
  const slugRows = await selectSlugHolders(reader, number, textsOf(slugs));
  const slugHolders = slugRows.map((row) => [nameOfSlug(row.content_type, row), row.key] as const);
  addTakenConflicts(plan, after, { rule: 'slug', entries: slugs, holders: new Map(slugHolders), exchanges });
  const values = after.entries.map((entry) => entryClaimsOf(entry, plan, after, valuesOf));
  const valueRows = await selectValueHolders(reader, number, textsOf(values));
  const valueHolders = valueRows.map(
    (row) => [nameOfValue(row.content_type, { ...row, hash: row.value_hash }), row.key] as const,
  );
  addTakenConflicts(plan, after, { rule: 'unique', entries: values, holders: new Map(valueHolders), exchanges });
  return exchanges;
}

type ClaimsOf = (states: { draft: Document; published: Document | null }, type: ContentType, model: Model) => Claim[];

const slugsOf: ClaimsOf = ({ draft, published }, type, model) => {
  return [...slugClaims.claimsIn({ draft, published }, type, model).values()].map(({ locale, slug }) => {
    const name = nameOfSlug(type.number, { locale, slug });
    return { name, text: slug, field: type.slugField ?? 0, locale };
  });
};

const valuesOf: ClaimsOf = (states, type, model) =>
  [...uniqueValueClaims.claimsIn(states, type, model).values()].map(({ field, locale, hash }) => {
    const name = nameOfValue(type.number, { field, locale, hash });
    return { name, text: hash, field, locale };
  });

function entryClaimsOf(entry: CheckedEntry, { relation }: Plan, { model }: After, claimsOf: ClaimsOf): EntryClaims {
  const { target } = entry.planned;
  const before = target && relation.target.model.typeByNumber(target.row.content_type);
  const had = target && before ? claimsOf(target, before, relation.target.model) : [];
  return { entry, has: claimsOf(entry, entry.type, model), had: new Set(had.map(({ name }) => name)) };
}

/** Only values that an entry did not have before are looked up. */
function textsOf(entries: readonly EntryClaims[]): string[] {
  return [
    ...new Set(entries.flatMap(({ has, had }) => has.filter(({ name }) => !had.has(name)).map(({ text }) => text))),
  ];
}

function addTakenConflicts(
  plan: Plan,
  after: After,
  {
    rule,
    entries,
    holders,
    exchanges,
  }: {
    rule: ConflictRule;
    entries: readonly EntryClaims[];
    holders: ReadonlyMap<string, string>;
    exchanges: [string, string][];
  },
): void {
  const planned = new Set(plan.entries.map(({ key }) => key));
  const takers = new Map<string, number>();
  for (const { has } of entries) for (const { name } of has) takers.set(name, (takers.get(name) ?? 0) + 1);
  for (const { entry, has, had } of entries) {
    for (const claim of has) {
      if (had.has(claim.name)) continue;
      const holder = holders.get(claim.name);
      const isOther = holder !== undefined && holder !== entry.planned.key;
      const isTaken = isOther && !planned.has(holder);
      if (isOther && !isTaken) exchanges.push([entry.planned.key, holder]);
      if (isTaken || (takers.get(claim.name) ?? 0) > 1) addConflict(plan, after, { rule, entry, claim });
    }
  }
}

function addConflict(
  { relation, types, shapes }: Plan,
  { decisions, model }: After,
  { rule, entry, claim }: { rule: ConflictRule; entry: CheckedEntry; claim: Claim },
): void {
  const { planned, type } = entry;
  const state = types.get(planned.type);
  const id = type.fields.find(({ number }) => number === claim.field)?.id;
  const field = state?.outcome.type?.fields.find((one) => one.id === id);
  if (state === undefined || field === undefined) return;
  const locale = claim.locale === NO_LOCALE ? model.locales.default.number : claim.locale;
  const place = `${field.slot} ${locale}`;
  const { path, show } = placesOfEntry(state.sides, relation, shapes)(place);
  const { base, target, source } = planned.three;
  const three = { base: base?.values.get(place), target: target?.values.get(place), source: source?.values.get(place) };
  decisions.addConflict(`entries.${planned.key}.${path}`, rule, three, show);
}

function nameOfSlug(type: number, { locale, slug }: { locale: number; slug: string }): string {
  return `${type} ${locale} ${slug}`;
}

function nameOfValue(type: number, { field, locale, hash }: { field: number; locale: number; hash: string }): string {
  return `${type} ${field} ${locale} ${hash}`;
}
