/** A content type with hidden fields, which the demo does not have: the examples delete them. */
import type { Actor } from '../../../../testing/src/client.ts';

/** Makes the content type `contact` with the hidden fields `fax` and `pager`. */
export async function makeHiddenFields(owner: Actor, base: string): Promise<void> {
  const fields = ['fax', 'pager'].map((id) => ({ id, type: 'string' }));
  await owner.put(`${base}/content-types/contact`, { name: 'Contact', fields }, 201);
  const entry = { content_type_id: 'contact', fields: { fax: '+44 1632 960123', pager: '960456' } };
  await owner.put(`${base}/entries/old-contact`, entry, 201);
  await owner.patch(`${base}/content-types/contact?confirm_data_loss=true`, { fields: [] }, 200);
}

/** Removes it with what remains of it. */
export async function removeHiddenFields(owner: Actor, base: string): Promise<void> {
  await owner.delete(`${base}/entries/old-contact`, 204);
  await owner.delete(`${base}/content-types/contact`, 204);
}
