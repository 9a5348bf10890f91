/** The yardstick for files: a bare `node:http` server that streams one file from the disk, whatever is asked for. */
import { open } from 'node:fs/promises';
import http from 'node:http';
import { pipeline } from 'node:stream/promises';

const path = process.argv[2] ?? '';

const server = http.createServer(async (request, response) => {
  if (request.url === '/healthz') {
    response.end('{}');
    return;
  }
  const file = await open(path, 'r');
  const { size } = await file.stat();
  response.writeHead(200, { 'Content-Type': 'image/webp', 'Content-Length': size });
  await pipeline(file.createReadStream(), response).catch(() => undefined);
});
server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
