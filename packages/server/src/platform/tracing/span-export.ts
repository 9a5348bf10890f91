/** Sends spans by OTLP, with a few retries, and reports spans that are lost. */
import { DiagLogLevel, diag } from '@opentelemetry/api';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';

export interface SpanExportParts {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** How long one export may take, with all of its tries. */
  readonly timeoutMs: number;
  /** Called on failures: on the 1st, 2nd, 4th, 8th and so on in a row; and with what the SDK warns of, such as spans it has no room for. */
  readonly onProblem: (error: unknown, about?: { readonly failures: number; readonly spans_lost: number }) => void;
}

export class SpanExport extends OTLPTraceExporter {
  readonly #onProblem: SpanExportParts['onProblem'];
  #failures = 0;
  #lost = 0;

  constructor({ url, headers, timeoutMs, onProblem }: SpanExportParts) {
    super({ url, headers: { ...headers }, timeoutMillis: timeoutMs });
    this.#onProblem = onProblem;
    const silent = () => undefined;
    const logger = { error: silent, info: silent, debug: silent, verbose: silent };
    const warn = (text: string) => onProblem(new Error(text));
    diag.setLogger({ ...logger, warn }, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  }

  override export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    super.export(spans, (result) => {
      if (result.code === ExportResultCode.SUCCESS) this.#failures = 0;
      else this.#failed(spans.length, result.error);
      done(result);
    });
  }

  #failed(spans: number, error: unknown): void {
    this.#failures += 1;
    this.#lost += spans;
    if (Number.isInteger(Math.log2(this.#failures)))
      this.#onProblem(error, { failures: this.#failures, spans_lost: this.#lost });
  }
}
