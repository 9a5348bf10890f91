/** Takes the entry, or one value of it, out of the release that it is open in. */
import { useLingui } from '@lingui/react/macro';
import { api, bodyOf } from '../../../api/client.ts';
import { ifMatch } from '../../../api/if-match.ts';
import type { Entry, Field } from '../../../api/types.ts';
import type { Draft } from '../../../drafts/types.ts';
import { useRefreshReleases } from '../../../frame/releases/use-refresh-releases.ts';
import { showToast } from '../../../frame/toasts.ts';
import { actOnShown } from '../act-on-shown.ts';

export interface TakeOut {
  /** The whole entry; with it all that the release has of it. */
  entry(draft: Draft): Promise<void>;
  /** One value. It can be put back. */
  value(draft: Draft, field: Field, locale: string): Promise<void>;
}

export function useTakeOut(): TakeOut {
  const { t } = useLingui();
  const refresh = useRefreshReleases();
  return {
    entry: async (draft) => {
      await actOnShown(draft, (shown) => takeOut(draft, shown));
      await Promise.all([readAgain(draft), refresh()]);
    },
    value: async (draft, field, locale) => {
      const before = draft.value(field.id, locale);
      const path = field.localized ? `fields.${field.id}.${locale}` : `fields.${field.id}`;
      await actOnShown(draft, (shown) => takeOut(draft, shown, path), false);
      await Promise.all([readAgain(draft), refresh()]);
      const undo = async () => {
        draft.set(field.id, locale, before);
        await draft.flush();
        await refresh();
      };
      showToast({ words: t`Taken out of the release.`, undo });
    },
  };
}

/** What a release created is nowhere once it has left it. */
async function readAgain(draft: Draft): Promise<void> {
  if (draft.entry?.change === 'create') draft.discard();
  else await draft.refresh(true);
}

async function takeOut({ address }: Draft, shown: Entry, path?: string): Promise<void> {
  const query = path === undefined ? {} : { path };
  const params = { path: { change_set_id: address.release ?? '', key: address.key }, query, header: ifMatch(shown) };
  await bodyOf(api.DELETE('/change-sets/{change_set_id}/entries/{key}', { params }));
}
