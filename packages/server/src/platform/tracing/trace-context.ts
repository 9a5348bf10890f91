/** The header `traceparent` (https://www.w3.org/TR/trace-context/): which trace a request belongs to. */

const SHAPE = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;
const VERSION = '00';
const KEPT = 0x01;

/** A place in a trace. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** Whether its spans are sent. */
  readonly isKept: boolean;
}

/** What a header says; undefined if it is missing or not valid, which counts as missing. */
export function traceContextOf(traceparent: string | undefined): TraceContext | undefined {
  const [text, traceId, spanId, flags] = SHAPE.exec(traceparent ?? '') ?? [];
  if (text === undefined || traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  // Only later versions may add something behind.
  if (text.startsWith(VERSION) && !text.endsWith(`-${flags}`)) return undefined;
  return { traceId, spanId, isKept: (Number.parseInt(flags, 16) & KEPT) === KEPT };
}

/** The header for a request made inside a span. */
export function traceparentOf({ traceId, spanId, isKept }: TraceContext): string {
  return `${VERSION}-${traceId}-${spanId}-${isKept ? '01' : '00'}`;
}
