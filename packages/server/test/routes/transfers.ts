/** The routes of exports and imports of spaces. */

import { archives } from '../bounds/stalls/made-attacks.ts';
import { archiveOf, fetchFile, untilEnded } from '../branches/transfer/archives.ts';
import { PAGE } from '../docs/reference/teller.ts';
import { type Ground, owners } from './ground.ts';
import type { SomeRoutes } from './row.ts';

/** Begins an import that records nothing and takes seconds. @returns its path */
async function longImport({ owner }: Ground): Promise<string> {
  const space = await owner.post('/spaces', { name: 'Import' }, 201);
  const lines = Array.from({ length: 20_000 }, (_, at) => {
    return `${JSON.stringify({ entry: { key: `k${String(at).padStart(5, '0')}`, content_type: 'author', fields: {} } })}\n`;
  });
  const locale = { code: 'en-US', name: 'English', fallback: null, optional: false, default: true };
  const archive = archiveOf([
    ['export.json', '{"format":"lectern-export","version":1,"environments":["master"]}'],
    ['locales.ndjson', JSON.stringify({ locale })],
    ['environments/master/entries/author.ndjson', lines.join('')],
  ]);
  const headers = { 'content-type': 'application/x-tar' };
  const asked = await owner.send('POST', `/spaces/${space.string('id')}/imports?dry_run=true`, {
    raw: archive,
    headers,
  });
  return String(asked.headers.location);
}

export const transferRoutes = {
  'POST /spaces/{space_id}/exports': {
    access: 'developer',
    wholeSpaceOnly: true,
    audit: {
      action: 'export.create',
      events: [],
      change: async ({ scene }) => owners(`${scene.space}/exports`, {}),
    },
    example: async ({ tell, owner, space }) => {
      const asked = await tell({ body: { environment: 'master' } });
      await untilEnded(owner, `${space}/exports/${asked.string('id')}`);
    },
  },
  'GET /spaces/{space_id}/exports': {
    access: 'developer',
    example: { each: { ...PAGE, order: '-created_at' } },
  },
  'GET /spaces/{space_id}/exports/{export_id}': {
    access: 'developer',
    example: {},
  },
  'GET /spaces/{space_id}/exports/{export_id}/file': {
    access: 'developer',
    stalls: { streams: true },
    example: {},
  },
  'POST /spaces/{space_id}/imports': {
    access: 'developer',
    wholeSpaceOnly: true,
    stalls: { attacks: archives },
    audit: {
      action: 'import.create',
      events: [],
      change: async ({ scene }) => ({
        path: `${scene.space}/imports`,
        // What is wrong with it is found in the background, and nothing is written.
        parts: { raw: archiveOf([['export.json', '{}']]), headers: { 'content-type': 'application/x-tar' } },
      }),
    },
    example: async ({ tell, told, owner, space }) => {
      const raw = await fetchFile({ owner, space }, told('POST /spaces/{space_id}/exports').string('id'));
      const parts = { raw, headers: { 'content-type': 'application/x-tar' } };
      const begun = await tell({ query: { dry_run: true, environment: 'master' }, parts });
      await untilEnded(owner, `${space}/imports/${begun.string('id')}`);
    },
  },
  'DELETE /spaces/{space_id}/exports/{export_id}': {
    access: 'developer',
    destructive: true,
    stalls: { on: 'a space of its own' },
    audit: {
      action: 'export.cancel',
      events: [],
      unversioned: true,
      change: async ({ scene, owner }) =>
        owners((await owner.post(`${scene.space}/exports`, {}, 201)).headers.location ?? ''),
      keep: async ({ scene, owner }) => {
        const path = (await owner.post(`${scene.space}/exports`, {}, 201)).headers.location ?? '';
        await owner.delete(path, 200);
        return owners(path);
      },
    },
    example: {},
  },
  'GET /spaces/{space_id}/imports': {
    access: 'developer',
    example: { each: { ...PAGE, order: '-created_at' } },
  },
  'GET /spaces/{space_id}/imports/{import_id}': {
    access: 'developer',
    example: {},
  },
  'DELETE /spaces/{space_id}/imports/{import_id}': {
    access: 'developer',
    audit: {
      action: 'import.cancel',
      events: [],
      unversioned: true,
      change: async (ground) => owners(await longImport(ground)),
      keep: async (ground) => {
        const path = await longImport(ground);
        await ground.owner.delete(path, 200);
        return owners(path);
      },
    },
    example: {},
  },
} satisfies SomeRoutes;
