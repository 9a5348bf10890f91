/** Sends queries to the workers, and compares every response with the oracle. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Scene } from '../../../../testing/src/given.ts';
import type { Line, LineResponse } from '../../nodes/workers/line.ts';
import { expectedResponse, sorted } from './oracle.ts';
import { neverAsked, pathOf, type Query } from './query.ts';
import type { Random } from './random.ts';
import type { Writer } from './writer.ts';

const encodings = ['identity', 'gzip', 'br', 'gzip, br'] as const;
const TAG_SENT = 0.25;
const MIN_REVISION_SENT = 0.15;
/** Entries on a page that a next one is requested for. */
const PAGE_MAX = 4;
/** How often the entry at which a page ends is changed before the next page is requested. */
const PAGE_END_CHANGED = 0.25;
const NEXT_PAGE = /[?&]cursor=([^&>]+)[^>]*>; rel="next"/;
const EXCERPT_LENGTH = 2_000;
/** On each line, so that there are writes between few queries, however slow they are. */
const ASKED_WHILE_WRITING_MAX = 8;

export interface ReaderParts {
  readonly scene: Scene;
  readonly writer: Writer;
  readonly random: Random;
  readonly lines: readonly Line[];
  /** How far a response may lag behind acknowledged writes. */
  readonly staleMaxMs: number;
}

/** A response, and what was known when it was requested. */
interface Answered {
  readonly query: Query;
  readonly path: string;
  readonly response: LineResponse;
  /** The oldest revision that it may show. */
  readonly revisionMin: number;
  /** The text that belongs to the tag that was sent. */
  readonly tagged: string | undefined;
}

interface HeldResponse {
  readonly tag: string;
  readonly text: string;
}

export class Reader {
  readonly #parts: ReaderParts;
  /** The last response to each request, as a client keeps it. */
  readonly #held = new Map<string, HeldResponse>();
  #count = 0;
  readonly counts = { requests: 0, notModified: 0, compressed: 0, compared: 0, followed: 0 };

  constructor(parts: ReaderParts) {
    this.#parts = parts;
  }

  /**
   * Runs queries on every line, one after the other, until told to stop. Call `check` once the expected responses are
   * known.
   */
  async askUntil(isOver: () => boolean, next: () => Query): Promise<Answered[]> {
    const lanes = this.#parts.lines.map(async (line) => {
      const answered: Answered[] = [];
      while (!isOver() && answered.length < ASKED_WHILE_WRITING_MAX) answered.push(await this.#send(next(), line));
      return answered;
    });
    return (await Promise.all(lanes)).flat();
  }

  /** @throws AssertionError if a response differs from the revision that it claims to show, or is too old */
  check(answered: readonly Answered[]): void {
    for (const one of answered) this.#check(one);
  }

  /** Sends a query to one worker while nothing is written. */
  async ask(query: Query): Promise<void> {
    this.#check(await this.#send(query, this.#parts.random.pick(this.#parts.lines)));
  }

  /** Sends the query as before and in a new form: the bytes are the same if both show one revision. */
  async compareWithNew(query: Query): Promise<void> {
    if (query.kind !== 'entries' || query.after !== null) return;
    const { random, lines } = this.#parts;
    const known = await this.#send(query, random.pick(lines));
    const fresh = await this.#send(query, random.pick(lines), neverAsked(this.#count++));
    this.#check(known);
    this.#check(fresh);
    if (known.response.status !== 200 || revisionOf(known.response) !== revisionOf(fresh.response)) return;
    this.counts.compared += 1;
    assert.equal(known.response.text, fresh.response.text, known.path);
  }

  /** Requests the second page of a response, at times after the entry where the first ended moved or vanished. */
  async askForNextPage(query: Query): Promise<void> {
    if (query.kind !== 'entries') return;
    const { random, lines, writer } = this.#parts;
    const short = { ...query, limit: 1 + random.below(PAGE_MAX) };
    const first = await this.#send(short, random.pick(lines));
    this.#check(first);
    const cursor = NEXT_PAGE.exec(String(first.response.headers.link))?.[1];
    if (cursor === undefined || first.response.status !== 200) return;
    const { items, skip } = shownBy(first.response.text, writer.code) as {
      items: { id: string }[];
      skip: number;
    };
    const key = items.at(-1)?.id ?? '';
    const content = writer.at(revisionOf(first.response));
    const next = { ...short, after: { cursor: decodeURIComponent(cursor), key, passed: skip + items.length, content } };
    this.counts.followed += 1;
    if (random.chance(PAGE_END_CHANGED)) await writer.changeEntry(key);
    await this.ask(next);
  }

  async #send(query: Query, line: Line, extra: readonly (readonly [string, string])[] = []): Promise<Answered> {
    const { scene, writer, random, staleMaxMs } = this.#parts;
    const least = random.chance(MIN_REVISION_SENT) ? writer.revision : 0;
    const waits: readonly (readonly [string, string])[] = least === 0 ? [] : [['min_revision', String(least)]];
    const path = pathOf(query, writer.content, [...extra, ...waits]);
    const encoding = random.pick(encodings);
    const request = `${query.plane} ${path} ${encoding}`;
    const held = random.chance(TAG_SENT) ? this.#held.get(request) : undefined;
    const headers = {
      'accept-encoding': encoding,
      ...(held === undefined ? {} : { 'if-none-match': held.tag }),
    };
    const revisionMin = Math.max(least, writer.acknowledgedBy(performance.now() - staleMaxMs));
    const response = await line.send('GET', `${scene.read}/${path}`, scene[query.plane].token, { headers });
    this.#note(request, response);
    return { query, path, response, revisionMin, tagged: held?.text };
  }

  #note(request: string, { status, headers, text }: LineResponse): void {
    this.counts.requests += 1;
    if (status === 304) this.counts.notModified += 1;
    if (headers['content-encoding'] !== undefined) this.counts.compressed += 1;
    if (status === 200) this.#held.set(request, { tag: String(headers.etag), text });
  }

  #check({ query, path, response, revisionMin, tagged }: Answered): void {
    const { writer } = this.#parts;
    const said = `${query.plane} ${path}: ${response.status} ${response.text.slice(0, EXCERPT_LENGTH)}`;
    if (response.status === 404) {
      // It does not say which revision it shows: some that it may show has to be without.
      const revisions = Array.from({ length: writer.revision - revisionMin + 1 }, (_, at) => revisionMin + at);
      assert.ok(
        revisions.some((revision) => expectedResponse(query, writer.at(revision)) === null),
        said,
      );
      return;
    }
    assert.ok(response.status === 200 || (response.status === 304 && tagged !== undefined), said);
    const revision = revisionOf(response);
    assert.ok(revision >= revisionMin, `revision ${revision} is older than ${revisionMin}: ${said}`);
    const shown = shownBy(response.status === 304 ? (tagged ?? '') : response.text, writer.code);
    const expected = this.#expected(query, revision);
    if (isDeepStrictEqual(shown, expected)) return;
    const others = writer.revisions().filter((other) => isDeepStrictEqual(shown, this.#expected(query, other)));
    const found = others.length === 0 ? 'of no revision' : `that of ${others[0]} to ${others.at(-1)}`;
    assert.deepEqual(shown, expected, `at revision ${revision} of ${writer.revision}, but it is ${found}: ${said}`);
  }

  #expected(query: Query, revision: number): unknown {
    const expected = expectedResponse(query, this.#parts.writer.at(revision));
    return expected === null ? null : JSON.parse(JSON.stringify(expected));
  }
}

function revisionOf({ headers }: LineResponse): number {
  return Number(headers['x-cms-revision']);
}

/** A response in the form of the oracle: keys for ids, includes sorted, and of assets what the test wrote. */
function shownBy(text: string, code: string): unknown {
  const keyed = text.replace(new RegExp(`"[a-z]+_${code}_`, 'g'), '"');
  const shown = JSON.parse(keyed) as Record<string, unknown>;
  const { items, includes } = shown as { items?: unknown[]; includes?: { entries: unknown[]; assets: unknown[] } };
  return {
    ...assetPart(shown),
    ...(items === undefined ? {} : { items: items.map(assetPart) }),
    ...(includes === undefined
      ? {}
      : { includes: { entries: sorted(includes.entries), assets: sorted(includes.assets.map(assetPart)) } }),
  };
}

function assetPart(shown: unknown): object {
  const { id, title, mime_type } = shown as Record<string, unknown>;
  return mime_type === undefined ? (shown as object) : { id, title, mime_type };
}
