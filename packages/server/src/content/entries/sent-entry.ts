/** Sends an entry, where it is read and after each write, with what is scheduled with it. */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Environment } from '../../model/spaces/environment.ts';
import { sendVersioned } from '../../platform/http/conditional.ts';
import type { EntryParts } from './entries.ts';
import type { ScheduledAction, ScheduledIn, SeenEntry } from './entry-rules.ts';

/** What sending an entry needs. */
export interface SentEntryParts {
  readonly parts: Pick<EntryParts, 'database'>;
  readonly scheduledIn: ScheduledIn;
}

export async function sendEntry<Entry extends SeenEntry>(
  reply: FastifyReply,
  { parts, scheduledIn }: SentEntryParts,
  { environment, entry }: { readonly environment: Environment; readonly entry: Entry },
): Promise<Entry & { readonly scheduled: ScheduledAction[] }> {
  const found = await scheduledIn(parts.database.reader, environment, [entry.key]);
  const sent = { ...entry, scheduled: [...(found.get(entry.key) ?? [])] };
  return sendVersioned(reply, sent, digestBeside(sent));
}

/**
 * What the version does not cover: what is scheduled, and inside of a change set what is shown of the draft that lies below. Undefined
 * where that is nothing.
 */
function digestBeside({ scheduled, change, status, updated_at, updated_by }: SeenEntry & { scheduled: unknown[] }) {
  if (scheduled.length === 0 && change === undefined) return undefined;
  const beside = change === undefined ? [scheduled] : [scheduled, status, updated_at, updated_by];
  return createHash('sha256').update(JSON.stringify(beside)).digest('base64url');
}
