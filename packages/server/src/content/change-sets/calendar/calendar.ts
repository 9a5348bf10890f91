/**
 * The calendar of an environment: what its change sets have published and will, when they end, and for when they are planned. Planned is
 * not armed: nothing happens by itself at a planned date.
 */
import type { Model } from '../../../model/content-types/model.ts';
import type { Models } from '../../../model/content-types/models.ts';
import type { Environment } from '../../../model/spaces/environment.ts';
import type { Environments } from '../../../model/spaces/environments.ts';
import { resourceId } from '../../../model/spaces/resource-id.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { invalid } from '../../../platform/errors/domain-error.ts';
import type { Actor } from '../../../platform/journal/actor.ts';
import { isoTime } from '../../../platform/kit/clock.ts';
import { entryTitles } from '../../entries/entry-titles.ts';
import { type Origin, type SetState, setId } from '../change-set.ts';
import { actionOf, changesValues } from '../set-item.ts';
import { instantIn } from '../set-times.ts';
import { countsOf, type SetCounts, setsWithKeys } from '../store.ts';
import type { ChangeSetRow, ItemRow } from '../tables.ts';
import { onlyItemsOf, type SetTime, timesIn } from './calendar-store.ts';

const DAY_MS = 86_400_000;
/** A leap year. */
const SPAN_DAYS_MAX = 366;
/** Times in one response. */
const ITEMS_MAX = 500;

/** What happens at a time. */
export interface CalendarItem {
  readonly kind: SetTime['kind'];
  readonly at: string;
  /** In which the time was said; null if it was said as an instant. */
  readonly time_zone: string | null;
  readonly change_set: {
    readonly id: string;
    readonly name: string;
    readonly state: SetState;
    readonly origin: Origin;
    readonly entries: number;
    readonly version: number;
    readonly updated_at: string;
  };
  /** The entry of a set of one. */
  readonly entry: { readonly id: string; readonly title: string | null; readonly content_type: string } | null;
  /** What a set of one does with it, if readers see or no longer see it then. */
  readonly action: 'publish' | 'unpublish' | null;
}

export interface CalendarPage {
  readonly items: CalendarItem[];
  readonly from: string;
  readonly to: string;
  /** Whether there are more in the span. */
  readonly truncated: boolean;
}

/** A span of time, in milliseconds since the epoch, without its end. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

interface CalendarParts {
  readonly database: Database;
  readonly environments: Environments;
  readonly models: Models;
}

type OnlyItem = Pick<ItemRow, 'change_set' | 'key' | 'action' | 'content_type'>;

/** What is known of the sets in a calendar. */
interface KnownSets {
  readonly sets: ReadonlyMap<string, ChangeSetRow>;
  readonly counts: ReadonlyMap<string, SetCounts>;
  /** The entries of sets of one, by the key of the set. */
  readonly only: ReadonlyMap<string, OnlyItem>;
  readonly titles: ReadonlyMap<string, string | null>;
}

export class Calendar {
  readonly #parts: CalendarParts;

  constructor(parts: CalendarParts) {
    this.#parts = parts;
  }

  /** @throws `validation_failed` for what is no span of at most a year */
  async list(
    actor: Actor,
    place: { readonly spaceId: string; readonly environment: string },
    query: { readonly from: string; readonly to: string },
  ): Promise<CalendarPage> {
    const environment = await this.#parts.environments.open(actor, place.spaceId, place.environment);
    return this.within(environment, spanOf(query));
  }

  /** The same of an environment that somebody may see. */
  async within(environment: Environment, { from, to }: Span): Promise<CalendarPage> {
    const { database, models } = this.#parts;
    return database.snapshot(async (reader) => {
      const span = { environment: environment.number, from, to, limit: ITEMS_MAX + 1 };
      const times = (await timesIn(reader, span)).toSorted(byTime);
      const listed = times.slice(0, ITEMS_MAX);
      const model = await models.within(reader, environment);
      const known = await knownSets(reader, environment.number, listed, model);
      return {
        items: listed.flatMap((time) => itemOf(time, known, { environment, model }) ?? []),
        from: isoTime(from),
        to: isoTime(to),
        truncated: times.length > ITEMS_MAX,
      };
    });
  }
}

function spanOf(query: { readonly from: string; readonly to: string }): Span {
  const [from, to] = [instantIn('query.from', query.from), instantIn('query.to', query.to)];
  if (to <= from) throw invalid('query.to', 'min', 'Choose an end after the beginning.', { limit: isoTime(from) });
  const latest = from + SPAN_DAYS_MAX * DAY_MS;
  if (to > latest) throw invalid('query.to', 'max', 'Ask for at most a year.', { limit: isoTime(latest) });
  return { from, to };
}

function byTime(one: SetTime, other: SetTime): number {
  return one.at - other.at || (one.key < other.key ? -1 : Number(one.key > other.key));
}

async function knownSets(
  reader: Reader,
  environment: number,
  times: readonly SetTime[],
  model: Model,
): Promise<KnownSets> {
  const keys = [...new Set(times.map(({ key }) => key))];
  const sets = new Map((await setsWithKeys(reader, environment, keys)).map((row) => [row.key, row]));
  const counts = await countsOf(reader, environment, keys);
  const ofOne = keys.filter((key) => counts.get(key)?.entries === 1);
  const only = new Map((await onlyItemsOf(reader, environment, ofOne)).map((item) => [item.change_set, item]));
  const entries = [...new Set([...only.values()].map(({ key }) => key))];
  return { sets, counts, only, titles: await entryTitles(reader, environment, entries, model) };
}

function itemOf(
  { kind, key, at }: SetTime,
  { sets, counts, only, titles }: KnownSets,
  { environment, model }: { readonly environment: Environment; readonly model: Model },
): CalendarItem | undefined {
  const set = sets.get(key);
  if (set === undefined) return undefined;
  const item = only.get(key);
  const type = item && model.typeByNumber(item.content_type);
  return {
    kind,
    at: isoTime(at),
    time_zone: set.time_zone,
    change_set: {
      id: setId(environment.code, key),
      name: set.name,
      state: set.state as SetState,
      origin: set.origin as Origin,
      entries: counts.get(key)?.entries ?? 0,
      version: set.version,
      updated_at: isoTime(set.updated_at),
    },
    entry:
      item === undefined || type === undefined
        ? null
        : {
            id: resourceId('entry', environment.code, item.key),
            title: titles.get(item.key) ?? null,
            content_type: type.apiId,
          },
    action: item === undefined ? null : shownAction(item),
  };
}

function shownAction(item: OnlyItem): CalendarItem['action'] {
  const action = actionOf(item);
  if (changesValues(action)) return 'publish';
  return action === 'unpublish' ? action : null;
}
