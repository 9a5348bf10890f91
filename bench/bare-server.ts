/**
 * The yardstick: a bare `node:http` server that checks a token and responses bytes it holds ready. It stores nothing,
 * checks nothing else and does what any server on Node must do. Started by `processes.ts` with a file of responses.
 */
import { readFileSync } from 'node:fs';
import http from 'node:http';

/** The content of the file: responses by `<method> <path>`, and the accepted tokens. */
interface Recorded {
  readonly tokens: readonly string[];
  /** `encoding` is the body's, which is then base64. */
  readonly responses: Readonly<
    Record<string, { readonly status: number; readonly body: string; readonly encoding?: string }>
  >;
}

const HEALTH = Buffer.from('{}');
const file: Recorded = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const authorizations = new Set(file.tokens.map((token) => `Bearer ${token}`));
const responses = new Map(
  Object.entries(file.responses).map(([route, recorded]) => [
    route,
    {
      status: recorded.status,
      bytes: Buffer.from(recorded.body, recorded.encoding === undefined ? 'utf8' : 'base64'),
      encoding: recorded.encoding,
    },
  ]),
);

const server = http.createServer((request, response) => {
  if (request.url === '/healthz') return reply(response, 200, HEALTH);
  const recorded = responses.get(`${request.method} ${request.url}`);
  if (recorded === undefined || !authorizations.has(request.headers.authorization ?? ''))
    return reply(response, 404, HEALTH);
  if (request.method === 'GET') return reply(response, recorded.status, recorded.bytes, recorded.encoding);
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString('utf8'));
    reply(response, recorded.status, recorded.bytes);
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});

function reply(response: http.ServerResponse, status: number, bytes: Buffer, encoding?: string): void {
  response.writeHead(status, [
    'Content-Type',
    'application/json; charset=utf-8',
    'Content-Length',
    String(bytes.length),
    ...(encoding === undefined ? [] : ['Content-Encoding', encoding]),
  ]);
  response.end(bytes);
}
