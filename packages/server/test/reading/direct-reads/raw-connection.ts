/**
 * One connection that is written byte for byte and read to its end, and the responses in it: status line and headers as sent, in
 * their order and case. Differences between any two responses are removed: the date, the request id, and the compression of the
 * body, which depends on whether it was cached by then.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

const TIMEOUT_MS = 30_000;
/** The id of a request that brought none of its own. */
const MADE_ID = /req_[0-9a-z]{26}/g;
const HEAD_END = '\r\n\r\n';
const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = { br: brotliDecompressSync, gzip: gunzipSync };

/** Sends the bytes on a connection of their own. @returns all that came until the service closed it */
export async function exchange(url: string, bytes: string): Promise<Buffer> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error(`The connection stayed open:\n${bytes}`)));
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(bytes);
  await once(socket, 'close');
  return Buffer.concat(chunks);
}

/** The responses in what came, as texts to compare. @param methods those of the requests, in their order */
export function responsesIn(bytes: Buffer, methods: readonly string[]): string[] {
  const responses: string[] = [];
  let rest = bytes;
  let answered = 0;
  while (rest.length > 0) {
    const headEnd = rest.indexOf(HEAD_END);
    if (headEnd === -1) return [...responses, `incomplete: ${rest.toString('latin1')}`];
    const head = rest.subarray(0, headEnd).toString('latin1');
    const isInterim = /^HTTP\/1\.1 1/.test(head);
    const hasBody = !isInterim && methods[answered] !== 'HEAD' && !/^HTTP\/1\.\d (204|304)/.test(head);
    const [body, length] = hasBody ? bodyIn(head, rest.subarray(headEnd + HEAD_END.length)) : [Buffer.alloc(0), 0];
    responses.push(comparable(head, body));
    rest = rest.subarray(headEnd + HEAD_END.length + length);
    if (!isInterim) answered += 1;
  }
  return responses;
}

/** The body of a response with that head, and how many bytes it took. */
function bodyIn(head: string, rest: Buffer): [Buffer, number] {
  const length = headerOf(head, 'content-length');
  if (length !== undefined) return [rest.subarray(0, Number(length)), Number(length)];
  if (headerOf(head, 'transfer-encoding') !== 'chunked') return [rest, rest.length];
  const end = rest.indexOf('0\r\n\r\n');
  return [rest.subarray(0, end), end + '0\r\n\r\n'.length];
}

function comparable(head: string, body: Buffer): string {
  const decode = DECODERS[headerOf(head, 'content-encoding') ?? ''];
  const plain = decode === undefined || body.length === 0 ? body : decode(body);
  const lines = decode === undefined ? head : head.replace(/^(content-length): .*$/im, '$1: …');
  const text = `${lines.replace(/^date: .*$/im, 'date: …')}\n\n${plain.toString('latin1')}`;
  return text.replaceAll(MADE_ID, 'req_…');
}

function headerOf(head: string, name: string): string | undefined {
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim();
}
