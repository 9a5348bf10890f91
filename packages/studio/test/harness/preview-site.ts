/**
 * A site as somebody builds it with a page of Node: it reads with the token of whoever looks, and shows a title, a teaser and blocks. In
 * a preview it loads the script of the service; readers get none of it.
 */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { edit } from '../../../client/src/preview.ts';
import { escapeHtml } from '../../../server/src/platform/kit/html.ts';
import type { Scene } from '../../../testing/src/given.ts';

/** How a site is made. */
interface Kind {
  /** Whether its elements say which values they show. */
  readonly isNamed?: boolean;
  /** Whether its previews load the script. */
  readonly hasScript?: boolean;
  /** Headers of its pages. */
  readonly headers?: Readonly<Record<string, string>>;
  /** HTML that all its pages have besides. @param url of the site */
  more?(url: string): string;
  /** Pages that show no entry, by their paths. */
  readonly pages?: Readonly<Record<string, string>>;
  /** Where it leads whoever has a preview token. @param url of the site */
  leadsTo?(url: string): string;
}

/** What it shows. */
interface ShownEntry {
  readonly id: string;
  readonly fields: {
    readonly title: string;
    readonly teaser?: string;
    readonly blocks?: readonly { readonly id: string; readonly fields: { readonly words: string } }[];
  };
}

export class PreviewSite {
  readonly #server: Server;
  /** Under a host of its own: its cookies are those of another site than Studio. */
  readonly url: string;
  /** The paths that were asked for. */
  readonly asked: string[] = [];
  /** The cookies that came with the requests. */
  readonly cookies: string[] = [];

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://localhost:${(server.address() as AddressInfo).port}`;
  }

  /** Starts it; whoever does so closes it. */
  static async open({ url, read }: Pick<Scene, 'url' | 'read'>, kind: Kind = {}): Promise<PreviewSite> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const site = new PreviewSite(server);
    server.on('request', async (request, response: ServerResponse) => {
      const { pathname, searchParams } = new URL(`http://site${request.url}`);
      site.asked.push(`${request.url}`);
      site.cookies.push(request.headers.cookie ?? '');
      const token = searchParams.get('preview');
      const page = kind.pages?.[pathname];
      if (page !== undefined) return response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      if (token !== null && kind.leadsTo !== undefined)
        return response.writeHead(302, { location: kind.leadsTo(site.url) }).end();
      const headers = { authorization: `Bearer ${token}` };
      const locale = searchParams.get('locale') ?? 'en-US';
      const found = await fetch(`${url}${read}/entries?slug=${pathname.slice(1)}&locale=${locale}`, { headers });
      const { items } = (await found.json()) as { items?: readonly ShownEntry[] };
      const script = token !== null && kind.hasScript !== false ? scriptOf(url) : '';
      response.writeHead(200, {
        'content-type': 'text/html',
        'set-cookie': 'a=b; SameSite=None; Secure',
        ...kind.headers,
      });
      const last = script + (kind.more?.(site.url) ?? '');
      response.end(pageOf(items?.[0], { last, isNamed: kind.isNamed === true, status: found.status }));
    });
    return site;
  }

  /** The title that a page shows. */
  async titleAt(address: string): Promise<string | undefined> {
    const page = await (await fetch(address, { headers: { connection: 'close' } })).text();
    return /<h1[^>]*>(.*)<\/h1>/.exec(page)?.[1];
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function scriptOf(service: string): string {
  return `<script type="module" src="${service}/preview.js"></script>`;
}

function pageOf(entry: ShownEntry | undefined, how: { last: string; isNamed: boolean; status: number }): string {
  const named = (...way: Parameters<typeof edit<ShownEntry>> extends [unknown, ...infer Way] ? Way : never) =>
    how.isNamed && entry !== undefined ? ` data-lectern="${edit(entry, ...way)}"` : '';
  const { title = `None: ${how.status}`, teaser = '', blocks = [] } = entry?.fields ?? {};
  const quotes = blocks.map(
    ({ id, fields }) => `<blockquote${named('blocks', id, 'words')}>${escapeHtml(fields.words)}</blockquote>`,
  );
  return `<!doctype html><html lang="en"><head><title>Site</title>
<style>body { font: 18px Georgia; margin: 2rem } nav, .far { color: #555 } .far { height: 1200px }</style></head>
<body><nav><a href="/second">Another page</a></nav>
<main><h1${named('title')}>${escapeHtml(title)}</h1><p${named('teaser')}>${escapeHtml(teaser)}</p>
<p><label>Search <input name="q"></label></p>
<div class="far">Far down, there is more.</div>
${quotes.join('\n')}
</main>${how.last}</body></html>`;
}
