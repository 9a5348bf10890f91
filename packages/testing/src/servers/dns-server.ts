/**
 * A DNS server for tests, with TXT and A records only. While it runs, the process uses no other name server, so that domains are looked
 * up as usual. Whoever starts one stops it.
 */
import { createSocket } from 'node:dgram';
import { getServers, setServers } from 'node:dns';
import { once } from 'node:events';

const A = 1;
const TXT = 16;
const IN_CLASS = 1;
const HEADER_BYTES = 12;
const RESPONSE_FLAGS = 0x8180;
const NO_SUCH_NAME = 3;
const TEXT_BYTES_MAX = 255;

export interface TestDnsServer {
  /** The texts at a name. */
  readonly records: Map<string, string[]>;
  /** The IPv4 address at a name. */
  readonly addresses: Map<string, string>;
  /** Where it listens, with the port. */
  readonly address: string;
  /** While true, it does not respond. */
  isSilent: boolean;
  stop(): void;
}

export async function startDnsServer(): Promise<TestDnsServer> {
  const socket = createSocket('udp4');
  const before = getServers();
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const server: TestDnsServer = {
    records: new Map(),
    addresses: new Map(),
    address: `127.0.0.1:${socket.address().port}`,
    isSilent: false,
    stop: () => {
      setServers(before);
      socket.close();
    },
  };
  socket.on('message', (query, { port, address }) => {
    if (!server.isSilent) socket.send(answerTo(query, server), port, address);
  });
  setServers([server.address]);
  return server;
}

/** RFC 1035 §4: the header, the question as received, and one answer for each record. */
function answerTo(query: Buffer, { records, addresses }: TestDnsServer): Buffer {
  const { name, end } = questionIn(query);
  const type = query.readUInt16BE(end - 4);
  const texts = type === TXT ? (records.get(name) ?? []) : [];
  const address = type === A ? addresses.get(name) : undefined;
  const answers =
    address === undefined ? texts.map(answerWith) : [record(A, Buffer.from(address.split('.').map(Number)))];
  const isKnown = records.has(name) || addresses.has(name);
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(query.readUInt16BE(0), 0);
  header.writeUInt16BE(RESPONSE_FLAGS | (isKnown ? 0 : NO_SUCH_NAME), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(answers.length, 6);
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...answers]);
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

/** The text is in pieces of at most 255 bytes. */
function answerWith(text: string): Buffer {
  const bytes = Buffer.from(text);
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += TEXT_BYTES_MAX) {
    const piece = bytes.subarray(at, at + TEXT_BYTES_MAX);
    pieces.push(Buffer.from([piece.length]), piece);
  }
  return record(TXT, Buffer.concat(pieces));
}

/** Its name points to the question. */
function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(IN_CLASS, 4);
  head.writeUInt32BE(0, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
