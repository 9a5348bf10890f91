/** A site as somebody builds it with a page of Node: it reads with the token of whoever looks, and shows titles. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Scene } from '../../../testing/src/given.ts';

export class PreviewSite {
  readonly #server: Server;
  readonly url: string;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** Starts it; whoever does so closes it. */
  static async open({ url, read }: Pick<Scene, 'url' | 'read'>): Promise<PreviewSite> {
    const server = createServer(async (request, response) => {
      const { pathname, searchParams } = new URL(`http://site${request.url}`);
      const headers = { authorization: `Bearer ${searchParams.get('preview')}` };
      const found = await fetch(`${url}${read}/entries?slug=${pathname.slice(1)}`, { headers });
      const { items } = (await found.json()) as { items?: readonly { fields: { title: string } }[] };
      const title = items?.[0]?.fields.title ?? `None: ${found.status}`;
      response.setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>Site</title><h1>${title}</h1>`);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new PreviewSite(server);
  }

  /** The title that a page shows. */
  async titleAt(address: string): Promise<string | undefined> {
    const page = await (await fetch(address, { headers: { connection: 'close' } })).text();
    return /<h1>(.*)<\/h1>/.exec(page)?.[1];
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
