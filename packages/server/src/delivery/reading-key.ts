/** The key that a reading request came with. The guard of the plane puts it on the request, before any handler. */
import type { ReadPlane } from './view.ts';

export interface ReadingKey {
  readonly id: string;
  readonly name: string;
  /** The plane it reads. */
  readonly kind: ReadPlane;
  readonly spaceId: string;
  readonly accountId: string;
  /** Numbers of the only environments it sees; null where it sees all of the space. */
  readonly environments: readonly number[] | null;
  /** Milliseconds; null where it does not expire. */
  readonly expiresAt: number | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is reading; set by the guard of the delivery and preview planes. */
    readingKey: ReadingKey;
  }
}
