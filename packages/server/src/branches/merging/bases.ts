/** Moves the common ancestor of two environments forward to what the source contained when it was merged, and back. */
import { type KindName, kindNames } from '../../content/kinds/content-kind.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import type { Model } from '../../model/content-types/model.ts';
import type { Writer } from '../../platform/database/database.ts';
import type { PlannedType, PlanPart } from './plan.ts';
import { type BaseType, earlierSlots, numbersIn, type Slots, slotsIn } from './planning/slots.ts';
import type { MergeBefore } from './record.ts';
import { type BasePlace, deleteBases, selectBases, upsertBases } from './store.ts';
import type { MergeBaseRow } from './tables.ts';

/**
 * Stores the new state of the ancestor. @param after the target's model after the merge
 * @returns its previous state
 */
export async function advanceBases(
  writer: Writer,
  plan: PlanPart,
  after: Model,
): Promise<Pick<MergeBefore, 'bases' | 'newBases'>> {
  const { pair } = plan.relation;
  const rows = [...plan.rebasedTypes.map((apiId) => typeBase(plan, apiId, after)), ...plan.bases];
  const bases: MergeBaseRow[] = [];
  const newBases: { kind: KindName; keys: string[] }[] = [];
  for (const kind of kindNames) {
    const keys = rows.filter((row) => row.kind === kind).map(({ key }) => key);
    const known = keys.length === 0 ? [] : await selectBases(writer, pair, { kind, keys });
    const names = new Set(known.map(({ key }) => key));
    bases.push(...known);
    newBases.push({ kind, keys: keys.filter((key) => !names.has(key)) });
  }
  await upsertBases(writer, rows);
  return { bases, newBases };
}

/** Restores the state of the ancestor before a merge. */
export async function restoreBases(
  writer: Writer,
  pair: BasePlace,
  { bases, newBases }: Pick<MergeBefore, 'bases' | 'newBases'>,
): Promise<void> {
  for (const { kind, keys } of newBases) if (keys.length > 0) await deleteBases(writer, pair, { kind, keys });
  await upsertBases(writer, bases);
}

function typeBase({ relation, types }: PlanPart, apiId: string, after: Model): MergeBaseRow {
  const row = { ...relation.pair, kind: 'content_type', key: apiId, resource: null, version: null };
  const planned = types.get(apiId);
  const type = planned?.sides.source;
  if (planned === undefined || type === undefined) return { ...row, state: null };
  const there = after.typeByApiId(apiId);
  const { number } = relation.target.environment;
  const numbers =
    there === undefined
      ? {}
      : {
          [number]: numbersIn(
            { type, slots: planned.sides.slots.source },
            { type: there, slots: slotsAfter(planned, there, number) },
          ),
        };
  return { ...row, state: JSON.stringify({ type, numbers } satisfies BaseType) };
}

/** The slots of a merged type of the target, by field number, including fields that the type had before. */
function slotsAfter({ sides, outcome }: PlannedType, type: ContentType, environment: number): Slots {
  const known = slotsIn(sides.base, type, environment);
  const merged = new Map((outcome.type?.fields ?? []).map(({ id, slot }) => [id, slot]));
  const slots = type.fields.map(({ number, id }) => [number, merged.get(id) ?? known.get(number) ?? ''] as const);
  return new Map([...earlierSlots(sides.base, type, environment), ...slots]);
}
