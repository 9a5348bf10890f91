/** Clients that write without pause until their service is gone, and record every response. */
import assert from 'node:assert/strict';
import type { Actor, ApiResponse } from '../../../../testing/src/client.ts';
import { type Ledger, stampedFields } from './ledger.ts';

const WRITERS = 8;
/** Entries that all writers share: few enough to meet. */
const SHARED_ENTRIES_MAX = 24;
/** Errors that concurrent writers must expect. */
const EXPECTED = new Set([200, 201, 409]);

let stamps = 0;

/** Writes with eight clients at once; resolves when the service has ended under all of them. */
export async function writeUntilGone(management: Actor, base: string, ledger: Ledger): Promise<void> {
  await Promise.all(Array.from({ length: WRITERS }, () => writeAlone(management, base, ledger)));
}

async function writeAlone(management: Actor, base: string, ledger: Ledger): Promise<void> {
  for (;;) {
    let response: ApiResponse;
    try {
      response = await writeOnce(management, base, ledger);
    } catch {
      return;
    }
    assert.ok(EXPECTED.has(response.status), String(response));
    if (response.status !== 409) ledger.note(response);
  }
}

function writeOnce(management: Actor, base: string, ledger: Ledger): Promise<ApiResponse> {
  const { ids } = ledger;
  const id = ids[Math.floor(Math.random() * ids.length)];
  const fields = stampedFields(`stamp ${stamps++}`);
  const dice = Math.random();
  if (id === undefined || (dice < 0.15 && ids.length < SHARED_ENTRIES_MAX)) {
    return management.post(`${base}/entries`, { content_type_id: 'stamped', fields });
  }
  if (dice < 0.5) return management.patch(`/entries/${id}`, { fields });
  return management.post(`/entries/${id}/${dice < 0.85 ? 'publish' : 'unpublish'}`);
}
