/** Plans the content types of a merge: the resulting types, the requests for the target, and what those would hide. */

import type { Violation } from '../../../../contract/src/violations.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import type { StoredContent } from '../../model/content-types/stored-content.ts';
import { preparePatterns } from '../../model/content-types/type-patterns.ts';
import { emptyType, planType } from '../../model/content-types/type-plan.ts';
import type { Reader } from '../../platform/database/database.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { PlannedType } from './plan.ts';
import type { Decisions } from './planning/decisions.ts';
import { mergeType, type TypeFacts, type TypeOutcome } from './planning/type-merge.ts';
import { typeRequests } from './planning/type-request.ts';
import { fieldIn } from './planning/type-state.ts';
import type { Side } from './relation.ts';
import type { TypeSides } from './states.ts';

interface TypePlanning {
  readonly target: Side;
  readonly stored: Pick<StoredContent, 'countWithField' | 'countWithOtherLocales'>;
  readonly decisions: Decisions;
  /** Receives what the content type rules reject. */
  readonly errors: Violation[];
  readonly at: number;
}

/** @param types the types to merge; the others stay as they are in the target */
export async function planTypes(
  reader: Reader,
  types: readonly { readonly sides: TypeSides; readonly isMeant: boolean }[],
  planning: TypePlanning,
): Promise<Map<string, PlannedType>> {
  const planned = new Map<string, PlannedType>();
  for (const { sides, isMeant } of types)
    planned.set(sides.apiId, isMeant ? await planOne(reader, sides, planning) : untouched(sides));
  return numbered(planned);
}

/** A type that the merge does not change. */
function untouched(sides: TypeSides): PlannedType {
  const outcome: TypeOutcome = { action: 'none', type: sides.three.target, hides: false, paths: [] };
  return { sides, outcome, requests: [], planned: sides.target };
}

async function planOne(reader: Reader, sides: TypeSides, planning: TypePlanning): Promise<PlannedType> {
  const facts = await factsOf(reader, sides, planning);
  const outcome = mergeType(`content_types.${sides.apiId}`, sides.three, facts, planning.decisions);
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
  { target: { model }, errors, at }: TypePlanning,
): Promise<ContentType | undefined> {
  const context = { codes: model.codes, defaultLocale: model.locales.default.number, types: model.types, at };
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
  const [holding, spread] = [new Set<string>(), new Set<string>()];
  for (const field of type === undefined || three.source === undefined ? [] : type.fields) {
    const slot = slots.target.get(field.number) ?? '';
    const place = { environment: target.environment.number, contentType: type?.number ?? 0, field: field.number };
    const there = fieldIn(three.source, slot);
    const isTaken = three.source?.fields.some((other) => other.id === field.id && other.slot !== slot) === true;
    const mayGo = (there === undefined && fieldIn(three.base, slot) !== undefined) || isTaken;
    if (mayGo && (await stored.countWithField(reader, target.model, place)) > 0) holding.add(slot);
    const kept = target.model.locales.default.number;
    if (field.localized && there?.settings.localized === false)
      if ((await stored.countWithOtherLocales(reader, target.model, { ...place, kept })) > 0) spread.add(slot);
  }
  return { holds: (slot) => holding.has(slot), holdsOtherLocales: (slot) => spread.has(slot) };
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
