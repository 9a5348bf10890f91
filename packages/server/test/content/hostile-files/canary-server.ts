/** The server that only code in a hostile file would call. It responds to everyone, so that nothing stops an attack. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CanaryServer {
  readonly url: string;
  /** The requests so far, one word for each file that ran; then forgets them. */
  take(): string[];
  close(): Promise<void>;
}

/** Starts one on the loopback. */
export async function startCanary(): Promise<CanaryServer> {
  const asked = new Set<string>();
  const server = http.createServer((request, response) => {
    const name = (request.url ?? '/').slice(1);
    if (name !== 'favicon.ico') asked.add(name);
    response.writeHead(200, { 'access-control-allow-origin': '*', 'content-type': 'text/plain' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => {
      const all = [...asked].sort();
      asked.clear();
      return all;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
