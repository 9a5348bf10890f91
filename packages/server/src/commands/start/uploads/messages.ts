/**
 * What the serving process and its process for uploads say to each other. Invariant: messages come in order, so that
 * whoever was told to end was given everything before.
 */
import type { AnsweredRequest } from '../../../platform/http/metrics.ts';
import type { MovedEnvironment } from '../../../platform/journal/journal.ts';

/** The connection that comes with it is to be answered. */
export interface Handed {
  readonly kind: 'handed';
  readonly id: number;
  /** The head of the request, each character a byte. */
  readonly head: string;
  /** What came of the body; null where nothing did. */
  readonly body: Uint8Array | null;
}

/** No more connections come; the process is to end when all are answered. */
export interface End {
  readonly kind: 'end';
}

/** Whether the serving process has so much to do that uploads are to take little of the machine. */
export interface Pressed {
  readonly kind: 'pressed';
  readonly isPressed: boolean;
}

/** What the serving process says. */
export type ToUploads = Handed | Pressed | End;

/** What the process for uploads says. */
export type FromUploads =
  | { readonly kind: 'ready' }
  | { readonly kind: 'taken'; readonly id: number }
  /** It has had nothing to do for a while, or was told to end. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'moved'; readonly environment: MovedEnvironment }
  | { readonly kind: 'answered'; readonly response: AnsweredRequest };
