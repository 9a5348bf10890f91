/**
 * The publish plan: starting from some entries, finds linked entries whose draft is not published, and what prevents publishing
 * them, checked as if all of them were published together. Reads a single state of the database and changes nothing.
 */

import type { Violation } from '../../../../contract/src/violations.ts';
import type { ContentType } from '../../model/content-types/content-type.ts';
import type { Model } from '../../model/content-types/model.ts';
import type { Document } from '../../model/fields/field.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import { keyWithin, resourceId } from '../../model/spaces/resource-id.ts';
import type { Reader } from '../../platform/database/database.ts';
import { invalid, VIOLATIONS_MAX, validationFailed } from '../../platform/errors/domain-error.ts';
import type { LargeResponses } from '../../platform/http/large-responses.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { takenViolation, uniqueValueClaims } from './claims/unique-values.ts';
import { publishViolations } from './draft.ts';
import type { EntryParts } from './entries.ts';
import { type EntryStatus, statusOf } from './entry.ts';
import { entryTitle } from './entry-title.ts';
import { factsOf, type UniqueValue } from './facts.ts';
import { selectByKeys } from './merge-store.ts';
import { selectState } from './store.ts';
import type { EntryRow } from './tables.ts';

export const PLANNED_IDS_MAX = 100;
export const PLAN_DEPTH_MAX = 10;
/** Maximum entries visited, including published ones. */
const ENTRIES_MAX = 5_000;
/** Maximum entries in a plan: as many as one bulk accepts. */
const ITEMS_MAX = 1_000;
const KEYS_READ_AT_ONCE = 200;
const LINKED_FROM_MAX = 100;
/** Maximum problems listed in all items together; after that, only the first of each item. */
const PROBLEMS_MAX = 5_000;

/** The entries to start from, and how many links to follow from them. */
export interface PlanRequest {
  /** Ids or keys. */
  readonly ids: readonly string[];
  readonly depth?: number;
}

/** An entry whose draft is not published. */
export interface PlanItem {
  readonly id: string;
  readonly content_type: string;
  /** Its display value in the default locale. */
  readonly title: string | null;
  readonly status: EntryStatus;
  /** The version of the draft that the plan is based on. */
  readonly version: number;
  /** Ids of visited entries that link to it. */
  readonly linked_from: string[];
  readonly problems: Violation[];
}

export interface PublishPlan {
  readonly items: PlanItem[];
  readonly total: number;
}

type PublishPlanParts = Pick<EntryParts, 'database' | 'environments' | 'models'> & {
  readonly large: Pick<LargeResponses, 'take'>;
};

export class PublishPlans {
  readonly #parts: PublishPlanParts;

  constructor(parts: PublishPlanParts) {
    this.#parts = parts;
  }

  /**
   * Returns the plan for some entries and what they link to.
   * @throws `validation_failed` if one of them does not exist, or they link to too many
   */
  async plan(
    actor: Actor,
    place: { spaceId: string; environment: string },
    { ids, depth = PLAN_DEPTH_MAX }: PlanRequest,
  ): Promise<PublishPlan> {
    const { database, environments, models, large } = this.#parts;
    const environment = await environments.open(actor, place.spaceId, place.environment);
    return large.take(place.spaceId, () =>
      database.snapshot(async (reader) => {
        const graph = new PlannedGraph(reader, environment, await models.within(reader, environment));
        await graph.walk(ids, depth);
        return graph.plan();
      }),
    );
  }
}

/** An item without its incoming links, which are only known at the end. */
interface FoundItem extends Omit<PlanItem, 'linked_from' | 'problems'> {
  readonly key: string;
  readonly problems: Violation[];
}

/** A unique value that an entry of the plan would take. */
interface Claim {
  readonly item: FoundItem;
  readonly type: ContentType;
  readonly value: UniqueValue;
}

class PlannedGraph {
  readonly #reader: Reader;
  readonly #environment: Environment;
  readonly #model: Model;
  readonly #pace = new Pace();
  readonly #seen = new Set<string>();
  readonly #items: FoundItem[] = [];
  /** Key → ids of the entries that link to it. */
  readonly #linkedFrom = new Map<string, string[]>();
  /** By type, field, locale and value. */
  readonly #claims = new Map<string, Claim[]>();

  constructor(reader: Reader, environment: Environment, model: Model) {
    this.#reader = reader;
    this.#environment = environment;
    this.#model = model;
  }

  /** Visits the entries and what they link to, level by level. */
  async walk(ids: readonly string[], depth: number): Promise<void> {
    const keys = ids.map((id) => keyWithin(this.#model.codes, 'entry', id) ?? '');
    let level = new Set(keys);
    for (let left = depth; level.size > 0; left--) {
      const isFirst = left === depth;
      const next = await this.#visitAll([...level]);
      if (isFirst) this.#requireAll(ids, keys);
      level = left > 0 ? next : new Set();
    }
  }

  async plan(): Promise<PublishPlan> {
    for (const claims of this.#claims.values()) await this.#settle(claims);
    let room = PROBLEMS_MAX;
    const items = this.#items.map(({ key, problems, ...item }) => {
      const shown = problems.slice(0, Math.max(1, Math.min(VIOLATIONS_MAX, room)));
      room -= shown.length;
      return { ...item, linked_from: this.#linkedFrom.get(key) ?? [], problems: shown };
    });
    return { items, total: items.length };
  }

  /** @returns keys of linked entries that have not been visited */
  async #visitAll(keys: readonly string[]): Promise<Set<string>> {
    for (const key of keys) this.#seen.add(key);
    if (this.#seen.size > ENTRIES_MAX) throw tooMany(ENTRIES_MAX);
    const next = new Set<string>();
    for (let from = 0; from < keys.length; from += KEYS_READ_AT_ONCE) {
      const some = keys.slice(from, from + KEYS_READ_AT_ONCE);
      const rows = new Map(
        (await selectByKeys(this.#reader, this.#environment.number, some)).map((row) => [row.key, row]),
      );
      for (const key of some) {
        const row = rows.get(key);
        if (row === undefined) this.#seen.delete(key);
        else for (const target of await this.#visit(row)) if (!this.#seen.has(target)) next.add(target);
        await this.#pace.restIfDue();
      }
    }
    return next;
  }

  /** @returns keys of the linked entries; links of an archived entry are not followed */
  async #visit(row: EntryRow): Promise<string[]> {
    const type = this.#model.typeByNumber(row.content_type);
    const [state] = await selectState(this.#reader, { id: row.id, version: row.version });
    if (type === undefined || state === undefined) return [];
    const draft = JSON.parse(state.document) as Document;
    const status = statusOf(row);
    if (status !== 'published') await this.#add(row, type, draft);
    if (status === 'archived') return [];
    const links = factsOf(draft, type, this.#model).links.flatMap(({ kind, key }) => (kind === 'entry' ? [key] : []));
    for (const target of links) this.#noteLink(row.key, target);
    return links;
  }

  async #add(row: EntryRow, type: ContentType, draft: Document): Promise<void> {
    if (this.#items.length >= ITEMS_MAX) throw tooMany(ITEMS_MAX);
    const status = statusOf(row);
    const work = { writer: this.#reader, environment: this.#environment, model: this.#model, type };
    const problems = status === 'archived' ? [ARCHIVED] : await publishViolations(work, draft);
    const id = resourceId('entry', this.#model.code, row.key);
    const title = entryTitle(type, draft, this.#model.locales);
    const item = { key: row.key, id, content_type: type.apiId, title, status, version: row.version, problems };
    this.#items.push(item);
    if (status === 'archived') return;
    for (const [name, value] of uniqueValueClaims.claimsIn({ draft, published: draft }, type, this.#model)) {
      const place = `${type.number} ${name}`;
      const claims = this.#claims.get(place) ?? [];
      claims.push({ item, type, value });
      this.#claims.set(place, claims);
    }
  }

  #noteLink(from: string, to: string): void {
    const sources = this.#linkedFrom.get(to) ?? [];
    if (sources.length < LINKED_FROM_MAX) sources.push(resourceId('entry', this.#model.code, from));
    this.#linkedFrom.set(to, sources);
  }

  /**
   * Decides which of several entries may have a value: an entry outside the plan that already has it, else the first of the plan.
   */
  async #settle(claims: readonly Claim[]): Promise<void> {
    const [first] = claims;
    if (first === undefined) return;
    const place = { environment: this.#environment.number, contentType: first.type.number };
    const holder = await uniqueValueClaims.holderOf(this.#reader, place, first.value);
    const planned = this.#items.find(({ key }) => key === holder);
    const stays = holder !== undefined && (planned === undefined || planned.status === 'archived');
    const who = stays ? resourceId('entry', this.#model.code, holder) : first.item.id;
    for (const { item, value } of stays ? claims : claims.slice(1)) item.problems.push(takenViolation(value.path, who));
    await this.#pace.restIfDue();
  }

  #requireAll(ids: readonly string[], keys: readonly string[]): void {
    const missing = keys.flatMap((key, index) => (this.#seen.has(key) ? [] : [unknownId(ids[index] ?? '', index)]));
    if (missing.length > 0) throw validationFailed(missing);
  }
}

const ARCHIVED: Violation = {
  path: 'status',
  rule: 'archived',
  message: 'Unarchive the entry first; an archived one cannot be published.',
};

function unknownId(id: string, index: number): Violation {
  const message = `There is no entry "${id.slice(0, 100)}" in this environment; leave it out.`;
  return { path: `ids.${index}`, rule: 'exists', message };
}

function tooMany(max: number) {
  return invalid('depth', 'max_entries', `Lower the depth, or give fewer ids; they lead to more than ${max} entries.`, {
    limit: max,
  });
}
