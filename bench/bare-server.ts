/**
 * The yardstick: a bare `node:http` server that checks a token and answers bytes it holds ready. It stores nothing,
 * checks nothing else and does what any server on Node must do. Started by `processes.ts` with a file of answers.
 */
import { readFileSync } from 'node:fs';
import http from 'node:http';

/** What the file holds: answers by `<method> <path>`, and the tokens that are taken. */
interface Answers {
  readonly tokens: readonly string[];
  /** `encoding` is the body's, which then stands in base64. */
  readonly answers: Readonly<
    Record<string, { readonly status: number; readonly body: string; readonly encoding?: string }>
  >;
}

const HEALTH = Buffer.from('{}');
const file: Answers = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const authorizations = new Set(file.tokens.map((token) => `Bearer ${token}`));
const answers = new Map(
  Object.entries(file.answers).map(([route, answer]) => [
    route,
    {
      status: answer.status,
      bytes: Buffer.from(answer.body, answer.encoding === undefined ? 'utf8' : 'base64'),
      encoding: answer.encoding,
    },
  ]),
);

const server = http.createServer((request, response) => {
  if (request.url === '/healthz') return reply(response, 200, HEALTH);
  const answer = answers.get(`${request.method} ${request.url}`);
  if (answer === undefined || !authorizations.has(request.headers.authorization ?? ''))
    return reply(response, 404, HEALTH);
  if (request.method === 'GET') return reply(response, answer.status, answer.bytes, answer.encoding);
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString('utf8'));
    reply(response, answer.status, answer.bytes);
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
