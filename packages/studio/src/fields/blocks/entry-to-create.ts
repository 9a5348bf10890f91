/** An entry on its way to the server. Asked for again as it was, it is created once, whatever became of the responses. */
import { api, bodyOf } from '../../api/client.ts';
import { inRelease } from '../../api/in-release.ts';
import { ApiProblem, SessionEnded, Unreachable } from '../../api/problem.ts';
import type { ContentPlace } from '../../api/queries.ts';
import type { Entry } from '../../api/types.ts';
import type { EntryFields } from './linked-values.ts';

const TIMEOUT_MS = 30_000;

interface NewEntry {
  readonly content_type_id: string;
  readonly fields: EntryFields;
}

export interface EntryToCreate {
  /** What it is made of, in one text. */
  readonly text: string;
  /** Creates it as a draft. Throws `ApiProblem`, `SessionEnded`, or `Unreachable` where nobody knows what came of it. */
  create(): Promise<Entry>;
}

/** @param before what was sent last: the same where it has the same content */
export function entryToCreate(place: ContentPlace, entry: NewEntry, before: EntryToCreate | null): EntryToCreate {
  const text = JSON.stringify(entry);
  if (before?.text === text) return before;
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const path = { space_id: place.space, environment: place.environment };
  return {
    text,
    create: async () => {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const options = { params: { path, query: inRelease(place.release) }, body: entry, headers, signal };
      try {
        return await bodyOf(api.POST('/spaces/{space_id}/environments/{environment}/entries', options));
      } catch (error) {
        if (error instanceof ApiProblem || error instanceof SessionEnded || error instanceof Unreachable) throw error;
        throw new Unreachable(error);
      }
    },
  };
}
