/** What a service logs, however much it is told to, has neither the secret of a preview link nor a preview token. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Actor, closeConnections, send } from '../../../testing/src/client.ts';
import { describeEachEngine } from '../../../testing/src/engines.ts';
import { createEntry, field, given } from '../../../testing/src/given.ts';
import { startProcess } from '../../../testing/src/process.ts';

const PASSWORD = 'lanterns by the sea';
const page = {
  api_id: 'page',
  name: 'Page',
  preview_url: 'https://www.example.com/page?look={preview}',
  fields: [field('title', 'string')],
};

describeEachEngine('the log', (engine) => {
  it('has no secret of a link, no token and no password, whatever comes of the requests', async () => {
    const service = await startProcess({ engine, env: { LECTERN_LOG_LEVEL: 'trace', LECTERN_SLOW_MS: '1' } });
    try {
      const scene = await given(service.url, { types: [page] });
      const fields = { title: 'Coast' };
      const entry = await createEntry(scene.owner, scene.base, { content_type_id: 'page', key: 'one', fields });
      const links = `${scene.space}/preview-links`;
      const open = new URL((await scene.owner.post(links, { entry }, 201)).string('url')).pathname;
      const made = await scene.owner.post(links, { entry, password: PASSWORD }, 201);
      const closed = new URL(made.string('url')).pathname;
      const shown = await send(service.url, 'GET', open);
      const token = new URL(String(shown.headers.location)).searchParams.get('look') ?? '';
      const preview = await scene.owner.get(`/entries/${entry}/preview`, 200);
      for (const secret of [token, preview.string('token')]) {
        const reader = new Actor(service.url, secret);
        await reader.get(`${scene.read}/entries/one`, 200);
        await reader.get(`${scene.read}/entries?preview=${secret}`, 422);
        await reader.get(`/entries/${entry}`, 403);
        for (const path of [`/studio/frame?token=${secret}`, `/none/${secret}`, `/preview-links/${secret}`])
          await send(service.url, 'GET', path, { headers: { referer: `https://www.example.com/?look=${secret}` } });
        await scene.owner.post(`${scene.base}/entries`, { content_type_id: 'page', fields: { [secret]: secret } }, 422);
      }
      await send(service.url, 'GET', `/studio/${preview.string('frame_url')}`);
      for (const path of [`${open}x`, `${open}?a=1`, `${open}/x`, closed]) await send(service.url, 'GET', path);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      for (const password of ['wrong lanterns', PASSWORD])
        await send(service.url, 'POST', closed, { raw: new URLSearchParams({ password }).toString(), headers });
      await scene.owner.delete(`${links}/${made.string('id')}`, 204);
      await send(service.url, 'GET', closed);
      closeConnections();
      await service.end('SIGINT');
      const log = service.output();
      assert.match(log, /preview-links\/:secret/);
      for (const secret of [open, closed, token, preview.string('token'), preview.string('frame_url')].map((text) =>
        text.slice(-30),
      ))
        assert.equal(log.includes(secret), false, secret);
      assert.doesNotMatch(log, /cms_pv[lw]_(?!\[hidden\]|…)|lanterns/);
    } finally {
      await service.end('SIGKILL');
    }
  });
});
