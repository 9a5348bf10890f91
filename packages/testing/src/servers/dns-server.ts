/**
 * A DNS server for tests, with TXT records only. While it runs, the process uses no other name server, so that domains are looked
 * up as usual. Whoever starts one stops it.
 */
import { createSocket } from 'node:dgram';
import { getServers, setServers } from 'node:dns';
import { once } from 'node:events';

const TXT = 16;
const IN_CLASS = 1;
const HEADER_BYTES = 12;
const RESPONSE_FLAGS = 0x8180;
const NO_SUCH_NAME = 3;
const TEXT_BYTES_MAX = 255;

export interface TestDnsServer {
  /** The texts at a name. */
  readonly records: Map<string, string[]>;
  /** While true, it does not respond. */
  isSilent: boolean;
  stop(): void;
}

export async function startDnsServer(): Promise<TestDnsServer> {
  const socket = createSocket('udp4');
  const before = getServers();
  const server: TestDnsServer = {
    records: new Map(),
    isSilent: false,
    stop: () => {
      setServers(before);
      socket.close();
    },
  };
  socket.on('message', (query, { port, address }) => {
    if (!server.isSilent) socket.send(answerTo(query, server.records), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  setServers([`127.0.0.1:${socket.address().port}`]);
  return server;
}

/** RFC 1035 §4: the header, the question as received, and one answer for each text. */
function answerTo(query: Buffer, records: ReadonlyMap<string, readonly string[]>): Buffer {
  const { name, end } = questionIn(query);
  const isTxt = query.readUInt16BE(end - 4) === TXT;
  const texts = isTxt ? (records.get(name) ?? []) : [];
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(query.readUInt16BE(0), 0);
  header.writeUInt16BE(RESPONSE_FLAGS | (records.has(name) ? 0 : NO_SUCH_NAME), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts.length, 6);
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...texts.map(answerWith)]);
}

function questionIn(query: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

/** The name points to the question; the text is in pieces of at most 255 bytes. */
function answerWith(text: string): Buffer {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += TEXT_BYTES_MAX) {
    const piece = bytes.subarray(at, at + TEXT_BYTES_MAX);
    pieces.push(Buffer.from([piece.length]), piece);
  }
  const data = Buffer.concat(pieces);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(IN_CLASS, 4);
  head.writeUInt32BE(0, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
