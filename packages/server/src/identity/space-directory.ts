/**
 * What identity needs to know of spaces; `composition/` passes it in, so that spaces know nothing of identity's keys.
 */
import type { Actor } from '../platform/journal/actor.ts';

export interface SpaceDirectory {
  /** The space, if the actor may see it. @throws `not_found` */
  find(actor: Actor, spaceId: string): Promise<{ readonly id: string; readonly name: string }>;
  /** The environments of the space that the actor may see. @throws `not_found` */
  environments(actor: Actor, spaceId: string): Promise<readonly { readonly number: number; readonly name: string }[]>;
}
