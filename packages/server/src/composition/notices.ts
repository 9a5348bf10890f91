/** What the foundation reports to the operator: one log line each. */

import type { Config } from '../platform/config/config.ts';
import type { Api } from '../platform/http/api.ts';
import type { FoundationOptions } from './foundation.ts';

const SECOND_MS = 1_000;

type Notices = Pick<
  FoundationOptions,
  'onProblem' | 'onMailFile' | 'onWaiting' | 'onUnusable' | 'onLost' | 'onFound' | 'onReplicaLost' | 'onReplicaFound'
>;

export function noticesIn(log: Api['log'], config: Config): Notices {
  return {
    onProblem: (error, about) => log.error({ err: error, ...about }, 'Background work failed'),
    onMailFile: (file) => log.info({ file }, 'A mail was written to a file, as no SMTP server is set up'),
    onWaiting: (error) => log.warn({ err: error }, 'PostgreSQL does not respond; waiting for it, at most 60 seconds'),
    onUnusable: (message) => log.fatal(message),
    onLost: (error) => log.warn({ err: error }, lostNotice(config)),
    onFound: (awayMs) => log.info({ away_ms: Math.round(awayMs) }, 'PostgreSQL responds again'),
    onReplicaLost: (replica, error) =>
      log.warn({ replica, err: error }, 'A read replica does not respond; its reads go to PostgreSQL itself'),
    onReplicaFound: (replica) => log.info({ replica }, 'A read replica responds again'),
  };
}

function lostNotice({ serveStaleMs }: Config): string {
  return serveStaleMs === 0
    ? 'PostgreSQL does not respond; requests are refused until it does'
    : `PostgreSQL does not respond; published content is delivered from memory for ${serveStaleMs / SECOND_MS} seconds`;
}
