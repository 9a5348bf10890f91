/** What random operations are, and where they act. */
import type { Actor, ApiResponse } from '../../../../testing/src/client.ts';
import type { Scene } from '../../../../testing/src/given.ts';
import type { Random } from '../consistency/random.ts';

/** How much is done in `master`; the rest is done in `next`. */
const IN_MASTER = 0.75;

export interface Changing {
  readonly scene: Scene;
  readonly random: Random;
  /** The owner at a node, which may be about to end. */
  readonly owner: () => Actor;
}

export type Operation = (changing: Changing) => Promise<ApiResponse | undefined>;

/** How often each comes, and what it does. */
export type Operations = Readonly<Record<string, readonly [weight: number, Operation]>>;

/** The path of one of the two environments. */
export function someEnvironment({ random, scene }: Changing): string {
  return random.chance(IN_MASTER) ? scene.base : `${scene.space}/environments/next`;
}
