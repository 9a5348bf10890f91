/** Spans as JSON of OTLP, the protocol of OpenTelemetry (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding). */
import type { AttributeValue, EndedSpan, SpanKind } from './tracing.ts';

const SCOPE = 'lectern';
const KINDS: Readonly<Record<SpanKind, number>> = { internal: 1, server: 2, client: 3 };
const STATUS_ERROR = 2;

/** An export of spans. @param resource what the process is, by attribute */
export function otlpJson(
  spans: readonly EndedSpan[],
  { resource, version }: { resource: Readonly<Record<string, AttributeValue>>; version: string },
): string {
  const scopeSpans = [{ scope: { name: SCOPE, version }, spans: spans.map(spanJson) }];
  return JSON.stringify({
    resourceSpans: [{ resource: { attributes: attributes(Object.entries(resource)) }, scopeSpans }],
  });
}

function spanJson({ context, parent, name, kind, startedAt, endedAt, attributes: values, error }: EndedSpan): object {
  return {
    traceId: context.traceId,
    spanId: context.spanId,
    ...(parent === null ? {} : { parentSpanId: parent }),
    name,
    kind: KINDS[kind],
    startTimeUnixNano: String(startedAt),
    endTimeUnixNano: String(endedAt),
    attributes: attributes([...values]),
    status: error === null ? {} : { code: STATUS_ERROR, message: error },
  };
}

function attributes(values: readonly (readonly [string, AttributeValue])[]): object[] {
  return values.map(([key, value]) => ({ key, value: valueJson(value) }));
}

/** 64-bit numbers are strings in this encoding. */
function valueJson(value: AttributeValue): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
