/**
 * Counts the entries that break the rules that a change of fields brings: saving them, or publishing them, is refused from then on. What
 * they have broken before does not count.
 */
import { limitsOnValues } from '../../../../contract/src/fields.ts';
import type { Violation } from '../../../../contract/src/violations.ts';
import type { Model } from '../../model/content-types/model.ts';
import {
  type ChangedRules,
  EXAMPLES_MAX,
  type RuleCount,
  type StoredContent,
} from '../../model/content-types/stored-content.ts';
import { missingLocales } from '../../model/fields/document/checks.ts';
import { type Level, valuesAt, withoutHidden } from '../../model/fields/document/own-values.ts';
import { type DocumentLink, linksOfValue } from '../../model/fields/document/views.ts';
import type { Document, Field } from '../../model/fields/field.ts';
import { fieldType } from '../../model/fields/registry.ts';
import type { Reader } from '../../platform/database/database.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { levelsOf, namesOf, piecesOfType, typesHolding } from './entries-of-type.ts';
import { hasTargetRules, type LinkTargets, linkViolations, readTargets } from './links/link-targets.ts';

const NO_TARGETS: LinkTargets = { entries: new Map(), assets: new Map() };

/** The counts by number of the field, then by rule. */
type Tallies = ReadonlyMap<number, Map<Violation['rule'], RuleCount>>;

export const countBreaking: StoredContent['countBreaking'] = async (db, model, { contentType, fields }) => {
  const tallies: Tallies = new Map(fields.map(({ after }) => [after.number, new Map()]));
  const pace = new Pace();
  for (const { type, names } of typesHolding(model, contentType, namesOf(fields.map(({ after }) => after)))) {
    const levelsIn = (document: Document | null) =>
      document === null ? [] : levelsOf({ document, type, model }, contentType);
    const place = { environment: model.environment, contentType: type.number };
    for await (const piece of piecesOfType(db, place, names)) {
      const entries = piece.map(({ key, draft, published }) => ({
        key,
        draft: levelsIn(draft),
        published: levelsIn(published),
      }));
      const read = { model, targets: await targetsOf(db, model, { entries, fields }) };
      for (const entry of entries) {
        for (const change of fields) count(tallies, change, entry, read);
        await pace.restIfDue();
      }
    }
  }
  return new Map([...tallies].map(([field, byRule]) => [field, [...byRule.values()]]));
};

/** An entry with the levels of its states that are of the changed type. */
interface EntryLevels {
  readonly key: string;
  readonly draft: readonly Level[];
  readonly published: readonly Level[];
}

interface RuleReading {
  readonly model: Model;
  readonly targets: LinkTargets;
}

/** The targets of those links whose rules change. */
async function targetsOf(
  db: Reader,
  model: Model,
  { entries, fields }: { entries: readonly EntryLevels[]; fields: readonly ChangedRules[] },
): Promise<LinkTargets> {
  const linking = fields.map(({ after }) => after).filter((field) => hasTargetRules(limitsOnValues(field)));
  if (linking.length === 0) return NO_TARGETS;
  const links = entries.flatMap(({ draft, published }) =>
    [...draft, ...published].flatMap((level) =>
      linking.flatMap((field) => linksAt(level, fieldAt(level, field), model)),
    ),
  );
  return readTargets(db, { environment: { number: model.environment }, model }, links);
}

function count(
  tallies: Tallies,
  change: ChangedRules,
  { key, draft, published }: EntryLevels,
  read: RuleReading,
): void {
  const byRule = tallies.get(change.after.number);
  const inPublished = rulesBroken(published, change, read);
  for (const rule of new Set([...inPublished, ...rulesBroken(draft, change, read)])) {
    const { entries, published: shown, examples } = byRule?.get(rule) ?? { entries: 0, published: 0, examples: [] };
    byRule?.set(rule, {
      rule,
      entries: entries + 1,
      published: shown + (inPublished.has(rule) ? 1 : 0),
      examples: examples.length < EXAMPLES_MAX ? [...examples, key] : examples,
    });
  }
}

/** The rules that the levels break after the change of a field, and did not break before. */
function rulesBroken(
  levels: readonly Level[],
  { before, after }: ChangedRules,
  read: RuleReading,
): Set<Violation['rule']> {
  const broken = new Set<Violation['rule']>();
  for (const level of levels) {
    const field = fieldAt(level, after);
    const known = before === null ? new Set() : brokenAt(level, ruledAsBefore(level, field, before), read);
    for (const rule of brokenAt(level, field, read)) if (!known.has(rule)) broken.add(rule);
  }
  return broken;
}

function brokenAt(level: Level, field: Field, { model, targets }: RuleReading): Set<Violation['rule']> {
  const broken = new Set<Violation['rule']>();
  if (missingLocales(level, field, model).length > 0) broken.add('required');
  for (const { value, path } of valuesAt({ ...level, fields: [field] }, model)) {
    const shown = withoutHidden(value, field, model);
    for (const { rule } of fieldType(field.type).validate(shown, field, path)) broken.add(rule);
  }
  for (const { rule } of linkViolations(linksAt(level, field, model), targets, false)) broken.add(rule);
  return broken;
}

function linksAt(level: Level, field: Field, model: Model): DocumentLink[] {
  return [...valuesAt({ ...level, fields: [field] }, model)].flatMap(linksOfValue);
}

/** The field as the level reads it. */
function fieldAt({ fields }: Level, { number, ...field }: Field): Field {
  return fields.find((one) => one.number === number) ?? { number, ...field };
}

/** The field with its rules from before. How a component reads it in a value depends on the field around it, which stays. */
function ruledAsBefore({ component }: Level, field: Field, before: Field): Field {
  if (component === null) return before;
  const { required, items, validations, component: one, components } = before;
  return { ...field, required, items, validations, component: one, components } as Field;
}
