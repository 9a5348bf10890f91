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

const LIST = '/articles';
/** What is after it is a slug, which may have slashes as well. */
const ARTICLES = `${LIST}/`;

/** Content of pages by path, with the tags of what they show. */
const kept = new Map<string, { html: string | null; tags: readonly string[] }>();
let webhooks = 0;

async function respond(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (pathname === '/lectern' && request.method === 'POST') return answerWebhook(request, LECTERN_WEBHOOK_SECRET, drop);
  if (pathname === '/style.css') return new Response(style, { headers: { 'Content-Type': 'text/css' } });
  const path = pathIn(pathname);
  const preview = searchParams.get('preview');
  if (path && preview) return respondWithDraft(path, preview);
  return html(path && (await publishedAt(path)));
}

/** The path of a page in the letters of its slug, of which addresses encode some; null if there can be none. */
function pathIn(pathname: string): string | null {
  try {
    // In one form, so that no more pages are kept than there is content.
    return decodeURIComponent(pathname).normalize('NFC');
  } catch {
    return null;
  }
}

/** A draft is nobody else's, and its address has a token. */
const PRIVATE = { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' };

async function respondWithDraft(path: string, preview: string): Promise<Response> {
  try {
    const script = `<script type="module" src="${service}/preview.js"></script>`;
    return html(await draftAt(path, preview), script, PRIVATE);
  } catch (error) {
    if (isExpired(error)) return new Response(EXPIRED, { status: 401 });
    throw error;
  }
}

function html(content: string | null, script = '', headers: Record<string, string> = {}): Response {
  if (content === null) return new Response('Not found', { status: 404 });
  const type = { 'Content-Type': 'text/html; charset=utf-8' };
  return new Response(documentOf(content, script), { headers: { ...type, ...headers } });
}

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
  if (path === LIST) {
    const { items, tags, isStale } = await freshPage(articleList(site));
    return { html: listHtml(items), tags, isStale };
  }
  if (path.startsWith(ARTICLES)) {
    const { items, tags, isStale } = await freshPage(articleAt(site, path.slice(ARTICLES.length)));
    return { html: articleHtml(items[0]), tags, isStale };
  }
  const { items, tags, isStale } = await freshPage(pageAt(site, path.slice(1) || 'home'));
  return { html: pageHtml(items[0]), tags, isStale };
}

async function draftAt(path: string, preview: string): Promise<string | null> {
  const from = drafts(preview);
  if (path === LIST) return listHtml((await articleList(from).list()).items);
  if (path.startsWith(ARTICLES)) return articleHtml(await articleAt(from, path.slice(ARTICLES.length)).first());
  return pageHtml(await pageAt(from, path.slice(1) || 'home').first());
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
    console.error(error);
    outgoing.writeHead(500).end('Something went wrong.');
  }
}).listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}`));
