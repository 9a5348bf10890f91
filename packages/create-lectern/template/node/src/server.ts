/** The site: pages are made from content, and kept until the webhook says that something they show has changed. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { answerWebhook, freshPage } from '@lectern/client/fresh';
import { articleAt, articleList, pageAt } from './queries.ts';
import { drafts, EXPIRED, isExpired, service, site } from './site.ts';
import { articleHtml, documentOf, listHtml, pageHtml } from './views.ts';

const { PORT = '3000', LECTERN_WEBHOOK_SECRET } = process.env;
const style = await readFile(new URL('style.css', import.meta.url), 'utf8');

/** Content of pages by path, with the tags of what they show. */
const kept = new Map<string, { html: string | null; tags: readonly string[] }>();
let webhooks = 0;

async function respond(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === '/lectern' && request.method === 'POST') return answerWebhook(request, LECTERN_WEBHOOK_SECRET, drop);
  if (pathname === '/style.css') return new Response(style, { headers: { 'Content-Type': 'text/css' } });
  const path = pathIn(pathname);
  const preview = searchParams.get('preview');
  const content = path && (preview ? await draftAt(path, preview) : await publishedAt(path));
  if (content === null) return new Response('Not found', { status: 404 });
  const script = preview ? `<script type="module" src="${service}/preview.js"></script>` : '';
  const headers = { 'Content-Type': 'text/html; charset=utf-8', ...(preview ? PRIVATE : {}) };
  return new Response(documentOf(content, script), { headers });
}

/** Each page has one path, so that no more of them are kept than there is content. */
const PATHS = /^\/(?:articles\/[^/]+|[^/]*)$/;

/** The path of a page in the letters of its slug, of which addresses encode some; null if there can be none. */
function pathIn(pathname: string): string | null {
  try {
    const path = decodeURIComponent(pathname);
    return PATHS.test(path) ? path : null;
  } catch {
    return null;
  }
}

/** A draft is nobody else's, and its address has a token. */
const PRIVATE = { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' };

function drop(tags: readonly string[]): void {
  webhooks++;
  for (const [path, page] of kept) if (page.tags.some((tag) => tags.includes(tag))) kept.delete(path);
}

async function publishedAt(path: string): Promise<string | null> {
  const known = kept.get(path);
  if (known) return known.html;
  const before = webhooks;
  const page = await readPage(path);
  // What was read while a webhook came may be stale already.
  if (page.html !== null && !page.isStale && before === webhooks) kept.set(path, page);
  return page.html;
}

async function readPage(path: string): Promise<{ html: string | null; tags: readonly string[]; isStale: boolean }> {
  const [, first = '', slug] = path.split('/');
  if (first !== 'articles') {
    const { items, tags, isStale } = await freshPage(pageAt(site, first || 'home'));
    return { html: pageHtml(items[0]), tags, isStale };
  }
  if (slug === undefined) {
    const { items, tags, isStale } = await freshPage(articleList(site));
    return { html: listHtml(items), tags, isStale };
  }
  const { items, tags, isStale } = await freshPage(articleAt(site, slug));
  return { html: articleHtml(items[0]), tags, isStale };
}

async function draftAt(path: string, preview: string): Promise<string | null> {
  const [, first = '', slug] = path.split('/');
  const from = drafts(preview);
  if (first !== 'articles') return pageHtml(await pageAt(from, first || 'home').first());
  if (slug === undefined) return listHtml((await articleList(from).list()).items);
  return articleHtml(await articleAt(from, slug).first());
}

createServer(async (incoming, outgoing) => {
  try {
    const { method = 'GET', url, headers } = incoming;
    const body = method === 'GET' || method === 'HEAD' ? null : (Readable.toWeb(incoming) as ReadableStream);
    const request = new Request(new URL(url ?? '/', `http://${headers.host}`), {
      method,
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      body,
      duplex: 'half',
    } as RequestInit);
    const response = await respond(request);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text());
  } catch (error) {
    if (isExpired(error)) return outgoing.writeHead(401).end(EXPIRED);
    console.error(error);
    outgoing.writeHead(500).end('Something went wrong.');
  }
}).listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}`));
