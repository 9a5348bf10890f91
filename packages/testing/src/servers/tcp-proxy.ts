/** A TCP proxy that can fall silent, like a network that loses every packet: connections stay open, but nothing arrives. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A running proxy. */
export interface TcpProxy {
  readonly port: number;
  /** Passes nothing on any more, in either direction; new connections are accepted, and hang. */
  silence(): void;
  /** Passes on what was held back, and everything after it. */
  heal(): void;
  close(): Promise<void>;
}

/** Starts a proxy on the loopback in front of a port. */
export async function startTcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const hold = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    if (isSilent) socket.pause();
  };
  const server = createServer((client) => {
    const upstream = connect(target);
    join(client, upstream);
    join(upstream, client);
    hold(client);
    hold(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    silence: () => {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    heal: () => {
      isSilent = false;
      for (const socket of sockets) socket.resume();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function join(from: Socket, to: Socket): void {
  from.on('data', (bytes) => to.write(bytes));
  from.on('close', () => to.destroy());
}
