/** What the process of images is asked to do, and what it answers: plain data, since it goes from process to process. */
import type { Violation } from '../../../platform/errors/domain-error.ts';

/** Facts of an image, its orientation applied. */
export interface ImageFacts {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** `#rrggbb` of what most of it shows. */
  readonly dominantColor: string;
  /** A `data:` address of the image in a few pixels. */
  readonly placeholder: string;
}

/** Formats that images are given in. */
export type ImageFormat = 'webp' | 'avif' | 'jpg' | 'png';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Rectangle extends Size {
  readonly left: number;
  readonly top: number;
}

/** How the result is made: the image is scaled, then cut or put on a canvas, then written. */
export interface Rendering {
  readonly scaled: Size;
  /** What is cut out of the scaled image; null for all of it. */
  readonly cut: Rectangle | null;
  /** Larger than the scaled image, which is put in its middle; null for none. */
  readonly canvas: Size | null;
  readonly format: ImageFormat;
  /** 1 to 100; null where the format has none. */
  readonly quality: number | null;
}

/** What one image may take. */
export interface ImageLimits {
  readonly pixelsMax: number;
  /** Memory while it is worked on, in bytes. */
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

export interface RenderJob {
  readonly kind: 'render';
  readonly path: string;
  readonly target: string;
  readonly limits: ImageLimits;
  readonly rendering: Rendering;
}

export type ImageJob = InspectJob | CleanJob | RenderJob;

/** Width and height of a drawing; null where it leaves them open. */
export interface DrawingFacts {
  readonly width: number | null;
  readonly height: number | null;
}

/** What each kind of job gives. */
export interface JobResults {
  readonly inspect: ImageFacts;
  readonly clean: DrawingFacts;
  readonly render: null;
}

/** What the process says when a job is over: its result, or why there is none. */
export type JobResponse =
  | { readonly kind: 'done'; readonly result: JobResults[ImageJob['kind']] }
  | { readonly kind: 'refused'; readonly violation: Violation }
  | { readonly kind: 'failed'; readonly message: string };
