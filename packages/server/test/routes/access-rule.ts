/**
 * The one rule of access: the expected response on a route for the caller's own resources, for those of another tenant,
 * and for missing ones. The last two must be identical, byte for byte.
 */
import assert from 'node:assert/strict';
import { type ApiResponse, send } from '../../../testing/src/client.ts';
import { LINES_HEADERS } from './ground.ts';
import type { Principal, Standing } from './principals.ts';
import { bodyWith, type PathIds, pathOf, queryOf } from './resources.ts';
import { type AccessRow, type Audit, ROLES } from './row.ts';

/** Whose the resources in the path are. In `mixed` ones the space is the caller's own and what is in it is not. */
export const TARGETS = ['own', 'foreign', 'missing', 'mixed-foreign', 'mixed-missing'] as const;
export type Target = (typeof TARGETS)[number];

/** A version that no resource has, so that permitted requests change nothing either. */
export const NO_VERSION = '"999999"';

export interface Expected {
  /** The accepted statuses; `any` is everything but 401, 403, 404 and 5xx. */
  readonly statuses: readonly number[] | 'any';
  /** The accepted error codes. */
  readonly codes?: readonly string[];
}

const GRANTED: Expected = { statuses: 'any' };
const UNAUTHENTICATED: Expected = { statuses: [401], codes: ['unauthenticated'] };
const WRONG_PLANE: Expected = { statuses: [403], codes: ['wrong_plane'] };
const FORBIDDEN: Expected = { statuses: [403], codes: ['insufficient_permission'] };
const HIDDEN: Expected = { statuses: [404], codes: ['not_found'] };
const FORBIDDEN_OR_HIDDEN: Expected = { statuses: [403, 404], codes: ['insufficient_permission', 'not_found'] };

/** What the rule depends on besides the row. */
interface RouteTraits {
  /** Whether the path names any resource. */
  readonly hasIds: boolean;
  /** Whether the route changes nothing. */
  readonly isReading: boolean;
}

/** The expected response. */
export function expectedResponse(
  row: AccessRow,
  standing: Standing,
  target: Target,
  { hasIds, isReading }: RouteTraits,
): Expected {
  if (row.access === 'public') return { statuses: 'any' };
  if (standing.kind === 'nobody') return UNAUTHENTICATED;
  if ((standing.kind === 'scim') !== (row.access === 'scim')) return WRONG_PLANE;
  const reads = standing.kind === 'delivery' || standing.kind === 'preview';
  if (reads !== (row.access === 'read')) return WRONG_PLANE;
  const isOwn = target === 'own' && !(standing.kind === 'session' && !standing.own);
  const hidden = hasIds && !isOwn;
  if (reads) return hidden ? HIDDEN : GRANTED;
  if (mayNot(row, standing, isReading)) return hidden ? FORBIDDEN_OR_HIDDEN : FORBIDDEN;
  return hidden ? HIDDEN : GRANTED;
}

function mayNot(row: AccessRow, standing: Standing, isReading: boolean): boolean {
  if (standing.kind !== 'key') return false;
  if (row.access === 'logged-in') return false;
  if (row.access === 'session' || row.sessionsOnly === true) return true;
  if (standing.limited && row.wholeSpaceOnly === true) return true;
  // Outside of change sets onto drafts, which no row names.
  if (standing.proposes === true && !isReading) return true;
  const least = (ROLES as readonly string[]).indexOf(row.access);
  return ROLES.indexOf(standing.role) < least;
}

export interface Knock {
  /** The name of the route. */
  readonly name: string;
  readonly row: AccessRow & { readonly audit?: Pick<Audit, 'looks'> };
  readonly principal: Principal;
  readonly idsOf: Record<Target, PathIds>;
}

/** Calls a route as a principal, with each kind of resources, and fails if a response breaks the rule. */
export async function assertFollowsRule(url: string, { name, row, principal, idsOf }: Knock): Promise<void> {
  const hasIds = name.includes('{');
  const isReading = name.startsWith('GET ') || row.audit?.looks === true;
  const responses = new Map<Target, string>();
  for (const target of hasIds ? TARGETS : (['own'] as const)) {
    if (isStranger(principal) && target !== 'own' && target !== 'missing') continue;
    // Without a valid token, the path is not examined.
    if (principal.standing.kind === 'nobody' && target.startsWith('mixed')) continue;
    const path = pathOf(name, idsFor(name, target, idsOf));
    const expected = expectedResponse(row, principal.standing, target, { hasIds, isReading });
    if (row.destructive === true && expected.statuses === 'any') continue;
    // A list or a new thing in one's own space is one's own, whatever other ids the path does not name.
    if (target.startsWith('mixed') && path === pathOf(name, idsOf.own)) continue;
    const response = await knock(url, { name, row, principal, idsOf }, path);
    const context = `${principal.name}, ${target}: ${response}`;
    if (expected.statuses === 'any')
      assert.ok(![401, 403, 404].includes(response.status) || row.access === 'public', context);
    else assert.ok(expected.statuses.includes(response.status), `expected ${expected.statuses}: ${context}`);
    assert.ok(response.status < 500 || response.status === 501, context);
    // Errors of SCIM have no codes.
    if (expected.codes !== undefined && row.access !== 'scim')
      assert.ok(expected.codes.includes(String(response.at('detail.code'))), context);
    responses.set(isStranger(principal) && target === 'own' ? 'foreign' : target, comparable(response, path));
  }
  if (row.access === 'public') return;
  assertAlike(responses, 'foreign', 'missing', principal);
  assertAlike(responses, 'mixed-foreign', 'mixed-missing', principal);
}

/** A merge is looked for in an environment, whose name is no secret within its space. */
function idsFor(name: string, target: Target, idsOf: Record<Target, PathIds>): PathIds {
  const isMixed = target.startsWith('mixed') && name.includes('/merges/{');
  return isMixed ? { ...idsOf[target], environment: idsOf.own.environment } : idsOf[target];
}

function assertAlike(responses: ReadonlyMap<Target, string>, one: Target, other: Target, principal: Principal): void {
  const [first, second] = [responses.get(one), responses.get(other)];
  if (first !== undefined && second !== undefined)
    assert.equal(first, second, `${principal.name}: ${one} and ${other} differ`);
}

/** To the stranger the scene is foreign: the resources that others own are not theirs. */
function isStranger(principal: Principal): boolean {
  return principal.standing.kind === 'session' && !principal.standing.own;
}

function knock(url: string, { name, row, principal, idsOf }: Knock, path: string): Promise<ApiResponse> {
  const { token } = principal;
  const method = name.slice(0, name.indexOf(' '));
  if (name.endsWith('/import')) return send(url, method, path, { token, raw: '', headers: LINES_HEADERS });
  const body = row.access === 'public' ? {} : (row.harmless ?? row.body);
  return send(url, method, path + queryOf(name), {
    token,
    headers: method === 'GET' ? {} : { 'if-match': NO_VERSION },
    ...(method === 'GET' || body === undefined ? {} : { body: bodyWith(body, idsOf.own) }),
  });
}

/** A response without what differs from request to request, and without the requested ids. */
function comparable(response: ApiResponse, path: string): string {
  const { date: _date, 'x-request-id': _id, 'content-length': _length, ...headers } = response.headers;
  const segments = path.split(/[/?]/).filter((segment) => segment.length > 8);
  const text = segments.reduce((rest, segment) => rest.replaceAll(segment, '…'), response.text);
  return JSON.stringify([response.status, headers, text]);
}
