/**
 * Two scheduled change sets that touch one value: what the later of them would be asked about when it is due is asked when the second
 * is scheduled. Whoever accepts it says that the later one stands over the earlier; that is carried out when the earlier goes out.
 */
import type { Model } from '../../model/content-types/model.ts';
import type { Document } from '../../model/fields/field.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Reader } from '../../platform/database/database.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import { Pace } from '../../platform/kit/pace.ts';
import type { EntryWork } from '../entries/entry.ts';
import { readEntries } from '../entries/merged-entry.ts';
import { isScheduled, setId } from './change-set.ts';
import { pathInSet } from './conflicts.ts';
import { laidOver, sideOf, valuesAlsoIn } from './overlay.ts';
import { decideItem } from './set-changes.ts';
import { actionOf, groundOf, valuesOf } from './set-item.ts';
import { eachItem, findItem, lockSet, scheduledItemsOf, scheduledSets, touchSet } from './store.ts';
import type { ChangeSetRow, ItemRow } from './tables.ts';

/** Maximum overlaps in one response. */
const LISTED_MAX = 100;

/** A value that another scheduled set makes something else of. */
export interface ScheduledOverlap {
  /** Such as `entries.hello.fields.title.de`; the entry alone where the earlier set takes it away. */
  readonly path: string;
  readonly change_set: string;
  readonly name: string;
  readonly publish_at: string | null;
}

type ComparedItem = Pick<ItemRow, 'key' | 'action' | 'changes' | 'content_type'>;
type SetMoment = Pick<ChangeSetRow, 'key' | 'publish_at'>;

interface OverlapPlace {
  readonly environment: Environment;
  readonly model: Model;
}

/** Overlaps of a set that nobody has accepted yet, and the keys of the sets that it has them with. */
interface FoundOverlaps {
  readonly listed: readonly ScheduledOverlap[];
  readonly keys: readonly string[];
}

/**
 * Where a set that goes out at its `publish_at` and others that are scheduled clash.
 * @throws `conflict` with `overlaps` unless they are accepted
 * @returns the keys of the sets that the set may meet, for its row
 */
export async function acceptedOverlaps(
  db: Reader,
  set: ChangeSetRow,
  { accepts, ...place }: OverlapPlace & { readonly accepts: boolean },
): Promise<readonly string[]> {
  const { listed, keys } = await overlapsOf(db, set, place);
  const [first] = listed;
  if (first === undefined) return keysIn(set.accepted);
  if (!accepts)
    throw new DomainError('conflict', messageOf(first, listed.length), {
      overlaps: listed.slice(0, LISTED_MAX),
      ...(listed.length > LISTED_MAX && { truncated: true }),
    });
  return [...new Set([...keysIn(set.accepted), ...keys])];
}

/** Where a set and others that are scheduled clash, and nobody has accepted it. */
export async function overlapsOf(db: Reader, set: ChangeSetRow, place: OverlapPlace): Promise<FoundOverlaps> {
  const listed: ScheduledOverlap[] = [];
  const keys = new Set<string>();
  const accepted = new Set(keysIn(set.accepted));
  const compare = async (item: ItemRow) => {
    for (const other of await scheduledItemsOf(db, set, item.key)) {
      if (accepted.has(other.change_set) || keysIn(other.accepted).includes(set.key)) continue;
      const goesFirst = isBefore(set, { key: other.change_set, publish_at: other.publish_at });
      const [earlier, later] = goesFirst ? [item, other] : [other, item];
      for (const path of await clashesOf(db, { earlier, later }, place)) {
        keys.add(other.change_set);
        const { change_set: key, name, publish_at: at } = other;
        listed.push({ path, change_set: setId(place.environment.code, key), name, publish_at: isoTime(at) });
      }
    }
  };
  await eachItem(db, set, compare, new Pace());
  return { listed, keys: [...keys] };
}

/** Lets the values of scheduled sets lie over those of a set that has just gone out, where that was accepted. */
export async function giveWay(work: EntryWork, set: ChangeSetRow): Promise<void> {
  const accepted = keysIn(set.accepted);
  const others = (await scheduledSets(work.writer, set.environment)).filter(
    (other) => other.key !== set.key && (accepted.includes(other.key) || keysIn(other.accepted).includes(set.key)),
  );
  for (const { key } of others) {
    const other = await lockSet(work.writer, { environment: set.environment, key });
    // Whoever took it back or published it meanwhile was first.
    if (other === undefined || !isScheduled(other)) continue;
    const rebase = async (item: ItemRow) => {
      const met = await findItem(work.writer, other, item.key);
      if (met !== undefined) await decideMet(work, other, { item, met });
    };
    await eachItem(work.writer, set, rebase, new Pace());
    await touchSet(work.writer, other);
  }
}

/** Lets the values of another set stand at the places that the set which went out has written too. */
async function decideMet(
  work: EntryWork,
  other: ChangeSetRow,
  { item, met }: { readonly item: ItemRow; readonly met: ItemRow },
): Promise<void> {
  const stored = (await readEntries(work.writer, work.environment.number, [item.key])).get(item.key) ?? null;
  const type = work.model.typeByNumber(item.content_type);
  if (stored === null || type === undefined) return;
  const values = actionOf(item) === 'publish' ? valuesOf(met) : valuesAlsoIn(valuesOf(item), valuesOf(met));
  const entry = { type, model: work.model };
  const { conflicts } = laidOver(values, groundOf(other.onto, stored), entry, { preferred: 'set' });
  if (conflicts.length === 0) return;
  await decideItem(work, other, met, new Map(conflicts.map(({ path }) => [path, 'set'])));
}

/** The paths at which the later of two sets would be asked once the earlier has gone out. */
async function clashesOf(
  db: Reader,
  { earlier, later }: { readonly earlier: ComparedItem; readonly later: ComparedItem },
  { environment, model }: OverlapPlace,
): Promise<string[]> {
  const action = actionOf(earlier);
  if (action === 'delete' || action === 'archive') return actionOf(later) === action ? [] : [pathInSet(earlier)];
  const type = model.typeByNumber(earlier.content_type);
  if (type === undefined || actionOf(later) !== 'change') return [];
  const values = action === 'publish' ? valuesOf(later) : valuesAlsoIn(valuesOf(earlier), valuesOf(later));
  const ground =
    action === 'publish' ? await draftOf(db, environment, earlier.key) : sideOf(valuesOf(earlier), 'value');
  const { conflicts } = laidOver(values, ground, { type, model }, { preferred: 'set' });
  return conflicts.map(({ path }) => pathInSet(earlier, path));
}

async function draftOf(db: Reader, environment: Environment, key: string): Promise<Document> {
  return (await readEntries(db, environment.number, [key])).get(key)?.draft ?? {};
}

/** Whether a set goes out before another. */
function isBefore(one: SetMoment, other: SetMoment): boolean {
  const [at, otherAt] = [one.publish_at ?? 0, other.publish_at ?? 0];
  return at === otherAt ? one.key < other.key : at < otherAt;
}

function keysIn(accepted: string | null): readonly string[] {
  return accepted === null ? [] : (JSON.parse(accepted) as string[]);
}

function messageOf({ path, name }: ScheduledOverlap, count: number): string {
  const rest = count === 1 ? '' : ` See overlaps for ${count - 1} more.`;
  return `Say "overlaps": "accept" if the later one is to stand at ${path}, or take it out of one of them; the scheduled change set "${name}" makes something else of it.${rest}`;
}
