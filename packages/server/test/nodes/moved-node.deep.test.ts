/** A node that is made anew has another address; the balancer of `compose.yaml` follows its name there. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { ComposeBalancer } from '../../../testing/src/servers/compose-balancer.ts';
import { startDnsServer } from '../../../testing/src/servers/dns-server.ts';
import { until } from '../../../testing/src/until.ts';

const NAME = 'node-1.example';

/** A server that says its address. @param port any free one where it is 0 */
async function startNode(host: string, port: number) {
  const server = createServer((_request, response) => response.end(host)).listen(port, host);
  await once(server, 'listening');
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { port: (server.address() as AddressInfo).port, close };
}

it('the balancer follows a node to another address', async () => {
  const names = await startDnsServer();
  names.addresses.set(NAME, '127.0.0.1');
  const before = await startNode('127.0.0.1', 0);
  const after = await startNode('127.0.0.2', before.port);
  const balancer = await ComposeBalancer.start([`http://${NAME}:${before.port}`], names.address);
  try {
    const reached = async () => (await fetch(balancer.url)).text();
    assert.equal(await reached(), '127.0.0.1');
    names.addresses.set(NAME, '127.0.0.2');
    before.close();
    await until(reached, (host) => host === '127.0.0.2');
  } finally {
    await balancer.close();
    after.close();
    names.stop();
  }
});
