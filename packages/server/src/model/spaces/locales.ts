/** Reads the locales of a space, for code that builds a model of them. */
import type { Reader } from '../../platform/database/database.ts';
import { Locales } from './locale.ts';
import { listLocales } from './locale-store.ts';

/** The locales of a space as seen by a reader or an open write; undefined if the space is gone. */
export async function readLocales(db: Reader, spaceId: string): Promise<Locales | undefined> {
  const all = await listLocales(db, spaceId);
  return all.length === 0 ? undefined : new Locales(all);
}
