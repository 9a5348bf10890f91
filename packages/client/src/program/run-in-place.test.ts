/** What a command says where it is not told which space is meant. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { it } from 'node:test';
import { runProgram } from '../commands/commands.ts';

it('says whether a token opens no space or too many', async () => {
  const spaces: { id: string }[] = [];
  const server = createServer((_, response) => response.end(JSON.stringify({ items: spaces })));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const variables = { LECTERN_URL: `http://127.0.0.1:${port}`, LECTERN_MANAGEMENT_KEY: 'cms_man_1' };
  const said: string[] = [];
  const print = (line: string) => void said.push(line);
  try {
    assert.equal(await runProgram(['pull'], variables, { print, printError: print }), 2);
    spaces.push({ id: 'spc_1' }, { id: 'spc_2' });
    assert.equal(await runProgram(['pull'], variables, { print, printError: print }), 2);
  } finally {
    server.close();
    server.closeAllConnections();
  }
  assert.match(String(said[0]), /^The token opens no space;/);
  assert.match(String(said[1]), /^The token opens more than one space; set LECTERN_SPACE/);
});
