/** Checks whether a PostgreSQL server responds, on a separate connection, because those of the pool may all be waiting. */
import pg from 'pg';

/** @throws if the server does not respond in time, or refuses the connection */
export async function probePostgres(url: string, maxMs: number): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: maxMs,
    application_name: 'lectern probe',
  });
  client.on('error', () => {});
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(reject, maxMs, new Error('The server did not respond in time: timeout.'));
  try {
    await Promise.race([client.connect().then(() => client.query('SELECT 1')), late]);
    client.end().catch(() => undefined);
  } catch (error) {
    // A server that hangs would not respond to a graceful close either.
    client.connection.stream.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
