/**
 * Saved views of a space: lists of entries under a name. Invariant: a personal view is invisible to anybody but its owner, whatever
 * their role, and the audit does not record what it lists.
 */

import { MASTER } from '../../model/spaces/environment.ts';
import { lockExistingSpace } from '../../model/spaces/lock-space.ts';
import { requireWholeSpace } from '../../model/spaces/space.ts';
import type { Spaces } from '../../model/spaces/spaces.ts';
import type { Database, Writer } from '../../platform/database/database.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { DomainError, invalid, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import { newId } from '../../platform/kit/ids.ts';
import type { NewView, View, ViewChange } from './schema.ts';
import {
  countViews,
  deleteView,
  findView,
  insertView,
  type ListedView,
  listedViews,
  lockView,
  updateView,
  viewsWithIds,
} from './store.ts';
import type { SavedViewRow } from './tables.ts';
import { checkedContent, type ViewQueryParts } from './view-query.ts';

/** Maximum views that one person owns in a space, and maximum shared views of a space. */
export const VIEWS_MAX = 100;

/** Permission to change what all members see. */
const MANAGE = 'view.manage';
/** Permission to have personal views. */
const MANAGE_OWN = 'view.manage_own';

/** Address of a view. */
export interface ViewAddress {
  readonly spaceId: string;
  readonly id: string;
}

interface ViewsParts extends ViewQueryParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly spaces: Pick<Spaces, 'find'>;
}

export class Views {
  readonly #parts: ViewsParts;

  constructor(parts: ViewsParts) {
    this.#parts = parts;
  }

  /** The shared views of a space, and the actor's own. */
  async list(actor: Actor, spaceId: string): Promise<ListedView[]> {
    await this.#parts.spaces.find(actor, spaceId);
    return listedViews(this.#parts.database.reader, { spaceId, owner: actor.id });
  }

  /** Some of the views returned by `list`, by id. */
  async read(actor: Actor, spaceId: string, ids: readonly string[]): Promise<Map<string, View>> {
    const rows = await viewsWithIds(this.#parts.database.reader, { spaceId, owner: actor.id }, ids);
    return new Map(rows.map((row) => [row.id, shown(row)]));
  }

  /** @throws `not_found` */
  async get(actor: Actor, { spaceId, id }: ViewAddress): Promise<View> {
    await this.#parts.spaces.find(actor, spaceId);
    return shown(visibleTo(actor, spaceId, await findView(this.#parts.database.reader, id)));
  }

  /** @throws `validation_failed`, `insufficient_permission`, or `conflict` at `VIEWS_MAX` */
  async create(actor: Actor, spaceId: string, input: NewView): Promise<View> {
    await this.#parts.spaces.find(actor, spaceId);
    const owner = ownerOf(actor, input.shared);
    requireMayChange(actor, owner);
    const { contentType, query } = await this.#checked(actor, spaceId, {
      contentType: input.content_type ?? null,
      query: input.query,
      environment: input.environment,
    });
    return this.#parts.journal.write(actor, async (writer, change) => {
      await lockExistingSpace(writer, spaceId);
      await rejectTooMany(writer, spaceId, owner);
      const row: SavedViewRow = {
        id: newId('viw', change.at),
        space_id: spaceId,
        account_id: actor.accountId,
        owner,
        name: input.name,
        content_type: contentType,
        query,
        columns: JSON.stringify(input.columns),
        version: 1,
        created_at: change.at,
        created_by: actor.id,
        updated_at: change.at,
      };
      await insertView(writer, row);
      record(change, 'view.create', { after: row });
      return shown(row);
    });
  }

  /**
   * Changes the given members. A shared view that is made personal becomes the actor's own.
   * @throws as `create`, and `not_found`, `version_conflict`
   */
  async update(actor: Actor, { spaceId, id }: ViewAddress, input: ViewChange, expected?: number): Promise<View> {
    await this.#parts.spaces.find(actor, spaceId);
    const known = visibleTo(actor, spaceId, await findView(this.#parts.database.reader, id));
    const content = await this.#changedContent(actor, known, input);
    return this.#parts.journal.write(actor, async (writer, change) => {
      await lockExistingSpace(writer, spaceId);
      const before = visibleTo(actor, spaceId, await lockView(writer, id));
      const owner = input.shared === undefined ? before.owner : ownerOf(actor, input.shared);
      requireMayChange(actor, before.owner);
      requireMayChange(actor, owner);
      checkVersion(expected, before.version);
      const wanted: SavedViewRow = {
        ...before,
        ...content,
        owner,
        name: input.name ?? before.name,
        columns: input.columns === undefined ? before.columns : JSON.stringify(input.columns),
      };
      if (isSame(wanted, before)) return shown(before);
      if (owner !== before.owner) await rejectTooMany(writer, spaceId, owner);
      const after = { ...wanted, version: before.version + 1, updated_at: change.at };
      await updateView(writer, after);
      record(change, 'view.update', { before, after });
      return shown(after);
    });
  }

  /** @throws `not_found`, `insufficient_permission`, `version_conflict` */
  async delete(actor: Actor, { spaceId, id }: ViewAddress, expected?: number): Promise<void> {
    await this.#parts.spaces.find(actor, spaceId);
    await this.#parts.journal.write(actor, async (writer, change) => {
      const before = visibleTo(actor, spaceId, await lockView(writer, id));
      requireMayChange(actor, before.owner);
      checkVersion(expected, before.version);
      await deleteView(writer, id);
      record(change, 'view.delete', { before });
    });
  }

  /** The new content of the view; empty if the request does not change it. */
  async #changedContent(
    actor: Actor,
    { space_id: spaceId, content_type: contentType, query }: SavedViewRow,
    input: ViewChange,
  ): Promise<Partial<SavedViewRow>> {
    if (input.content_type === undefined && input.query === undefined) return {};
    const checked = await this.#checked(actor, spaceId, {
      contentType: input.content_type === undefined ? contentType : input.content_type,
      query: input.query ?? query,
      environment: input.environment,
    });
    return { content_type: checked.contentType, query: checked.query };
  }

  #checked(
    actor: Actor,
    spaceId: string,
    content: { contentType: string | null; query: string; environment: string | undefined },
  ) {
    const { contentType, query, environment = MASTER } = content;
    return checkedContent(this.#parts, actor, { place: { spaceId, environment }, contentType, query });
  }
}

/** The owner of a view; null for a shared one. @throws `validation_failed` for keys, which cannot own views */
function ownerOf(actor: Actor, isShared: boolean): string | null {
  if (isShared) return null;
  if (actor.type === 'user') return actor.id;
  throw invalid('shared', 'const', 'Give shared: true; a key has no views of its own.', { listed: [true] });
}

/** @throws `insufficient_permission` */
function requireMayChange(actor: Actor, owner: string | null): void {
  const permission = owner === null ? MANAGE : MANAGE_OWN;
  requireWholeSpace(actor, permission);
  if (actor.permits(permission)) return;
  const message = `Your role lacks ${permission}, which changing shared views needs; keep the view for yourself with shared: false.`;
  throw new DomainError('insufficient_permission', message, { permission });
}

/** Returns the view if it belongs to the space and the actor may see it. @throws `not_found` */
function visibleTo(actor: Actor, spaceId: string, row: SavedViewRow | undefined): SavedViewRow {
  if (row === undefined || row.space_id !== spaceId) throw notFound('view');
  if (row.owner !== null && row.owner !== actor.id) throw notFound('view');
  return row;
}

async function rejectTooMany(writer: Writer, spaceId: string, owner: string | null): Promise<void> {
  if ((await countViews(writer, { spaceId, owner })) < VIEWS_MAX) return;
  const whose = owner === null ? 'the space has' : 'you have';
  throw new DomainError('conflict', `Delete a view that is not needed; ${whose} ${VIEWS_MAX} already.`);
}

function isSame(one: SavedViewRow, other: SavedViewRow): boolean {
  return Object.entries(one).every(([name, value]) => other[name as keyof SavedViewRow] === value);
}

function record(
  change: Change,
  action: 'view.create' | 'view.update' | 'view.delete',
  { before, after }: { readonly before?: SavedViewRow; readonly after?: SavedViewRow },
): void {
  const row = after ?? before;
  if (row === undefined) return;
  const changes = {
    ...(before === undefined ? {} : { before: audited(before) }),
    ...(after === undefined ? {} : { after: audited(after) }),
  };
  change.record({ action, target: { type: 'view', id: row.id }, spaceId: row.space_id, changes });
}

/** The audited values. For a personal view, only that it is personal. */
function audited(row: SavedViewRow): object {
  const { name, shared, content_type, query, columns } = shown(row);
  return shared ? { name, shared, content_type, query, columns } : { shared };
}

function shown(row: SavedViewRow): View {
  return {
    id: row.id,
    space_id: row.space_id,
    name: row.name,
    shared: row.owner === null,
    content_type: row.content_type,
    query: row.query,
    columns: JSON.parse(row.columns) as string[],
    version: row.version,
    created_at: isoTime(row.created_at),
    created_by: row.created_by,
    updated_at: isoTime(row.updated_at),
  };
}
