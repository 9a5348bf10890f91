/** Spaces as `lectern space list` shows them. */
import type { Reader } from '../../platform/database/database.ts';
import { inPages } from '../../platform/database/pages.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import { type SpaceFilter, spacePage } from './operator-list-store.ts';

export interface SpaceLine {
  readonly id: string;
  readonly account: string;
  readonly name: string;
  readonly environments: number;
  readonly created_at: string;
}

/** The matching spaces, oldest first. */
export async function* listSpaces(db: Reader, filter: SpaceFilter): AsyncGenerator<SpaceLine> {
  for await (const { id, account_id: account, name, environments, created_at: createdAt } of inPages((page) =>
    spacePage(db, filter, page),
  ))
    yield { id, account, name, environments: Number(environments), created_at: isoTime(createdAt) };
}
