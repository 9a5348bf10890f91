/** A route of the planes for sites: what the documentation says of it, and how a request to it is read. */
import type { QueryPlan } from '../../platform/http/served-request.ts';
import type { MaybePromise } from '../../platform/kit/steps.ts';
import type { AcceptedEncodings } from './encoding.ts';
import type { ReadResponse } from './read.ts';
import type { ReadingKey } from './reading-key.ts';

/** What a request asks for, whoever sends it. */
export interface RoutedRequest {
  readonly url: string;
  /** The parameters in its path. */
  readonly path: Readonly<Record<string, string>>;
  readonly encodings: AcceptedEncodings;
  /** Tags of the responses that the client has, as `If-None-Match` lists them. */
  readonly ifNoneMatch: string | undefined;
}

/** Who asks, and when. */
export interface ReadContext {
  readonly key: ReadingKey;
  /** What the database had committed when the request came (`Database.changeMark`). */
  readonly mark: number | undefined;
  /** For a read that may wait long for news. */
  readonly patience?: Patience;
}

/** What a read that waits long has to know meanwhile. */
export interface Patience {
  /** The key as it is now. @throws if it may not read any more */
  readonly keyNow: () => Promise<ReadingKey>;
  /** Calls back once nobody waits for the response any more. */
  readonly onGone: (gone: () => void) => void;
}

/** What a request was read as; asking for it again saves reading it once more. */
export interface PreparedRead {
  /** @throws an error of the catalogue */
  read(context: ReadContext): MaybePromise<ReadResponse>;
  /** How the list that was asked for was found last; undefined for what is no list. */
  readonly plan: (() => QueryPlan | undefined) | undefined;
  /** Whether it may wait long for news, which is bounded apart from the requests in flight. */
  readonly waitsForNews?: boolean;
}

/** A route of the planes for sites. */
export interface ReadRoute {
  /** The pattern of its path. */
  readonly url: string;
  /** For the documentation: query strings are read whole by `read`. */
  readonly schema: object;
  prepare(request: RoutedRequest): PreparedRead;
}
