/** Deciding conflicts of a release, or taking out what has no place any more. What fails is told over the screen. */
import { useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';
import { useRefreshReleases } from '../../frame/releases/use-refresh-releases.ts';
import { showToast } from '../../frame/toasts.ts';

type Take = 'set' | 'current';

export function useDecision(id: string): {
  /** @param paths as the plan names conflicts */
  readonly decide: (paths: readonly string[], take: Take) => void;
  /** @param path in the entry; undefined for all of it */
  readonly takeOut: (key: string, path: string | undefined) => void;
  readonly isDeciding: boolean;
} {
  const { t } = useLingui();
  const refresh = useRefreshReleases();
  const onError = ({ message }: Error) => {
    showToast({ words: t`Nothing was decided: ${message}`, undo: null, isFailure: true });
    void refresh();
  };
  const decision = useMutation({
    mutationFn: async ({ paths, take }: { readonly paths: readonly string[]; readonly take: Take }) => {
      const params = { path: { change_set_id: id } };
      const body = { resolutions: paths.map((path) => ({ path, take })) };
      await bodyOf(api.PUT('/change-sets/{change_set_id}/resolutions', { params, body }));
      await refresh();
    },
    onError,
  });
  const removal = useMutation({
    mutationFn: async ({ key, path }: { readonly key: string; readonly path: string | undefined }) => {
      const query = path === undefined ? {} : { path };
      const params = { path: { change_set_id: id, key }, query };
      await bodyOf(api.DELETE('/change-sets/{change_set_id}/entries/{key}', { params }));
      await refresh();
    },
    onError,
  });
  return {
    decide: (paths, take) => decision.mutate({ paths, take }),
    takeOut: (key, path) => removal.mutate({ key, path }),
    isDeciding: decision.isPending || removal.isPending,
  };
}
