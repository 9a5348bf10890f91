/** What `lectern top` shows, as lines for people. */
import type { WebhookLine } from '../../events/webhooks/operator-list.ts';
import type { Figure, SlowRequest } from '../../platform/http/request-figures.ts';
import type { QueryPlan } from '../../platform/http/served-request.ts';
import type { TopReport } from './reports.ts';

const NUMBER_WIDTH = 9;

/** What is shown at one time. */
export interface TopFacts extends TopReport {
  readonly at: string;
  readonly url: string;
  readonly webhooks: readonly WebhookLine[];
}

/** All of it. */
export function topText({ at, url, processes, seconds, spaces, keys, routes, slowest, webhooks }: TopFacts): string {
  return [
    `${at}  ${url}  the last ${seconds} s of ${processes === 1 ? 'one process' : `${processes} processes`}`,
    ...figureLines('SPACES', spaces),
    ...figureLines('KEYS AND PEOPLE', keys),
    ...figureLines('ROUTES', routes),
    '',
    `${column('ms')}${column('status')}  SLOWEST REQUESTS`,
    ...slowest.map(slowLine),
    '',
    `${column('failures')}${column('waiting')}  WEBHOOKS THAT FAIL OR ARE STUCK`,
    ...webhooks.map(webhookLine),
  ].join('\n');
}

function figureLines(title: string, figures: readonly Figure[]): string[] {
  const lines = figures.map(
    ({ name, requests, failures, ms }) => `${[ms, requests, failures].map(column).join('')}  ${name}`,
  );
  return ['', `${['ms', 'requests', 'failures'].map(column).join('')}  ${title}`, ...lines];
}

function slowLine({ duration_ms: ms, status, method, route, parameters, plan, ...whose }: SlowRequest): string {
  const { request_id: id, account, space, key, user } = whose;
  const names = parameters.length === 0 ? [] : [`parameters ${parameters.join(', ')}`];
  const who = [account, space, key ?? user].filter((name) => name !== null);
  const details = [...who, ...names, ...(plan === null ? [] : [planText(plan)]), id];
  return `${column(Math.round(ms))}${column(status)}  ${method} ${route}  ${details.join('  ')}`;
}

function planText({ conditions, order, search, streamed, rows }: QueryPlan): string {
  const by = [...conditions, ...(search ? ['search'] : [])];
  const filtered = by.length === 0 ? '' : ` by ${by.join(', ')}`;
  const ordered = order.length === 0 ? '' : `, ordered by ${order.join(', ')}`;
  return `${streamed ? 'streamed' : 'from memory'} ${rows} rows${filtered}${ordered}`;
}

function webhookLine({
  failures,
  waiting,
  due_since: dueSince,
  failing_since: failingSince,
  ...webhook
}: WebhookLine): string {
  const { id, account, space, url } = webhook;
  const since = [
    ...(failingSince === null ? [] : [`failing since ${failingSince}`]),
    ...(dueSince === null ? [] : [`due since ${dueSince}`]),
  ];
  return `${column(failures)}${column(waiting)}  ${[id, account, space, url, ...since].join('  ')}`;
}

function column(value: string | number): string {
  return String(value).padStart(NUMBER_WIDTH);
}
