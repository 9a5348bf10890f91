/**
 * Where traces are sent, according to OpenTelemetry's standard variables. They are only read if an endpoint is set, because
 * other programs on the same machine may use the rest of them.
 */
import { oneOf, type Parser, token, webAddress, wholeNumber, yesOrNo } from './parsers.ts';
import { type Environment, readVariables } from './read-variables.ts';
import { redacted } from './redact.ts';

const TRACES_PATH = '/v1/traces';
const TIMEOUT_MAX_MS = 60_000;
const DELAY_MIN_MS = 10;
const DELAY_MAX_MS = 60_000;
const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const;
const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;

/** Where traces are sent, and which are kept. */
export interface TracingSettings {
  /** URL of an endpoint that accepts OTLP as JSON. */
  readonly url: string;
  /** Sent with each export; may contain secrets. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** How long spans are collected before they are sent. */
  readonly delayMs: number;
  readonly serviceName: string;
  /** Further attributes of this process. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Fraction of the traces started here that are kept, from 0 to 1. */
  readonly ratio: number;
  /** Whether the caller's decision to keep a trace overrides the ratio. */
  readonly followsParent: boolean;
}

/** `name=value` pairs, separated by commas; values are percent-encoded. */
const pairs: Parser<Readonly<Record<string, string>>> = (text) => {
  const instead = { instead: 'pairs such as name=value,other=value, with special characters percent-encoded' };
  const found: [string, string][] = [];
  for (const pair of text.split(',')) {
    const [, name = '', value = ''] = /^\s*([\w.!#$%&'*+^`|~-]+)\s*=\s*([\x21-\x7e]*)\s*$/.exec(pair) ?? [];
    if (name === '') return instead;
    try {
      found.push([name, decodeURIComponent(value)]);
    } catch {
      return instead;
    }
  }
  return { value: Object.freeze(Object.fromEntries(found)) };
};

const share: Parser<number> = (text) => {
  const value = /^(?:[01]|0?\.\d{1,9}|1\.0{1,9})$/.test(text) ? Number(text) : Number.NaN;
  return value >= 0 && value <= 1 ? { value } : { instead: 'a number from 0 to 1' };
};

/** Variables of OpenTelemetry that Lectern reads. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    otherwise: 'nothing is traced',
    meaning: `URL of a collector that takes OTLP over HTTP, such as \`http://127.0.0.1:4318\`; \`${TRACES_PATH}\` is added.`,
    parse: webAddress,
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    otherwise: '`OTEL_EXPORTER_OTLP_ENDPOINT`',
    meaning: 'The same with its whole path.',
    parse: webAddress,
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    otherwise: 'none',
    meaning: 'Headers of exports, such as `authorization=Basic%20dXNlcjp3b3Jk`.',
    parse: pairs,
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    fallback: 'http/json',
    meaning: 'The only encoding that Lectern sends, which collectors take at the port of OTLP over HTTP.',
    parse: oneOf('http/json'),
  },
  OTEL_EXPORTER_OTLP_TIMEOUT: {
    fallback: '10000',
    meaning: 'Milliseconds that one export may take, with all of its tries.',
    parse: wholeNumber(1, TIMEOUT_MAX_MS),
  },
  OTEL_BSP_SCHEDULE_DELAY: {
    fallback: '5000',
    meaning: 'Milliseconds for which spans are collected before they are sent.',
    parse: wholeNumber(DELAY_MIN_MS, DELAY_MAX_MS),
  },
  OTEL_SERVICE_NAME: {
    fallback: 'lectern',
    meaning: 'What this service is called in traces.',
    parse: token(1),
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    otherwise: 'none',
    meaning: 'What else traces say of it, such as `deployment.environment.name=staging`.',
    parse: pairs,
  },
  OTEL_TRACES_SAMPLER: {
    fallback: 'parentbased_always_on',
    meaning: `Which traces are kept: ${SAMPLERS.map((name) => `\`${name}\``).join(', ')}.`,
    parse: oneOf(...SAMPLERS),
  },
  OTEL_TRACES_SAMPLER_ARG: {
    fallback: '1',
    meaning: 'Share of traces that a sampler with `traceidratio` keeps, from 0 to 1.',
    parse: share,
  },
  OTEL_SDK_DISABLED: {
    fallback: 'false',
    meaning: '`true` traces nothing, whatever else is set.',
    parse: yesOrNo,
  },
} as const;

/** Where traces are sent; null if tracing is off. */
export function readTracing(environment: Environment): { settings: TracingSettings | null; problems: string[] } {
  const isOff = environment.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true';
  if (isOff || ENDPOINTS.every((name) => (environment[name] ?? '').trim() === ''))
    return { settings: null, problems: [] };
  const known = Object.fromEntries(Object.keys(tracingVariables).map((name) => [name, environment[name]]));
  const { values, problems } = readVariables(tracingVariables, known);
  if (problems.length > 0) return { settings: null, problems };
  const sampler = values.OTEL_TRACES_SAMPLER;
  const settings = {
    url: values.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? `${values.OTEL_EXPORTER_OTLP_ENDPOINT}${TRACES_PATH}`,
    headers: redacted({ ...values.OTEL_EXPORTER_OTLP_HEADERS }, '[secret]'),
    timeoutMs: values.OTEL_EXPORTER_OTLP_TIMEOUT,
    delayMs: values.OTEL_BSP_SCHEDULE_DELAY,
    serviceName: values.OTEL_SERVICE_NAME,
    attributes: values.OTEL_RESOURCE_ATTRIBUTES ?? {},
    ratio: sampler.endsWith('always_off') ? 0 : sampler.endsWith('always_on') ? 1 : values.OTEL_TRACES_SAMPLER_ARG,
    followsParent: sampler.startsWith('parentbased_'),
  };
  return { settings: Object.freeze(settings), problems };
}
