/** The home and the first steps: what they say of entries stays true whoever writes next. */

import assert from 'node:assert/strict';
import { field } from '../../../testing/src/given.ts';
import type { FilledCase } from '../harness/filled-space.ts';

export function homeCases(it: FilledCase): void {
  it('tells who published, also where somebody else has changed the entry since', async (scene) => {
    const colleague = await scene.colleague();
    const { owner, base } = scene.given;
    for (const key of ['kept', 'revised']) {
      const fields = { title: `Told of as ${key}` };
      const id = (await owner.post(`${base}/entries`, { content_type_id: 'article', key, fields }, 201)).string('id');
      await colleague.actor.post(`/entries/${id}/publish`, {}, 200);
    }
    await owner.patch(`${base}/entries/revised`, { fields: { rating: 1 } }, 200);
    const page = await scene.show(scene.path);
    const [publisher, changer] = await Promise.all([nameOf(colleague.actor), nameOf(owner)]);
    assert.notEqual(publisher, changer);
    const published = page.getByRole('region', { name: 'Published last' });
    const waiting = page.getByRole('region', { name: 'Waiting to be published' });
    for (const [list, title, name] of [
      [published, 'Told of as kept', publisher],
      [published, 'Told of as revised', publisher],
      [waiting, 'Told of as revised', changer],
    ] as const) {
      const line = list.getByRole('link', { name: title }).locator('xpath=..');
      await line.getByText(`Article · ${name}`).waitFor();
    }
  });

  it('leaves the step of reading open as long as something is published, whatever was begun since', async (scene) => {
    const { owner, space, spaceId } = scene.given;
    const base = `${space}/environments/steps`;
    await owner.post(`${space}/environments`, { name: 'steps' }, 201);
    const page = await scene.show(`/spaces/${spaceId}/steps/first-steps`);
    const locked = (step: string) =>
      page.getByRole('region', { name: step }).getByText('Complete the step before this one first.');
    await locked('Write').waitFor();
    await locked('Read').waitFor();
    await owner.post(`${base}/content-types`, { api_id: 'note', name: 'Note', fields: [field('text', 'string')] }, 201);
    const write = (text: string) => owner.post(`${base}/entries`, { content_type_id: 'note', fields: { text } }, 201);
    const id = (await write('first')).string('id');
    await page.reload();
    await page.getByRole('region', { name: 'Write', exact: true }).getByText('Done', { exact: true }).waitFor();
    await locked('Read').waitFor();
    await owner.post(`/entries/${id}/publish`, {}, 200);
    await write('begun since');
    await page.reload();
    await page.getByRole('button', { name: 'Make a key and read' }).click();
    await page.getByLabel('Answer', { exact: true }).getByText('"text": "first"').waitFor();
  });
}

async function nameOf(actor: { get(path: string, status: number): Promise<{ string(path: string): string }> }) {
  return (await actor.get('/auth/me', 200)).string('user.name');
}
