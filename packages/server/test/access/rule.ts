/**
 * The one rule of access: the expected response on a route for the caller's own resources, for those of another tenant,
 * and for missing ones. The last two must be identical, byte for byte.
 */
import type { Standing } from './principals.ts';
import { ROLES, type RouteRow } from './routes.ts';

/** Whose the resources in the path are. In `mixed` ones the space is the caller's own and what is in it is not. */
export type Target = 'own' | 'foreign' | 'missing' | 'mixed-foreign' | 'mixed-missing';

export interface Expected {
  /** Statuses that are right; `any` is everything but 401, 403, 404 and 5xx. */
  readonly statuses: readonly number[] | 'any';
  /** Codes that a refusal must have. */
  readonly codes?: readonly string[];
}

const GRANTED: Expected = { statuses: 'any' };
const UNAUTHENTICATED: Expected = { statuses: [401], codes: ['unauthenticated'] };
const WRONG_PLANE: Expected = { statuses: [403], codes: ['wrong_plane'] };
const FORBIDDEN: Expected = { statuses: [403], codes: ['insufficient_permission'] };
const HIDDEN: Expected = { statuses: [404], codes: ['not_found'] };
const FORBIDDEN_OR_HIDDEN: Expected = { statuses: [403, 404], codes: ['insufficient_permission', 'not_found'] };

/** The expected response. `hasIds` says whether the path names any resource. */
export function expectedResponse(row: RouteRow, standing: Standing, target: Target, hasIds: boolean): Expected {
  if (row.access === 'public') return { statuses: 'any' };
  if (standing.kind === 'nobody') return UNAUTHENTICATED;
  if ((standing.kind === 'scim') !== (row.access === 'scim')) return WRONG_PLANE;
  const reads = standing.kind === 'delivery' || standing.kind === 'preview';
  if (reads !== (row.access === 'read')) return WRONG_PLANE;
  const isOwn = target === 'own' && !(standing.kind === 'session' && !standing.own);
  const hidden = hasIds && !isOwn;
  if (reads) return hidden ? HIDDEN : GRANTED;
  if (mayNot(row, standing)) return hidden ? FORBIDDEN_OR_HIDDEN : FORBIDDEN;
  return hidden ? HIDDEN : GRANTED;
}

function mayNot(row: RouteRow, standing: Standing): boolean {
  if (standing.kind !== 'key') return false;
  if (row.access === 'signed-in') return false;
  if (row.access === 'session' || row.sessionsOnly === true) return true;
  if (standing.limited && row.wholeSpaceOnly === true) return true;
  const least = (ROLES as readonly string[]).indexOf(row.access);
  return ROLES.indexOf(standing.role) < least;
}
