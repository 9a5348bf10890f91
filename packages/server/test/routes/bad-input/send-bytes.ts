/** Requests as bytes, for what no HTTP client would send. */
import net from 'node:net';

const SILENCE_MS = 1_500;

/** Writes bytes to a fresh connection and reads until the other side ends it or falls silent. */
export function sendBytes(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = net.connect(Number(port), hostname, () => socket.write(bytes));
    const end = () => {
      socket.destroy();
      resolve(Buffer.concat(chunks).toString('latin1'));
    };
    socket.setTimeout(SILENCE_MS, end);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', end);
    socket.on('close', end);
  });
}
