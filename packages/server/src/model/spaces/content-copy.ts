/**
 * What cloning an environment needs from the rooms that store content: copying its rows under new environment numbers, inside the
 * database. `composition/` passes in the implementations. Each call is part of one write.
 */
import type { Writer } from '../../platform/database/database.ts';
import type { RowPair } from '../../platform/database/row-id.ts';

/** How far the copy of a part has progressed, and how much the next step may copy. */
export interface CopyStep {
  /** Where the previous step ended; null at first. */
  readonly after: string | null;
  /** About how many resources to copy. */
  readonly limit: number;
}

/**
 * Copies some of the rows of one part.
 * @returns where it ended; null once nothing is left
 */
export type CopyPart = (writer: Writer, pair: RowPair, step: CopyStep) => Promise<string | null>;

/** A resource of the source that changed: created, updated or deleted. */
export interface ChangedResource {
  readonly kind: string;
  readonly key: string;
  /** Its row id. */
  readonly resource: number;
}

/** How one kind of content, or data about all content, is copied into a clone. */
export interface KindCopy {
  /** All parts to copy. */
  readonly parts: readonly CopyPart[];
  /** Parts derived from content types and locales, to be replaced when those of the source change. */
  readonly modelParts: readonly CopyPart[];
  /** Replaces the given resources in the clone with their current state in the source; deletes those that are gone. */
  readonly again: CopyAgain | null;
  /** Finishes the copy of what belongs to the kind as a whole, while nothing else in source or clone can change. */
  readonly finish: FinishCopy | null;
}

type CopyAgain = (writer: Writer, pair: RowPair, changed: readonly ChangedResource[]) => Promise<void>;

/** @param revision the clone's first revision */
type FinishCopy = (writer: Writer, pair: RowPair, revision: number) => Promise<void>;
