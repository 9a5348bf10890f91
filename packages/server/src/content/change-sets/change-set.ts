/** What a change set is: its states, what may be done in each of them, and what it does with an entry. */
import type { Violation } from '../../../../contract/src/violations.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import { DomainError, invalid } from '../../platform/errors/domain-error.ts';
import { mayOnlyPropose } from '../../platform/errors/may-only-propose.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import type { SetCounts } from './store.ts';
import type { ChangeSetRow } from './tables.ts';

/** Characters of the name of a set. */
export const SET_NAME_LENGTH_MAX = 100;
/** Maximum entries of a set. */
export const SET_ENTRIES_MAX = 1_000;
/** Maximum sets of an environment that are still to go out. */
export const OPEN_SETS_MAX = 500;

const MINUTE_MS = 60_000;
/** How long before its time a scheduled set is looked at. */
const CHECKED_AHEAD_MS = [24 * 60 * MINUTE_MS, 60 * MINUTE_MS, 10 * MINUTE_MS];

/** `published` lies over what readers see, and ends with publish; `drafts` lies over drafts, and ends with apply. */
export const ontos = ['published', 'drafts'] as const;
export type Onto = (typeof ontos)[number];

export const setStates = ['open', 'scheduled', 'failed', 'closed', 'published', 'applied', 'undone'] as const;
export type SetState = (typeof setStates)[number];

/** What made a set: a person, an API key, or scheduling one entry. */
export const origins = ['person', 'key', 'schedule'] as const;
export type Origin = (typeof origins)[number];

/** What can be done with a set. */
export type SetAction = 'edit' | 'publish' | 'apply' | 'schedule' | 'unschedule' | 'close' | 'reopen' | 'undo';

const ALLOWED: Readonly<Record<SetAction, readonly SetState[]>> = {
  edit: ['open', 'scheduled', 'failed'],
  publish: ['open', 'scheduled', 'failed'],
  apply: ['open'],
  schedule: ['open', 'scheduled', 'failed'],
  // A published one loses its end.
  unschedule: ['scheduled', 'failed', 'published'],
  close: ['open'],
  reopen: ['closed'],
  undo: ['published', 'applied'],
};

const REMEDY: Readonly<Record<SetState, string>> = {
  open: 'publish or schedule it first',
  scheduled: 'unschedule it first',
  failed: 'unschedule it first',
  closed: 'reopen it first',
  published: 'make another one',
  applied: 'make another one',
  undone: 'make another one',
};

/** States in which nothing in a set is changed any more, unless it is undone or reopened. */
export const DONE_STATES: readonly SetState[] = ['closed', 'published', 'applied', 'undone'];
/** How long the values of a set that is done are kept. */
export const VALUES_KEPT_DAYS = 90;

/** @throws `invalid_transition` */
export function requireState(action: SetAction, set: Pick<ChangeSetRow, 'state' | 'values_removed_at'>): void {
  const status = set.state as SetState;
  if (ALLOWED[action].includes(status)) {
    requireValues(action, set);
    return;
  }
  throw new DomainError(
    'invalid_transition',
    `A change set that is ${status} does not allow ${action}; ${REMEDY[status]}.`,
    {
      status,
      action,
    },
  );
}

/** @throws `invalid_transition` if what undoing or reopening a set needs is no longer kept */
function requireValues(
  action: SetAction,
  { state, values_removed_at }: Pick<ChangeSetRow, 'state' | 'values_removed_at'>,
): void {
  if (values_removed_at === null) return;
  throw new DomainError(
    'invalid_transition',
    `This change set no longer allows ${action}: its values were removed, ${VALUES_KEPT_DAYS} days after it was ${state}. Make another one.`,
    { status: state, action },
  );
}

/**
 * What is in a scheduled set goes out by itself, and without the set nothing ends, so changing it takes what scheduling takes.
 * @throws `insufficient_permission`
 */
export function requireMayChange(actor: Actor, set: ChangeSetRow): void {
  requireProposable(actor, set.onto);
  if (dueTime(set) === null || actor.permits('change_set.schedule')) return;
  const message = 'Ask an editor to change or unschedule it; a scheduled change set goes out, or ends, by itself.';
  throw new DomainError('insufficient_permission', message, { permission: 'change_set.schedule' });
}

/**
 * Whether a set goes on, with all that others have written in it, is up to whoever made it and to those who publish it.
 * @throws `insufficient_permission`
 */
export function requireMayEnd(actor: Actor, set: Pick<ChangeSetRow, 'created_by'>): void {
  const permission = 'change_set.manage';
  if (set.created_by === actor.id || actor.permits(permission)) return;
  const message =
    'Ask an editor, or whoever made this change set; your role can close, reopen and delete only sets that you made.';
  throw new DomainError('insufficient_permission', message, { permission });
}

/** @throws `invalid_transition` or `insufficient_permission` if the actor may not change what is in the set */
export function requireEditable(actor: Actor, set: ChangeSetRow): void {
  requireMayChange(actor, set);
  requireState('edit', set);
}

/**
 * What lies over drafts is applied by somebody else, and is seen by nobody before it is published.
 * @throws `insufficient_permission` if the actor may only propose changes, and the set does not lie over drafts
 */
export function requireProposable({ proposes }: Pick<Actor, 'proposes'>, onto: string): void {
  if (proposes === true && (onto as Onto) !== 'drafts') throw mayOnlyPropose('change_set.update');
}

/** The columns of a set that is not scheduled. */
export const NO_TIMES = {
  publish_at: null,
  time_zone: null,
  publish_local: null,
  ends_at: null,
  scheduled_by: null,
  accepted: null,
  told: null,
} as const;

/** Whether a set goes out by itself. */
export function isScheduled({ state }: Pick<ChangeSetRow, 'state'>): boolean {
  return (state as SetState) === 'scheduled';
}

/** When the service does something with a set by itself: it publishes a scheduled one, and undoes a published one that has an end. */
export function dueTime(set: ChangeSetRow): number | null {
  if (isScheduled(set)) return set.publish_at;
  // An end that failed is not tried again.
  return (set.state as SetState) === 'published' && set.failure === null ? set.ends_at : null;
}

/** When a scheduled set is looked at next, whether it could go out as it stands; null for never before it is due. */
export function checkTime(set: Pick<ChangeSetRow, 'state' | 'publish_at'>, now: number): number | null {
  const { publish_at: at } = set;
  if (!isScheduled(set) || at === null) return null;
  const ahead = CHECKED_AHEAD_MS.find((ms) => at - ms > now);
  return ahead === undefined ? null : at - ahead;
}

/** Why a set could not go out at its time, or not be undone at its end. */
export interface Failure {
  /** A code of the catalogue, or `late` for one that was due longer ago than sets are caught up with. */
  readonly code: string;
  readonly message: string;
  /** By the paths of values: `entries.<key>.fields.title.de`. */
  readonly errors: Violation[];
  /** How many seconds it was late then. */
  readonly late_by: number;
}

/** A set has at most `SET_ENTRIES_MAX` entries. @throws `validation_failed` with rule `limit` */
export function requireRoom(entries: number): void {
  if (entries < SET_ENTRIES_MAX) return;
  const message = `Put this entry into another change set; one has at most ${SET_ENTRIES_MAX} entries.`;
  throw invalid('query.change_set', 'limit', message, { limit: SET_ENTRIES_MAX });
}

/** The public id of a set. */
export function setId(code: string, key: string): string {
  return resourceId('change_set', code, key);
}

/** A set as the API shows it. @param code of the name by which the environment was reached */
export function setView(
  row: ChangeSetRow,
  environment: Pick<Environment, 'spaceId' | 'name' | 'code'>,
  counts?: SetCounts,
) {
  return {
    id: setId(environment.code, row.key),
    space_id: environment.spaceId,
    environment: environment.name,
    name: row.name,
    description: row.description,
    onto: row.onto as Onto,
    state: row.state as SetState,
    origin: row.origin as Origin,
    planned_for: isoTime(row.planned_for),
    publish_at: isoTime(row.publish_at),
    time_zone: row.time_zone,
    publish_local: row.publish_local,
    ends_at: isoTime(row.ends_at),
    scheduled_by: row.scheduled_by,
    failure: row.failure === null ? null : (JSON.parse(row.failure) as Failure),
    entries: counts?.entries ?? 0,
    problems: counts?.problems ?? 0,
    conflicts: counts?.conflicts ?? 0,
    published_revision: row.published_revision,
    published_at: isoTime(row.published_at),
    undone_at: isoTime(row.undone_at),
    values_removed_at: isoTime(row.values_removed_at),
    version: row.version,
    created_at: isoTime(row.created_at),
    created_by: row.created_by,
    updated_at: isoTime(row.updated_at),
    updated_by: row.updated_by,
  };
}

export type ChangeSetView = ReturnType<typeof setView>;
