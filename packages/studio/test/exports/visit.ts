/** One entry from its address to its publication. */
import assert from 'node:assert/strict';
import type { ContentType, Entry } from '../../src/api/types.ts';
import type { Edit } from './edits.ts';
import type { EntryPage } from './entry-page.ts';
import type { ImportedSpace } from './imported-space.ts';

interface Visit {
  readonly space: ImportedSpace;
  readonly entry: Entry;
  readonly type: ContentType;
  readonly edits: readonly Edit[];
}

/** Opens an entry, which changes nothing, edits it, and publishes it. */
export async function visitEntry(page: EntryPage, { space, entry, type, edits }: Visit): Promise<void> {
  assert.ok(edits.length > 0, 'Nothing of it can be edited.');
  await page.show(space, entry, type);
  const opened = await space.scene.management.get(`/entries/${entry.id}`, 200);
  assert.deepEqual([page.saves, opened.at('version')], [0, entry.version], 'Opening it saved something.');
  for (const edit of edits) await edit.make(page);
  await page.save();
  await page.publish();
  assert.deepEqual(page.complaints, []);
}
