/** How requests in flight are counted, and that none is counted for ever. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import http, { type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { DomainError } from '../errors/domain-error.ts';
import { RequestsInFlight } from './requests-in-flight.ts';

describe('a request in flight', () => {
  const server = http.createServer();
  after(() => server.close());

  /** A request and its client. */
  async function asked(): Promise<{ response: ServerResponse; client: net.Socket }> {
    if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening');
    const client = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
    const request = once(server, 'request');
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    const [, response] = (await request) as [unknown, ServerResponse];
    return { response, client };
  }

  it('counts until its response is sent, and then leaves room for the next', async () => {
    const inFlight = new RequestsInFlight(1, 'key');
    const { response, client } = await asked();
    assert.equal(inFlight.hold('one', response), undefined);
    assert.ok(inFlight.refusalOf('one') instanceof DomainError);
    assert.equal(inFlight.refusalOf('other'), undefined);
    const closed = once(response, 'close');
    response.end();
    await closed;
    assert.equal(inFlight.refusalOf('one'), undefined);
    client.destroy();
  });

  it('counts no longer once its client left, before a response or in the middle of one', async () => {
    const inFlight = new RequestsInFlight(1, 'key');
    for (const begin of [() => undefined, (response: ServerResponse) => response.write('half')]) {
      const { response, client } = await asked();
      assert.equal(inFlight.hold('one', response), undefined);
      begin(response);
      const closed = once(response, 'close');
      client.destroy();
      await closed;
      assert.equal(inFlight.refusalOf('one'), undefined);
    }
  });

  it('does not count where its client left before it could', async () => {
    const inFlight = new RequestsInFlight(1, 'key');
    const { response, client } = await asked();
    const closed = once(response, 'close');
    client.destroy();
    await closed;
    assert.equal(inFlight.hold('one', response), undefined);
    assert.equal(inFlight.refusalOf('one'), undefined);
  });

  it('takes no place where it is refused', async () => {
    const inFlight = new RequestsInFlight(1, 'key');
    const [first, second] = [await asked(), await asked()];
    assert.equal(inFlight.hold('one', first.response), undefined);
    assert.ok(inFlight.hold('one', second.response) instanceof DomainError);
    const closed = [once(first.response, 'close'), once(second.response, 'close')];
    first.client.destroy();
    second.client.destroy();
    await Promise.all(closed);
    assert.equal(inFlight.hold('one', (await asked()).response), undefined);
    assert.ok(inFlight.refusalOf('one') instanceof DomainError, 'it counts one, not less');
    server.closeAllConnections();
  });
});
