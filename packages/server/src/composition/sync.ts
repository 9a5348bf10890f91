/** Those who follow environments: pages of changes, requests that wait for them, and streams. */
import type { Authentication } from '../identity/auth/authentication.ts';
import type { LargeResponses } from '../platform/http/large-responses.ts';
import type { Gauge } from '../platform/http/metrics.ts';
import { HeadWatch } from '../reading/sync/head-watch.ts';
import { Live } from '../reading/sync/live.ts';
import { LongConnections } from '../reading/sync/long-connections.ts';
import { NewsWaits } from '../reading/sync/news-waits.ts';
import { Sync } from '../reading/sync/sync.ts';
import type { Foundation } from './foundation.ts';
import type { JournalParts } from './journal.ts';
import type { ReadingParts } from './reading.ts';
import type { SpaceParts } from './spaces.ts';

/** The parts below, by what they are for. */
interface Below extends Pick<SpaceParts, 'models'> {
  readonly reading: ReadingParts;
  readonly large: LargeResponses;
  readonly authentication: Authentication;
}

export function composeSync(
  { config, database }: Foundation,
  { heads, follow }: JournalParts,
  { models, reading: { delivery, entries, assets }, large, authentication }: Below,
) {
  const watch = new HeadWatch({ database, heads, follow });
  const streams = new LongConnections(config.liveConnections);
  const waiting = new LongConnections(config.liveConnections);
  const waits = new NewsWaits({ heads, watch, connections: waiting });
  const sync = new Sync({ database, heads, delivery, entries, assets, large, waits });
  const live = new Live({ database, heads, models, watch, delivery, authentication, connections: streams });
  const gauges: Gauge[] = [
    { name: 'lectern_live_connections', help: 'Open streams of changes.', read: () => streams.open },
    {
      name: 'lectern_live_refused_total',
      help: 'Streams of changes that were refused because there were too many.',
      isCounter: true,
      read: () => streams.refused,
    },
    { name: 'lectern_sync_waiting', help: 'Requests that wait for changes.', read: () => waiting.open },
  ];
  return { sync, live, waits, gauges, open: () => streams.open + waiting.open };
}
