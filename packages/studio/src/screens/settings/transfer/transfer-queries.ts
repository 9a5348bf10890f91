/** The exports and imports of a space, newest first. They are read again as long as one of them is on its way. */
import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.ts';

/** A space keeps no more of each. */
const ALL = 50;
const WHILE_RUNNING_MS = 1_000;

interface Job {
  readonly status: string;
}

export function exportsQuery(space: string) {
  return queryOptions({
    queryKey: [space, 'exports'],
    queryFn: async () => {
      const params = { path: { space_id: space }, query: { limit: ALL, order: '-created_at' } };
      return (await bodyOf(api.GET('/spaces/{space_id}/exports', { params }))).items;
    },
    refetchInterval: ({ state }) => whileRunning(state.data),
  });
}

export function importsQuery(space: string) {
  return queryOptions({
    queryKey: [space, 'imports'],
    queryFn: async () => {
      const params = { path: { space_id: space }, query: { limit: ALL, order: '-created_at' } };
      return (await bodyOf(api.GET('/spaces/{space_id}/imports', { params }))).items;
    },
    refetchInterval: ({ state }) => whileRunning(state.data),
  });
}

/** One import, with what it refused. */
export function importQuery(space: string, id: string) {
  return queryOptions({
    queryKey: [space, 'imports', id],
    queryFn: async () => {
      const params = { path: { space_id: space, import_id: id } };
      return bodyOf(api.GET('/spaces/{space_id}/imports/{import_id}', { params }));
    },
    refetchInterval: ({ state }) => whileRunning(state.data === undefined ? [] : [state.data]),
  });
}

function whileRunning(jobs: readonly Job[] = []): number | false {
  return jobs.some(({ status }) => status === 'running') ? WHILE_RUNNING_MS : false;
}
