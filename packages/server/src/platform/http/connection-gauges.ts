/** The connection metrics of this process. */
import type { Server } from 'node:http';
import { promisify } from 'node:util';
import type { Gauge } from './metrics.ts';

/** Starts counting. A server emits `drop` for a connection beyond a limit. */
export function connectionGauges(server: Server): Gauge[] {
  let refused = 0;
  server.on('drop', () => {
    refused += 1;
  });
  const open = promisify(server.getConnections.bind(server));
  return [
    { name: 'lectern_connections', help: 'Open HTTP connections of this process.', read: () => open() },
    {
      name: 'lectern_connections_refused_total',
      help: 'Connections that were refused because this process, or an address, had too many.',
      isCounter: true,
      read: () => refused,
    },
  ];
}
