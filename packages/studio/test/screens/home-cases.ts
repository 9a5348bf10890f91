/** The home and the first steps: what they say of entries stays true whoever writes next. */

import assert from 'node:assert/strict';
import { field } from '../../../testing/src/given.ts';
import { until } from '../../../testing/src/until.ts';
import type { FilledCase } from '../harness/filled-space.ts';

export function homeCases(it: FilledCase): void {
  it('tells who did what last, and who changed what waits', async (scene) => {
    const colleague = await scene.colleague();
    const { owner, base } = scene.given;
    const picture = { type: 'asset', id: scene.filled.picture };
    for (const key of ['kept', 'revised']) {
      const fields = { title: `Told of as ${key}`, picture };
      const id = (await owner.post(`${base}/entries`, { content_type_id: 'article', key, fields }, 201)).string('id');
      await colleague.actor.post(`/entries/${id}/publish`, {}, 200);
    }
    await owner.patch(`${base}/entries/revised`, { fields: { rating: 1 } }, 200);
    const page = await scene.show(scene.path);
    const [publisher, changer] = await Promise.all([nameOf(colleague.actor), nameOf(owner)]);
    assert.notEqual(publisher, changer);
    const activity = page.getByRole('region', { name: 'Activity' });
    const waiting = page.getByRole('region', { name: 'Waiting to be published' });
    const event = (title: string) => activity.getByRole('listitem').filter({ has: page.getByText(title) });
    await event('Told of as kept').getByText(`${publisher} published it`).waitFor();
    await event('Told of as revised').getByText(`${changer} changed it`).waitFor();
    const line = waiting.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Told of as revised' }) });
    await line.getByText(`Article · ${changer}`).waitFor();
    await line.locator('img').waitFor();
  });

  it('leads on with the first steps until all are done, or the person puts them away for good', async (scene) => {
    const { owner } = scene.given;
    const made = (await owner.post('/spaces', { name: 'Steps' }, 201)).string('id');
    const types = `/spaces/${made}/environments/master/content-types`;
    await owner.post(types, { api_id: 'note', name: 'Note', fields: [field('text', 'string')] }, 201);
    const page = await scene.show(`/spaces/${made}/master`);
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByText('1 of 3 done').waitFor();
    await steps.getByRole('button', { name: 'Hide the first steps' }).click();
    await steps.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByText('You have no drafts.').waitFor();
    assert.equal(await steps.count(), 0);
  });
}

/** Those of the deep tier: many of a kind, or rarer turns of what others hold. */
export function longHomeCases(it: FilledCase): void {
  it('counts deliveries that fail, and says what to do', async (scene) => {
    const { owner, space, base } = scene.given;
    const webhook = { name: 'Nobody there', url: 'https://receiver.invalid/hook' };
    const made = (await owner.post(`${space}/webhooks`, webhook, 201)).string('id');
    await owner.post(`${base}/entries`, { content_type_id: 'article', fields: { title: 'Not delivered' } }, 201);
    await until(
      () => owner.get(`${space}/webhooks/${made}`, 200),
      (shown) => shown.at('health.failing_since') !== null,
    );
    const page = await scene.show(scene.path);
    const failed = page.getByRole('region', { name: 'Failed' });
    await failed
      .getByRole('listitem')
      .filter({ hasText: 'Nobody there' })
      .getByText(/delivery attempts? failed/)
      .waitFor();
    await failed.getByRole('link', { name: 'Nobody there' }).click();
    await page.getByRole('dialog', { name: 'Nobody there' }).waitFor();
  });

  it('leaves the step of reading open as long as something is published, whatever was begun since', async (scene) => {
    const { owner, space, spaceId } = scene.given;
    const base = `${space}/environments/steps`;
    await owner.post(`${space}/environments`, { name: 'steps' }, 201);
    const page = await scene.show(`/spaces/${spaceId}/steps/first-steps`);
    const locked = (step: string, before: number) =>
      page.getByRole('region', { name: step }).getByText(`Complete step ${before} first.`);
    await locked('Write and publish', 1).waitFor();
    await locked('Read it from your site', 2).waitFor();
    await owner.post(`${base}/content-types`, { api_id: 'note', name: 'Note', fields: [field('text', 'string')] }, 201);
    const write = (text: string) => owner.post(`${base}/entries`, { content_type_id: 'note', fields: { text } }, 201);
    const id = (await write('first')).string('id');
    await page.reload();
    await page.getByRole('link', { name: 'Publish a draft' }).waitFor();
    await locked('Read it from your site', 2).waitFor();
    await owner.post(`/entries/${id}/publish`, {}, 200);
    await write('begun since');
    await page.reload();
    await page.getByRole('button', { name: 'Create a key and try it' }).click();
    await page.getByLabel('Response', { exact: true }).getByText('"text": "first"').waitFor();
  });
}

async function nameOf(actor: { get(path: string, status: number): Promise<{ string(path: string): string }> }) {
  return (await actor.get('/auth/me', 200)).string('user.name');
}
