/** The examples of exports and imports: content leaves as a file, and a dry run says what would come back. */
import { fetchFile, untilEnded } from '../transfer/stage.ts';
import type { Teller } from './teller.ts';

export async function tellTransfers({ demo, recorder, space }: Teller): Promise<void> {
  const { owner: by } = demo;
  const base = `/spaces/${demo.space}`;
  const exports = '/spaces/{space_id}/exports';
  const asked = await recorder.tell(`POST ${exports}`, { by, path: space, body: { environment: 'master' } });
  const id = asked.string('id');
  await untilEnded(by, `${base}/exports/${id}`);
  const each = { limit: 1, skip: 0, order: '-created_at' };
  await recorder.tell(`GET ${exports}`, { by, path: space, each });
  await recorder.tell(`GET ${exports}/{export_id}`, { by, path: { ...space, export_id: id } });
  await recorder.tell(`GET ${exports}/{export_id}/file`, { by, path: { ...space, export_id: id } });
  const raw = await fetchFile({ owner: by, space: base }, id);
  await recorder.tell(`DELETE ${exports}/{export_id}`, { by, path: { ...space, export_id: id } });
  const imports = '/spaces/{space_id}/imports';
  const begun = await recorder.tell(`POST ${imports}`, {
    by,
    path: space,
    query: { dry_run: true, environment: 'master' },
    parts: { raw, headers: { 'content-type': 'application/x-tar' } },
  });
  await untilEnded(by, `${base}/imports/${begun.string('id')}`);
  await recorder.tell(`GET ${imports}`, { by, path: space, each });
  await recorder.tell(`GET ${imports}/{import_id}`, { by, path: { ...space, import_id: begun.string('id') } });
  await recorder.tell(`DELETE ${imports}/{import_id}`, { by, path: { ...space, import_id: begun.string('id') } });
}
