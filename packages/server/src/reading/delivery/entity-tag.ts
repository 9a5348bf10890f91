/**
 * Entity tags of responses, made from what a response rests on and not from its bytes, so that a request can be answered
 * with 304 before any content was read.
 */
import { hash } from 'node:crypto';
import type { Head } from '../../platform/journal/environment-heads.ts';
import type { Encoding } from './encoding.ts';
import type { ReadPlane } from './view.ts';

const TAG_CHARACTERS = 27;

/** Everything that decides a response. */
export interface TaggedResponse {
  readonly head: Head;
  readonly plane: ReadPlane;
  /** Version of the program. */
  readonly program: string;
  /** What was requested, with everything that decides the response but the state of the content. */
  readonly request: string;
  /** The best that the client takes; the same JSON may go out plain (decision 13). */
  readonly encoding: Encoding;
}

/** The tag of a response, with its quotes. */
export function entityTag({ head, plane, program, request, encoding }: TaggedResponse): string {
  const revision = shownRevision(plane, head);
  return tagOf(`${head.number} ${head.epoch} ${plane} ${program} ${revision} ${encoding} ${request}`);
}

/**
 * The tag of a response that shows a later revision than the head that was known when it was requested. No head has that
 * tag, so it only distinguishes this response from others.
 */
export function tagOfLater(response: TaggedResponse, revision: number): string {
  return tagOf(`${revision} ${entityTag(response)}`);
}

/** The revision of the last change that a plane shows. */
export function shownRevision(plane: ReadPlane, head: Head): number {
  return plane === 'delivery' ? head.published_revision : head.revision;
}

/** A tag for a response that rests on little: from its text. */
export function tagOf(text: string): string {
  return `"${hash('sha256', text, 'base64url').slice(0, TAG_CHARACTERS)}"`;
}
