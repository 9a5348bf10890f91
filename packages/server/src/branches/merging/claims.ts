/** Finds slugs and unique values that an entry would take in a merge while another entry has them. */

import { heldSlugs } from '../../content/entries/claims/slugs.ts';
import { heldValues } from '../../content/entries/claims/unique-values.ts';
import { selectSlugHolders, selectValueHolders } from '../../content/entries/merged-entry.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import type { Model } from '../../model/content-types/model.ts';
import { type Document, NO_LOCALE } from '../../model/fields/field.ts';
import type { Reader } from '../../platform/database/database.ts';
import type { CheckedEntry, MergePlan } from './plan.ts';
import type { ConflictRule, Decisions } from './planning/decisions.ts';
import { placesOfEntry } from './value-planning.ts';

/** A slug or unique value, which only one entry of a type may have. */
interface Held {
  /** Identifies it within the environment. */
  readonly name: string;
  /** The text to look it up by. */
  readonly text: string;
  /** Number of the field and of the locale. */
  readonly field: number;
  readonly locale: number;
}

/** An entry's slugs or unique values after the merge, and before it. */
interface Holding {
  readonly entry: CheckedEntry;
  readonly has: readonly Held[];
  readonly had: ReadonlySet<string>;
}

interface After {
  readonly model: Model;
  readonly entries: readonly CheckedEntry[];
  readonly decisions: Decisions;
}

type Plan = Pick<MergePlan, 'kin' | 'types' | 'entries'>;

/** Adds conflicts of the rules `slug` and `unique`. */
export async function refuseHeld(reader: Reader, plan: Plan, after: After): Promise<void> {
  const { number } = plan.kin.target.environment;
  const slugs = after.entries.map((entry) => holdingOf(entry, plan, after, slugsOf));
  const slugRows = await selectSlugHolders(reader, number, textsOf(slugs));
  const slugHolders = slugRows.map((row) => [nameOfSlug(row.content_type, row), row.key] as const);
  refuseTaken(plan, after, { rule: 'slug', holdings: slugs, holders: new Map(slugHolders) });
  const values = after.entries.map((entry) => holdingOf(entry, plan, after, valuesOf));
  const valueRows = await selectValueHolders(reader, number, textsOf(values));
  const valueHolders = valueRows.map(
    (row) => [nameOfValue(row.content_type, { ...row, hash: row.value_hash }), row.key] as const,
  );
  refuseTaken(plan, after, { rule: 'unique', holdings: values, holders: new Map(valueHolders) });
}

type HeldBy = (states: { draft: Document; published: Document | null }, type: ContentType, model: Model) => Held[];

const slugsOf: HeldBy = ({ draft, published }, type, model) => {
  return [...heldSlugs.heldIn({ draft, published }, type, model).values()].map(({ locale, slug }) => {
    const name = nameOfSlug(type.number, { locale, slug });
    return { name, text: slug, field: type.slugField ?? 0, locale };
  });
};

const valuesOf: HeldBy = (states, type, model) =>
  [...heldValues.heldIn(states, type, model).values()].map(({ field, locale, hash }) => {
    const name = nameOfValue(type.number, { field, locale, hash });
    return { name, text: hash, field, locale };
  });

function holdingOf(entry: CheckedEntry, { kin }: Plan, { model }: After, heldBy: HeldBy): Holding {
  const { target } = entry.planned;
  const before = target && kin.target.model.typeByNumber(target.row.content_type);
  const had = target && before ? heldBy(target, before, kin.target.model) : [];
  return { entry, has: heldBy(entry, entry.type, model), had: new Set(had.map(({ name }) => name)) };
}

/** Only values that an entry did not have before are looked up. */
function textsOf(holdings: readonly Holding[]): string[] {
  return [
    ...new Set(holdings.flatMap(({ has, had }) => has.filter(({ name }) => !had.has(name)).map(({ text }) => text))),
  ];
}

function refuseTaken(
  plan: Plan,
  after: After,
  {
    rule,
    holdings,
    holders,
  }: { rule: ConflictRule; holdings: readonly Holding[]; holders: ReadonlyMap<string, string> },
): void {
  const planned = new Set(plan.entries.map(({ key }) => key));
  const takers = new Map<string, number>();
  for (const { has } of holdings) for (const { name } of has) takers.set(name, (takers.get(name) ?? 0) + 1);
  for (const { entry, has, had } of holdings) {
    for (const held of has) {
      if (had.has(held.name)) continue;
      const holder = holders.get(held.name);
      const isHeld = holder !== undefined && holder !== entry.planned.key && !planned.has(holder);
      if (isHeld || (takers.get(held.name) ?? 0) > 1) refuse(plan, after, { rule, entry, held });
    }
  }
}

function refuse(
  { kin, types }: Plan,
  { decisions, model }: After,
  { rule, entry, held }: { rule: ConflictRule; entry: CheckedEntry; held: Held },
): void {
  const { planned, type } = entry;
  const state = types.get(planned.type);
  const id = type.fields.find(({ number }) => number === held.field)?.id;
  const field = state?.outcome.type?.fields.find((one) => one.id === id);
  if (state === undefined || field === undefined) return;
  const locale = held.locale === NO_LOCALE ? model.locales.default.number : held.locale;
  const place = `${field.slot} ${locale}`;
  const { path, show } = placesOfEntry(state.outcome.type, state.sides, kin)(place);
  const { base, target, source } = planned.three;
  const three = { base: base?.values.get(place), target: target?.values.get(place), source: source?.values.get(place) };
  decisions.refuse(`entries.${planned.key}.${path}`, rule, three, show);
}

function nameOfSlug(type: number, { locale, slug }: { locale: number; slug: string }): string {
  return `${type} ${locale} ${slug}`;
}

function nameOfValue(type: number, { field, locale, hash }: { field: number; locale: number; hash: string }): string {
  return `${type} ${field} ${locale} ${hash}`;
}
