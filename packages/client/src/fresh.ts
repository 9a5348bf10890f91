/**
 * For sites that cache pages: a webhook drops what a change made stale, and what is read after it is never older than the change, even
 * where the next request goes to a node of the service that has not heard of it yet.
 */
import { codesInTags } from '../../contract/src/cache-tags.ts';
import { parseResourceId } from '../../contract/src/keys.ts';
import { LecternError } from './lectern-error.ts';
import type { Page, RequestOptions } from './types/client.ts';
import { readWebhook, WebhookError, type WebhookEvent } from './webhook.ts';

/** A query that can be asked to show a revision. */
export interface ListQuery<Item> {
  atLeast(revision: number): ListQuery<Item>;
  list(options?: RequestOptions): Promise<Page<Item>>;
}

/**
 * Answers a request of a webhook: 204 once the copies are dropped, 401 where it is not signed.
 * @param secret as it was shown when the webhook was made; both while one is replaced
 * @param drop drops the copies that have one of these cache tags
 */
export async function answerWebhook(
  request: Request,
  secret: string | readonly string[] | undefined,
  drop: (tags: readonly string[]) => unknown,
): Promise<Response> {
  try {
    const event = await readWebhook(request, secret ?? '');
    remember(event);
    await drop(event.tags);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof WebhookError) return new Response(error.message, { status: 401 });
    throw error;
  }
}

/** A page, and whether it may be cached. */
export interface FreshPage<Item> extends Page<Item> {
  /** The service did not show in time what a webhook has told of: show this page rather than none, and cache nothing of it. */
  readonly isStale: boolean;
}

/** Reads a page that shows at least what webhooks have told this process of. Its `tags` are those to cache it under. */
export async function freshPage<Item>(query: ListQuery<Item>): Promise<FreshPage<Item>> {
  const page = await query.list();
  const [code, news] = newestOf(page);
  if (news === undefined || page.revision >= news.revision) return { ...page, isStale: false };
  try {
    const newer = await query.atLeast(news.revision).list({ signal: AbortSignal.timeout(WAIT_MS) });
    return { ...newer, isStale: false };
  } catch (error) {
    if (!isToCome(news, error) && known().get(code) === news) known().delete(code);
    return { ...page, isStale: known().get(code) !== undefined };
  }
}

/** A little more than the service waits for a revision. */
const WAIT_MS = 3_000;
/** How long a service that cannot be reached, or a node that is behind, is waited for; nodes are a second behind at most. */
const NEWS_MS = 60_000;
/** The answer to what cannot be a revision. */
const NO_REVISION = 422;
/** Frameworks bundle routes apart, each with a copy of this module: the process has one memory. */
const MEMORY = Symbol.for('@lectern/client/fresh');

/** A revision that was told of, and when. */
interface News {
  readonly revision: number;
  readonly at: number;
}

/** The newest one, by the code of the environment. */
function known(): Map<string, News> {
  const process = globalThis as { [MEMORY]?: Map<string, News> };
  process[MEMORY] ??= new Map();
  return process[MEMORY];
}

function remember({ resource, revision }: WebhookEvent): void {
  const id = parseResourceId(resource.id);
  if (id === null || id.kind === 'change_set') return;
  const { code } = id;
  if (revision > (known().get(code)?.revision ?? 0)) known().set(code, { revision, at: Date.now() });
}

/** Whether the service may show a revision yet. The header that named it is not signed: one that does not exist is not waited for long. */
function isToCome({ at }: News, error: unknown): boolean {
  const isRefused = error instanceof LecternError && error.status === NO_REVISION;
  return !isRefused && Date.now() - at < NEWS_MS;
}

/** What is known of the environment of a page: its code, and what was told. What is read through an alias has two codes. */
function newestOf({ tags }: Page<unknown>): [code: string, news: News | undefined] {
  const code = codesInTags(tags).find((one) => known().has(one)) ?? '';
  return [code, known().get(code)];
}
