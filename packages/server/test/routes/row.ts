/** A row of the table of routes: what a test has to know about a route without calling it. */

import type { StallRow } from '../bounds/stalls/attack.ts';
import type { Told } from '../docs/reference/recorder.ts';
import type { Teller } from '../docs/reference/teller.ts';
import type { Ground, Mutation } from './ground.ts';
import type { RouteName } from './route-name.ts';

/** The roles of keys, weakest first; only sessions can be `owner`. */
export const ROLES = ['viewer', 'author', 'editor', 'developer', 'admin', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/**
 * Who may use a route: anyone (`public`), reading keys (`read`), SCIM tokens (`scim`), people with a session (`session`),
 * any valid management token (`logged-in`), or the given role.
 */
export type Access = 'public' | 'read' | 'scim' | 'session' | 'logged-in' | Role;

/** Who may use a route. */
export interface AccessRow {
  readonly access: Access;
  /** Management keys are not allowed, whatever their role. */
  readonly sessionsOnly?: boolean;
  /** Keys limited to environments are not allowed: the route changes what belongs to the space. */
  readonly wholeSpaceOnly?: boolean;
  /** It would end the scene or the session it is called with: only principals without permission call it. */
  readonly destructive?: boolean;
  /** A body that the route accepts. Ids of the scene are in it by the names of parameters, as `{entry_id}`. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** What principals send who may use the route, if `body` would do more than the scene bears. */
  readonly harmless?: Readonly<Record<string, unknown>>;
}

/** The request that is the example of the route, or what records one or more. */
export type Example = Told | ((teller: Teller) => Promise<unknown>);

/** What there is to say of every route. */
export interface Row extends AccessRow {
  /** Told on a fresh demo; null if the response is no JSON of the interface. What it changes, later rows may read. */
  readonly example: Example | null;
  /** What is worst for it besides what is generated from its description, and by whom and on what it is called. */
  readonly stalls?: StallRow;
}

/** What a mutating route records: the action of its one audit record, and its events, from the interface documents. */
export interface Audit {
  readonly action: string;
  readonly events: readonly string[];
  /** Creates what is needed and returns a request that changes it. */
  readonly change: (ground: Ground) => Promise<Mutation>;
  /** Creates what is needed and returns a request that gets 200 and changes nothing, if there is one. */
  readonly keep?: (ground: Ground) => Promise<Mutation>;
  /** Audit records of the request, if they are not one. */
  readonly records?: number;
  /** Actions of further records, after that one. */
  readonly also?: readonly string[];
  /** Whether it writes in steps, each with a record, and this one takes several. */
  readonly inSteps?: boolean;
  /** Whether it only looks, so that everybody may. */
  readonly looks?: boolean;
  /** Whether viewers may do it too, as it changes nothing that others see. */
  readonly byViewers?: boolean;
  /** Whether the changed resource has no version, such as a job. */
  readonly unversioned?: boolean;
}

/** A route that may change something. */
export interface MutatingRow extends Row {
  readonly audit: Audit;
}

/** The row that a route of this name needs. */
type RowOf<Name extends RouteName> = Name extends `GET ${string}` ? Row : MutatingRow;

/** The rows of all routes. */
export type AllRoutes = { readonly [Name in RouteName]: RowOf<Name> };

/** The rows of some routes, in the order in which their examples are told. */
export type SomeRoutes = Partial<AllRoutes>;
