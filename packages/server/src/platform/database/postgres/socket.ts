/** The socket of a connection to PostgreSQL, which the types of the driver leave out. */
import type { Socket } from 'node:net';
import type pg from 'pg';

export function socketOf(client: pg.PoolClient): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream;
}
