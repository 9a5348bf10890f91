/**
 * Removes the values of a hidden field, or of a component, for good from change sets, before they go from the entries. Each step
 * continues where the previous one stopped.
 */
import type { RemovedValues, StoredContent } from '../../model/content-types/stored-content.ts';
import type { Writer } from '../../platform/database/database.ts';
import { removeFromValues, typesOfRemoval } from '../entries/field-removal.ts';
import type { Undo } from './outcome.ts';
import { type SetValue, type SetValues, sideOf } from './overlay.ts';
import { findItem, itemsOfTypes, lockSet, updateItem } from './store.ts';
import type { ItemRow } from './tables.ts';

type RemoveFieldValues = StoredContent['removeFieldValues'];

/** Items that one step reads. */
const ITEMS_AT_ONCE = 20;
/** What the progress begins with as long as change sets are cleaned. */
const IN_SETS = 'sets ';

/** The removal of values from change sets, and then from the entries. */
export function removalWithSets(removeFromEntries: RemoveFieldValues): RemoveFieldValues {
  return async (writer, place, progress) => {
    if (progress !== null && !progress.startsWith(IN_SETS)) return removeFromEntries(writer, place, progress);
    const next = await cleanSome(writer, place, progress?.slice(IN_SETS.length) ?? ' ');
    return next === null ? removeFromEntries(writer, place, null) : `${IN_SETS}${next}`;
  };
}

/** @param after set and key of the last item that is done @returns the same of this step; null once all are done */
async function cleanSome(writer: Writer, place: RemovedValues, after: string): Promise<string | null> {
  const [changeSet = '', key = ''] = after.split(' ');
  const types = typesOfRemoval(place);
  if (types.length === 0) return null;
  const at = { environment: place.environment, types, changeSet, key };
  const items = await itemsOfTypes(writer, at, ITEMS_AT_ONCE);
  for (const { change_set: set, key: entry } of items) {
    // Whoever writes into the set meanwhile would put the values back, or lose theirs.
    await lockSet(writer, { environment: place.environment, key: set });
    const item = await findItem(writer, { environment: place.environment, key: set }, entry);
    if (item !== undefined) await cleanItem(writer, item, place);
  }
  const last = items.at(-1);
  return last === undefined || items.length < ITEMS_AT_ONCE ? null : `${last.change_set} ${last.key}`;
}

async function cleanItem(writer: Writer, item: ItemRow, place: RemovedValues): Promise<void> {
  const clean = (values: SetValues) => cleanedValues(values, item.content_type, place);
  const changes = JSON.stringify(clean(JSON.parse(item.changes) as SetValues));
  const undone = item.undo === null ? null : (JSON.parse(item.undo) as Undo);
  const undo =
    undone === null
      ? null
      : JSON.stringify({ ...undone, published: clean(undone.published), draft: clean(undone.draft) });
  if (changes !== item.changes || undo !== item.undo) await updateItem(writer, { ...item, changes, undo });
}

/** The values of a set without what is removed: in what it has, and in what that was written over. */
function cleanedValues(values: SetValues, contentType: number, place: RemovedValues): SetValues {
  const [value, base] = (['value', 'base'] as const).map((side) => {
    const document = structuredClone(sideOf(values, side)) as Record<string, Record<string, unknown>>;
    removeFromValues(document, contentType, place);
    return document;
  });
  const isGone = (number: string) => place.component === 0 && Number(number) === place.field;
  return Object.fromEntries(
    Object.entries(values)
      .filter(([number]) => !isGone(number))
      .map(([number, byPlace]) => [
        number,
        Object.fromEntries(
          Object.entries(byPlace).map(([at, { by, at: time }]) => {
            const [own, before] = [value?.[number]?.[at], base?.[number]?.[at]];
            const cleaned: SetValue = {
              ...(own !== undefined && { value: own }),
              ...(before !== undefined && { base: before }),
              by,
              at: time,
            };
            return [at, cleaned];
          }),
        ),
      ]),
  );
}
