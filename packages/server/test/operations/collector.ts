/** A collector of traces: a real HTTP server that takes OTLP as JSON and keeps it. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const WAITED_MAX_MS = 10_000;
const POLL_MS = 20;

/** A span as it was received, its attributes by name. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly attributes: Readonly<Record<string, string>>;
}

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'attributes'> & { readonly attributes: readonly KeyValue[] })[];
    }[];
  }[];
}

export interface Collector {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** Attributes of the last process that sent something. */
  resource(): Readonly<Record<string, string>>;
  /** How the next exports are responded to; null for not at all. */
  respond(status: number | null): void;
  /** Resolves with the first span that is as wanted; throws if none comes. */
  until(isWanted: (span: ReceivedSpan) => boolean): Promise<ReceivedSpan>;
  close(): Promise<void>;
}

export async function startCollector(): Promise<Collector> {
  const spans: ReceivedSpan[] = [];
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  let resource: Record<string, string> = {};
  let status: number | null = 200;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ path: request.url ?? '', headers: request.headers });
      if (status === 200) {
        for (const part of (JSON.parse(body) as Export).resourceSpans) {
          resource = byName(part.resource.attributes);
          for (const scope of part.scopeSpans)
            spans.push(...scope.spans.map((span) => ({ ...span, attributes: byName(span.attributes) })));
        }
      }
      if (status !== null) response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    resource: () => resource,
    respond: (next) => {
      status = next;
    },
    until: async (isWanted) => {
      const deadline = Date.now() + WAITED_MAX_MS;
      for (;;) {
        const found = spans.find(isWanted);
        if (found !== undefined) return found;
        if (Date.now() > deadline)
          throw new Error(`Among ${spans.map(({ name }) => name).join(', ')} is no such span.`);
        await sleep(POLL_MS);
      }
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function byName(attributes: readonly KeyValue[]): Record<string, string> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, String(Object.values(value)[0])]));
}
