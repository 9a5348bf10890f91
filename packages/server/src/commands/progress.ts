/**
 * The progress bar of an import. It is only shown on a terminal, on stderr, so that a report piped into a file or
 * program contains nothing else.
 */
import type { Output } from './output.ts';

const BAR_WIDTH = 30;

export interface ProgressBar {
  readonly show: (done: number) => void;
  /** Removes the bar. */
  readonly clear: () => void;
}

/** A bar that is complete at `total`. */
export function progressBar(label: string, total: number, output: Output): ProgressBar {
  const { progress } = output;
  if (progress === null || total === 0) return { show: () => undefined, clear: () => undefined };
  return {
    show: (done) => progress(barText(label, done, total)),
    clear: () => progress(''),
  };
}

/** The bar as a line of text. */
export function barText(label: string, done: number, total: number): string {
  const share = Math.min(done / total, 1);
  const filled = Math.round(share * BAR_WIDTH);
  return `${label} [${'█'.repeat(filled)}${' '.repeat(BAR_WIDTH - filled)}] ${Math.floor(share * 100)} %  ${done} of ${total}`;
}
