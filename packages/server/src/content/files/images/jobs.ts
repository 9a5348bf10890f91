/** Messages to and from the image process: plain data, because they cross process boundaries. */
import type { Violation } from '../../../../../contract/src/violations.ts';

/** Properties of an image after applying its orientation. */
export interface ImageFacts {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** `#rrggbb` of its dominant colour. */
  readonly dominantColor: string;
  /** A data URI of the image, reduced to a few pixels. */
  readonly placeholder: string;
}

/** Formats of results. */
export type ImageFormat = 'webp' | 'avif' | 'jpg' | 'png';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Rectangle extends Size {
  readonly left: number;
  readonly top: number;
}

/** How the result is made: the image is scaled, then cropped or put on a canvas, then encoded. */
export interface Rendering {
  readonly scaled: Size;
  /** The part cropped from the scaled image; null for all of it. */
  readonly cut: Rectangle | null;
  /** Larger than the scaled image, which is centred on it; null for none. */
  readonly canvas: Size | null;
  readonly format: ImageFormat;
  /** 1 to 100; null if the format has no quality. */
  readonly quality: number | null;
}

/** Limits for one image. */
export interface ImageLimits {
  readonly pixelsMax: number;
  /** Memory that processing may use, in bytes. */
  readonly memoryBytes: number;
}

export interface InspectJob {
  readonly kind: 'inspect';
  readonly path: string;
  readonly limits: ImageLimits;
}

export interface CleanJob {
  readonly kind: 'clean';
  readonly path: string;
  readonly target: string;
}

/** Writes a copy without metadata to `target`. */
export interface StripJob {
  readonly kind: 'strip';
  readonly path: string;
  readonly target: string;
  readonly mimeType: string;
  readonly limits: ImageLimits;
}

export interface RenderJob {
  readonly kind: 'render';
  readonly path: string;
  readonly target: string;
  readonly limits: ImageLimits;
  readonly rendering: Rendering;
}

export type ImageJob = InspectJob | CleanJob | StripJob | RenderJob;

/** Width and height of a drawing; null if unspecified. */
export interface DrawingFacts {
  readonly width: number | null;
  readonly height: number | null;
}

/** The result of each kind of job. */
export interface JobResults {
  readonly inspect: ImageFacts;
  readonly clean: DrawingFacts;
  readonly strip: null;
  readonly render: null;
}

/** The last message of a job: its outcome, and whether the process is about to end and accepts no other job. */
export type JobResponse = JobOutcome & { readonly isLast: boolean };

/** The result of a job, or why it failed. */
export type JobOutcome =
  | { readonly kind: 'done'; readonly result: JobResults[ImageJob['kind']] }
  | { readonly kind: 'refused'; readonly violation: Violation }
  | { readonly kind: 'failed'; readonly message: string };
