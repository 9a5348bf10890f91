/** Plans the content types of a merge: the resulting types, the requests for the target, and what those would hide. */

import { componentsOf } from '../../../../contract/src/fields.ts';
import type { Violation } from '../../../../contract/src/violations.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import { fieldLosses } from '../../model/content-types/field-losses.ts';
import type { StoredContent } from '../../model/content-types/stored-content.ts';
import { preparePatterns } from '../../model/content-types/type-patterns.ts';
import { emptyType, planType } from '../../model/content-types/type-plan.ts';
import { holdsBlocks } from '../../model/fields/document/own-values.ts';
import type { Reader } from '../../platform/database/database.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { PlannedType } from './plan.ts';
import type { Decisions } from './planning/decisions.ts';
import { takes } from './planning/shapes.ts';
import { mergeType, type TypeFacts, type TypeOutcome } from './planning/type-merge.ts';
import { typeRequests } from './planning/type-request.ts';
import { fieldIn } from './planning/type-state.ts';
import type { Side } from './relation.ts';
import type { TypeSides } from './states.ts';

interface TypePlanning {
  readonly target: Side;
  readonly stored: StoredContent;
  readonly decisions: Decisions;
  /** Receives what the content type rules reject. */
  readonly errors: Violation[];
  readonly at: number;
}

interface TypesThen extends TypePlanning {
  /** The content types of the target when the type is written. */
  readonly types: readonly ContentType[];
}

/**
 * Plans the types in the order in which they are written.
 * @param types the types to merge; the others stay as they are in the target
 */
export async function planTypes(
  reader: Reader,
  types: readonly { readonly sides: TypeSides; readonly isMeant: boolean }[],
  planning: TypePlanning,
): Promise<Map<string, PlannedType>> {
  const merged: MergedSides[] = [];
  for (const { sides, isMeant } of types)
    merged.push({ sides, outcome: isMeant ? await outcomeOf(reader, sides, planning) : untouched(sides) });
  const planned = new Map<string, PlannedType>();
  // Each is planned beside the others as they are by then: components before what has them inside.
  const now = new Map(planning.target.model.types.map((type) => [type.apiId, type]));
  for (const one of inOrderOfUse(merged)) {
    const type = await planOne(one, { ...planning, types: [...now.values()] });
    planned.set(one.sides.apiId, type);
    if (type.planned !== undefined) now.set(one.sides.apiId, type.planned);
  }
  return numbered(planned);
}

interface MergedSides {
  readonly sides: TypeSides;
  readonly outcome: TypeOutcome;
}

/** The types in the order given, but components before what has them inside after the merge, or before it if they go. */
function inOrderOfUse(merged: readonly MergedSides[]): MergedSides[] {
  const byName = new Map(merged.map((one) => [one.sides.apiId, one]));
  const [begun, ordered] = [new Set<MergedSides>(), new Set<MergedSides>()];
  const add = (one: MergedSides) => {
    if (begun.has(one)) return;
    begun.add(one);
    for (const { settings } of (one.outcome.type ?? one.sides.three.target)?.fields ?? [])
      for (const name of componentsOf(settings)) {
        const component = byName.get(name);
        if (component !== undefined) add(component);
      }
    ordered.add(one);
  };
  for (const one of merged) add(one);
  return [...ordered];
}

/** A type that the merge does not change. */
function untouched({ three }: TypeSides): TypeOutcome {
  return { action: 'none', type: three.target, hides: false, paths: [] };
}

async function outcomeOf(reader: Reader, sides: TypeSides, planning: TypePlanning): Promise<TypeOutcome> {
  const facts = await factsOf(reader, sides, planning);
  return mergeType(`content_types.${sides.apiId}`, sides.three, facts, planning.decisions);
}

async function planOne({ sides, outcome }: MergedSides, planning: TypesThen): Promise<PlannedType> {
  const { action, type } = outcome;
  if (action === 'none' || type === undefined)
    return { sides, outcome, requests: [], planned: action === 'none' ? sides.target : undefined };
  const { target, slots, three, apiId } = sides;
  const requests = typeRequests(type, target && { type: target, slots: slots.target }, three.base);
  return { sides, outcome, requests, planned: await plannedType(apiId, { target, requests }, planning) };
}

/** The type that its rules would produce. What they reject is added to the errors. */
async function plannedType(
  apiId: string,
  { target, requests }: Pick<PlannedType, 'requests'> & { target: ContentType | undefined },
  { target: { model }, types, errors, at }: TypesThen,
): Promise<ContentType | undefined> {
  const context = { codes: model.codes, defaultLocale: model.locales.default.number, types, at };
  let type = target ?? emptyType(apiId, at);
  try {
    for (const request of requests) {
      await preparePatterns(request.fields);
      type = planType(type, request, context).type;
    }
    return type;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'validation_failed') throw error;
    const found = error.extra.errors as readonly Violation[];
    errors.push(...found.map((one) => ({ ...one, path: `content_types.${apiId}.${one.path}` })));
    return target;
  }
}

/** Counts which of the fields that a merge may hide have values. */
async function factsOf(reader: Reader, sides: TypeSides, { target, stored }: TypePlanning): Promise<TypeFacts> {
  const { three, target: type, slots } = sides;
  const [holding, spread, reduced] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const counts = fieldLosses(reader, { model: target.model, stored }, type?.number ?? 0);
  for (const field of type === undefined || three.source === undefined ? [] : type.fields) {
    const slot = slots.target.get(field.number) ?? '';
    const there = fieldIn(three.source, slot);
    const isTaken = three.source?.fields.some((other) => other.id === field.id && other.slot !== slot) === true;
    const mayGo = (there === undefined && fieldIn(three.base, slot) !== undefined) || isTaken;
    if (mayGo && (await counts.ofField(field)).entries > 0) holding.add(slot);
    if (field.localized && there?.settings.localized === false)
      if ((await counts.ofOtherLocales(field)).entries > 0) spread.add(slot);
    if (!field.localized && there?.settings.localized === true && holdsBlocks(field))
      if ((await counts.ofLocalesInside(field)).entries > 0) spread.add(slot);
    const fewer = there === undefined ? [] : componentsOf(field).filter((name) => !takes(there, name));
    if ((await counts.ofBlocks(field, fewer)).entries > 0) reduced.add(slot);
  }
  return {
    holds: (slot) => holding.has(slot),
    holdsOtherLocales: (slot) => spread.has(slot),
    holdsBlocks: (slot) => reduced.has(slot),
  };
}

/** Gives new types unused numbers, valid only within the plan. */
function numbered(planned: Map<string, PlannedType>): Map<string, PlannedType> {
  let next = -1;
  for (const [apiId, one] of planned) {
    if (one.planned === undefined || one.sides.target !== undefined) continue;
    planned.set(apiId, { ...one, planned: { ...one.planned, number: next } });
    next -= 1;
  }
  return planned;
}
