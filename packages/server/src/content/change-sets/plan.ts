/** What publishing a change set would meet: problems, conflicts, and other sets that write the same values. Changes nothing. */
import type { Violation } from '../../../../contract/src/violations.ts';
import type { Model } from '../../model/content-types/model.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { Reader } from '../../platform/database/database.ts';
import { VIOLATIONS_MAX } from '../../platform/errors/domain-error.ts';
import type { LargeResponses } from '../../platform/http/large-responses.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { slugClaims } from '../entries/claims/slugs.ts';
import { takenViolation, uniqueValueClaims } from '../entries/claims/unique-values.ts';
import { publishViolations } from '../entries/draft.ts';
import type { EntryParts } from '../entries/entries.ts';
import { type StoredEntry, statusOf } from '../entries/entry.ts';
import type { ItemAction } from '../entries/entry-rules.ts';
import { entryTitle } from '../entries/entry-title.ts';
import { readEntries } from '../entries/merged-entry.ts';
import { requireTypeOf } from '../entries/stored-entry.ts';
import { publishedAfter } from '../entries/transitions.ts';
import { type Onto, setId } from './change-set.ts';
import type { ChangeSets } from './change-sets.ts';
import {
  archivedProblem,
  conflictsOf,
  goneConflict,
  type ItemConflict,
  keyProblem,
  pathInSet,
  violationsIn,
} from './conflicts.ts';
import { outcomeOfItem } from './outcome.ts';
import { laidOver, pathOf, placesOf } from './overlay.ts';
import { actionOf, changesValues, rowOfCreated, valuesOf, versionInSet } from './set-item.ts';
import { findItem, itemsInPieces, openSetsWith } from './store.ts';
import type { ChangeSetRow, ItemRow } from './tables.ts';

/** Maximum conflicts, and maximum overlaps, that a plan lists. */
const LISTED_MAX = 1_000;

/** An entry of a set. */
export interface PlannedItem {
  readonly id: string;
  readonly key: string;
  readonly content_type: string;
  /** Its display value in the default locale, as the set shows it. */
  readonly title: string | null;
  readonly change: ItemAction;
  readonly version: number;
  readonly problems: Violation[];
}

/** A value that another set writes too. */
export interface Overlap {
  readonly path: string;
  readonly change_set: string;
  readonly name: string;
  /** When that set goes out; null if it is not scheduled. */
  readonly publish_at: string | null;
}

export interface SetPlan {
  readonly items: PlannedItem[];
  readonly total: number;
  readonly conflicts: ItemConflict[];
  readonly overlaps: Overlap[];
}

export interface SetPlanParts {
  readonly entryParts: EntryParts;
  readonly sets: ChangeSets;
  readonly large: Pick<LargeResponses, 'take'>;
}

export class SetPlans {
  readonly #parts: SetPlanParts;

  constructor(parts: SetPlanParts) {
    this.#parts = parts;
  }

  async plan(actor: Actor, id: string): Promise<SetPlan> {
    const { entryParts, sets, large } = this.#parts;
    const { environment } = await sets.locate(actor, id);
    return large.take(environment.spaceId, () =>
      entryParts.database.snapshot(async (reader) => {
        const set = await sets.within(reader, environment, id);
        const model = await entryParts.models.within(reader, environment);
        return new Planned(reader, { environment, model, set }).plan();
      }),
    );
  }
}

interface Planning {
  readonly environment: Environment;
  readonly model: Model;
  readonly set: ChangeSetRow;
}

class Planned {
  readonly #reader: Reader;
  readonly #planning: Planning;
  readonly #pace = new Pace();
  readonly #items: PlannedItem[] = [];
  readonly #conflicts: ItemConflict[] = [];
  readonly #overlaps: Overlap[] = [];
  /** `entry <key>` of the entries that the set creates: others may link to them. */
  readonly #coming = new Set<string>();
  /** Who of the set would have a slug or unique value, by its name. */
  readonly #claimed = new Map<string, string>();

  constructor(reader: Reader, planning: Planning) {
    this.#reader = reader;
    this.#planning = planning;
  }

  async plan(): Promise<SetPlan> {
    const { set } = this.#planning;
    for await (const items of itemsInPieces(this.#reader, set))
      for (const item of items) if (item.action === 'create') this.#coming.add(`entry ${item.key}`);
    for await (const items of itemsInPieces(this.#reader, set)) await this.#addAll(items);
    return {
      items: this.#items,
      total: this.#items.length,
      conflicts: this.#conflicts.slice(0, LISTED_MAX),
      overlaps: this.#overlaps.slice(0, LISTED_MAX),
    };
  }

  async #addAll(items: readonly ItemRow[]): Promise<void> {
    const keys = items.map(({ key }) => key);
    const entries = await readEntries(this.#reader, this.#planning.environment.number, keys);
    for (const item of items) {
      await this.#add(item, entries.get(item.key));
      await this.#pace.restIfDue();
    }
    await this.#addOverlaps(items);
  }

  async #add(item: ItemRow, stored: StoredEntry | undefined): Promise<void> {
    const { model } = this.#planning;
    const type = model.typeByNumber(item.content_type);
    const action = actionOf(item);
    if (type === undefined || (stored === undefined && action !== 'create')) {
      this.#conflicts.push(goneConflict(item));
      return;
    }
    const { shown, problems } = await this.#checked(item, stored);
    this.#items.push({
      id: resourceId('entry', model.code, item.key),
      key: item.key,
      content_type: type.apiId,
      title: entryTitle(type, shown, model.locales),
      change: action,
      version: versionInSet({ set: this.#planning.set, stored: stored ?? null, item }),
      problems: problems.slice(0, VIOLATIONS_MAX),
    });
  }

  /** The document that the set would publish of an entry, or save as its draft, and what is wrong with it. */
  async #checked(item: ItemRow, stored: StoredEntry | undefined) {
    const { model, environment, set } = this.#planning;
    const entry = { type: requireTypeOf(model, item.content_type), model };
    const action = actionOf(item);
    if (!changesValues(action)) return { shown: stored?.draft ?? {}, problems: [] };
    if (stored !== undefined && action === 'create') return { shown: stored.draft, problems: [keyProblem(item)] };
    if (stored !== undefined && statusOf(stored.row) === 'archived')
      return { shown: stored.draft, problems: [archivedProblem(item)] };
    const created = { row: rowOfCreated(item), draft: {}, published: null };
    const before = stored ?? created;
    const outcome = action === 'create' ? createdOutcome() : outcomeOfItem(set.onto, item, before, model);
    this.#conflicts.push(...conflictsOf(item, outcome, model));
    const { target } = outcome;
    if ((set.onto as Onto) === 'drafts') return { shown: target.draft, problems: [] };
    const shown = publishedAfter(before, target) ?? target.draft;
    const work = { ...entry, environment, writer: this.#reader, coming: this.#coming };
    const violations = await publishViolations(work, shown);
    const taken = await this.#taken(item, { draft: target.draft, published: shown });
    return { shown, problems: violationsIn(item, [...violations, ...taken]) };

    function createdOutcome() {
      const { document, ...open } = laidOver(valuesOf(item), {}, entry, { preferred: 'set' });
      return { target: { draft: document, status: 'published' as const }, ...open };
    }
  }

  /** Slugs and unique values that another entry has, or would have with the set. */
  async #taken(item: ItemRow, states: Pick<StoredEntry, 'draft' | 'published'>): Promise<Violation[]> {
    const { model, environment } = this.#planning;
    const type = requireTypeOf(model, item.content_type);
    const place = { environment: environment.number, contentType: type.number };
    const found: Violation[] = [];
    for (const [name, value] of uniqueValueClaims.claimsIn(states, type, model)) {
      const holder = await this.#holder(item, `${type.number} ${name}`, () =>
        uniqueValueClaims.holderOf(this.#reader, place, value),
      );
      if (holder !== undefined) found.push(takenViolation(value.path, resourceId('entry', model.code, holder)));
    }
    for (const [name, claim] of slugClaims.claimsIn(states, type, model)) {
      const holder = await this.#holder(item, `${type.number} slug ${name}`, () =>
        slugClaims.holderOf(this.#reader, place, claim),
      );
      if (holder === undefined) continue;
      const message = `Choose another slug; the entry ${resourceId('entry', model.code, holder)} has this one.`;
      found.push({ path: 'slug', rule: 'unique', message });
    }
    return found;
  }

  /** Whoever else has a value: an entry outside of the set, as those inside may give it up, or another one of the set. */
  async #holder({ key }: ItemRow, name: string, read: () => Promise<string | undefined>): Promise<string | undefined> {
    const other = this.#claimed.get(name);
    if (other !== undefined) return other;
    this.#claimed.set(name, key);
    const holder = await read();
    if (holder === undefined || holder === key) return undefined;
    const own = await findItem(this.#reader, this.#planning.set, holder);
    return own === undefined ? holder : undefined;
  }

  /** Values that other sets write too, of which the one that goes out later will be asked about. */
  async #addOverlaps(items: readonly ItemRow[]): Promise<void> {
    const { environment, model, set } = this.#planning;
    const others = await openSetsWith(
      this.#reader,
      environment.number,
      items.map(({ key }) => key),
    );
    for (const item of items) {
      const type = model.typeByNumber(item.content_type);
      if (type === undefined) continue;
      const entry = { type, model };
      const own = new Set(placesOf(valuesOf(item)).map(({ number, place }) => pathOf(number, place, entry)));
      for (const other of others.filter(({ key, change_set }) => key === item.key && change_set !== set.key))
        for (const { number, place } of placesOf(valuesOf(other))) {
          const path = pathOf(number, place, entry);
          if (own.has(path))
            this.#overlaps.push({
              path: pathInSet(item, path),
              change_set: setId(environment.code, other.change_set),
              name: other.name,
              publish_at: isoTime(other.publish_at),
            });
        }
    }
  }
}
