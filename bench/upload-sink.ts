/** A server that takes uploads and does nothing with them: what sending them costs the machine. Started by `processes.ts`. */
import http from 'node:http';

const RESPONSE = '{}';

const server = http.createServer((request, response) => {
  const status = request.method === 'POST' ? 201 : 200;
  request.resume().on('end', () => response.writeHead(status, { 'content-length': RESPONSE.length }).end(RESPONSE));
});
server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
