/**
 * What identity needs to know of spaces; `composition/` passes it in, so that spaces know nothing of identity's keys.
 */
import type { Actor } from '../../platform/journal/actor.ts';

export interface SpaceDirectory {
  /** The space, if the actor may see it. @throws `not_found` */
  find(actor: Actor, spaceId: string): Promise<{ readonly id: string; readonly name: string }>;
  /** The names of the space's environments that the actor may use, with the numbers that keys are bound to. @throws `not_found` */
  environments(actor: Actor, spaceId: string): Promise<readonly { readonly number: number; readonly name: string }[]>;
}
