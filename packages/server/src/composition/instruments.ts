/**
 * What is traced, and how: requests, writes, webhook attempts and runs of background jobs. Loaded only if traces are sent
 * somewhere.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { SDK_INFO } from '@opentelemetry/core';
import type { DatabaseSettings } from '../platform/config/config.ts';
import { PROGRAM_BUILD } from '../platform/config/program-version.ts';
import type { TracingSettings } from '../platform/config/tracing.ts';
import type { Database, WriteOptions, Writer } from '../platform/database/database.ts';
import type { Job, JobWork } from '../platform/jobs/job.ts';
import type { Outgoing, OutgoingRequest } from '../platform/outgoing/outgoing.ts';
import { SpanExport } from '../platform/tracing/span-export.ts';
import { TracedRequests } from '../platform/tracing/traced-requests.ts';
import { Tracing } from '../platform/tracing/tracing.ts';

const TRACEPARENT = 'traceparent';
/** OpenTelemetry's names for the engines. */
const SYSTEMS = { sqlite: 'sqlite', postgres: 'postgresql' } as const;

/** Traced versions of parts of the service. */
export interface Instruments {
  readonly requests: TracedRequests;
  database(database: Database, system: DatabaseSettings['kind']): Database;
  outgoing(outgoing: Pick<Outgoing, 'post' | 'close'>): Pick<Outgoing, 'post' | 'close'>;
  jobs(jobs: readonly Job[]): readonly Job[];
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

export function openInstruments(
  settings: TracingSettings,
  onProblem: (error: unknown, about?: object) => void,
): Instruments {
  const resource = {
    ...settings.attributes,
    'service.name': settings.serviceName,
    'service.version': PROGRAM_BUILD,
    'service.instance.id': randomUUID(),
    'host.name': hostname(),
    'process.pid': process.pid,
    ...SDK_INFO,
  };
  const exporter = new SpanExport({
    ...settings,
    onProblem: (error, about) => onProblem(error, { exporting: 'traces', ...about }),
  });
  const tracing = new Tracing({ ...settings, exporter, resource, version: PROGRAM_BUILD });
  return {
    requests: new TracedRequests(tracing),
    database: (database, system) => tracedDatabase(tracing, database, system),
    outgoing: (outgoing) => tracedOutgoing(tracing, outgoing),
    jobs: (jobs) => jobs.map((job) => tracedJob(tracing, job)),
    close: () => tracing.close(),
  };
}

/** Traces each write as a span, from the moment it starts waiting for its turn until its commit has ended. */
function tracedDatabase(tracing: Tracing, database: Database, system: DatabaseSettings['kind']): Database {
  const attributes = { 'db.system.name': SYSTEMS[system], 'db.operation.name': 'write' };
  return {
    reader: database.reader,
    contact: database.contact,
    // Writes outside any request or job only store counts in the background.
    write: <T>(work: (writer: Writer) => Promise<T>, options?: WriteOptions) =>
      tracing.running === undefined
        ? database.write(work, options)
        : tracing.span({ name: 'write', attributes }, () => database.write(work, options)),
    snapshot: (work) => database.snapshot(work),
    readsSince: (state) => database.readsSince(state),
    changeMark: () => database.changeMark(),
    ping: () => database.ping(),
    condition: () => database.condition(),
    figures: () => database.figures(),
    close: () => database.close(),
  };
}

/** Traces each attempt separately, because it may happen hours after its event, and passes the trace on to the receiver. */
function tracedOutgoing(
  tracing: Tracing,
  outgoing: Pick<Outgoing, 'post' | 'close'>,
): Pick<Outgoing, 'post' | 'close'> {
  const attempt = (request: OutgoingRequest) => {
    const { host } = new URL(request.url);
    const attributes = {
      'http.request.method': 'POST',
      'server.address': host,
      'lectern.event': request.headers['x-cms-event'] ?? '',
      'lectern.delivery_id': request.headers['x-cms-delivery'] ?? '',
      'lectern.attempt': Number(request.headers['x-cms-attempt'] ?? 0),
      ...request.traced,
    };
    return tracing.span({ name: 'webhook attempt', kind: 'client', attributes }, async (span) => {
      const isSet = Object.keys(request.headers).some((name) => name.toLowerCase() === TRACEPARENT);
      const own = isSet ? {} : { [TRACEPARENT]: span.traceparent };
      const result = await outgoing.post({ ...request, headers: { ...request.headers, ...own } });
      if (result.statusCode !== null) span.set('http.response.status_code', result.statusCode);
      if (result.failure !== null) span.fail(result.failure);
      return result;
    });
  };
  return { post: (request) => tracing.outside(() => attempt(request)), close: () => outgoing.close() };
}

/** Traces runs, except those that last as long as there is work. Successful runs that wrote nothing are left out. */
function tracedJob(tracing: Tracing, job: Job): Job {
  const { work, name, room, isLasting } = job;
  const { trigger, hasWork, close } = work;
  const run: JobWork['run'] = (signal, lease) =>
    tracing.outside(async () => {
      if (isLasting) return (await work.run(signal, lease)) ?? undefined;
      const attributes = { 'lectern.job': name, 'code.namespace': room };
      return tracing.span({ name: `job ${name}`, attributes }, async (span) => {
        const nextInMs = await work.run(signal, lease);
        if (span.inside === 0) span.drop();
        return nextInMs ?? undefined;
      });
    });
  return {
    ...job,
    work: {
      run,
      ...(trigger === undefined ? {} : { trigger }),
      ...(hasWork === undefined ? {} : { hasWork: () => hasWork.call(work) }),
      ...(close === undefined ? {} : { close: () => close.call(work) }),
    },
  };
}
