/** What the requests that become examples are made of: a demo, and what is known in it. */

import type { Actor, ApiResponse } from '../../../../testing/src/client.ts';
import type { TestDnsServer } from '../../../../testing/src/servers/dns-server.ts';
import type { ExampleIds } from '../../../src/platform/http/openapi/example-ids.ts';
import type { RouteName } from '../../routes/route-name.ts';
import type { Recorder, Told } from './recorder.ts';
import type { DemoStage } from './running-demo.ts';

/** The query of a list with one item: it shows what there is to see. */
export const ONE = { limit: 1 };
/** The parameters of every list, which are tried alone. */
export const PAGE = { limit: 1, skip: 0 };
/** Parameters of lists of entries. */
export const ENTRY_QUERY = {
  content_type: 'article',
  slug: 'reading-the-tide',
  locale: 'de',
  order: '-published_at',
  ...PAGE,
  fields: { title: 'Reading the tide' },
  q: 'tide',
  ids: 'reading-the-tide,samphire',
  select: 'slug,fields.title',
};

/** What a row needs to tell its example. */
export interface Teller {
  /** Sends a request to the route whose row it is in, and records it as its example. */
  readonly tell: (request?: Told) => Promise<ApiResponse>;
  /** The response to the last request of another route, which is told before. */
  readonly told: (route: RouteName) => ApiResponse;
  readonly demo: DemoStage;
  readonly recorder: Recorder;
  readonly ids: ExampleIds;
  /** Where the service looks domains up. */
  readonly dns: TestDnsServer;
  /** The owner of the account. */
  readonly owner: Actor;
  readonly nobody: Actor;
  /** The path of the demo's space. */
  readonly space: string;
  /** The id of an entry, asset or content type with this key. */
  readonly idOf: (kind: 'ent' | 'ast' | 'ctp', key: string) => string;
}

/** What several rows need, made for the first of them. */
export function once<Made>(make: (teller: Teller) => Promise<Made>): (teller: Teller) => Promise<Made> {
  const made = new WeakMap<DemoStage, Promise<Made>>();
  return (teller) => {
    const known = made.get(teller.demo) ?? make(teller);
    made.set(teller.demo, known);
    return known;
  };
}
