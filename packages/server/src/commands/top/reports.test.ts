/** That an address which is not that of the service is named, and ends no program. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { ServiceError } from '../service-client.ts';
import { readReports } from './reports.ts';

test('a 200 of a program that is not Lectern is an error that names the address', async (t) => {
  const server = createServer((_request, response) => response.end('<p>Welcome</p>'));
  t.after(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await assert.rejects(readReports({ url, token: 'any' }), (error) => {
    assert.ok(error instanceof ServiceError);
    assert.match(error.message, new RegExp(`${url}.*not JSON`));
    return true;
  });
});
