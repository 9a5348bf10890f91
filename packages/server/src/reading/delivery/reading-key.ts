/** The key that a reading request came with. The guard of the plane puts it on the request, before any handler. */
import type { ReadingKey } from '../../identity/auth/authentication.ts';

export type { ReadingKey };

declare module 'fastify' {
  interface FastifyRequest {
    /** Who is reading; set by the guard of the delivery and preview planes. */
    readingKey: ReadingKey;
    /** What the database had committed when the request came (`Database.changeMark`). */
    changeMark: number | undefined;
  }
}
