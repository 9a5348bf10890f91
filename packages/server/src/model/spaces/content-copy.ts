/**
 * What the clone of an environment needs of the rooms that keep content: copying its rows with new environment numbers,
 * inside the database. `composition/` passes in who does it. Each call is part of one write.
 */
import type { Writer } from '../../platform/database/database.ts';
import type { RowPair } from '../../platform/database/row-id.ts';

/** How far the copy of a part is, and how much the next step may take. */
export interface CopyStep {
  /** Where the step before ended; null at first. */
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

/** How one kind of content, or what is kept about all of it, comes into a clone. */
export interface KindCopy {
  /** All of it, part by part. */
  readonly parts: readonly CopyPart[];
  /** What follows from content types and locales, to be replaced when those of the source change. */
  readonly modelParts: readonly CopyPart[];
  /** Replaces what is in the clone of some resources with what the source has of them now, nothing if they are gone. */
  readonly again: CopyAgain | null;
  /** Brings over what goes with it as a whole, when nothing else in source or clone can change. */
  readonly finish: FinishCopy | null;
}

type CopyAgain = (writer: Writer, pair: RowPair, changed: readonly ChangedResource[]) => Promise<void>;

/** @param revision the one that the clone begins with */
type FinishCopy = (writer: Writer, pair: RowPair, revision: number) => Promise<void>;
